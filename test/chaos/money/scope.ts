import { builtInPlatforms } from '@sdq/catalog';
import { type Platform, platforms } from '@sdq/contract';
import { committedExamples } from '../../../packages/server/test/committed-examples.ts';
import { startTestService } from '../../support/test-service.ts';

/** What data endpoints need to be asked for at all; one that is not here is asked for its example. */
const queries: Readonly<Record<string, string>> = {
  'shortvideo/feed': 'region=SE',
  'shortvideo/profile': 'username=a1',
  'shortvideo/hashtag': 'hashtag=dance&count=1',
  'shortvideo/comments': 'video_id=7000000000000000001&count=10',
  'network/user-profile': 'username=user1',
  'network/user-posts': 'username=user1&count=1',
  'network/company-profile': 'company=acme&input=acme',
  'network/company-posts': 'company=acme&input=acme&count=1',
  'network/search-employees': 'company=acme&count=1',
  'photo/user-profile': 'username=user1',
  'photo/user-posts': 'username=user1&count=1',
  'photo/post': 'code_or_url=Cabcdefghij',
  'photo/hashtag': 'keyword=dance&count=1',
  'photo/comments': 'media_id=3000000000000000001&count=10',
  'micro/user-profile': 'username=user1',
  'micro/user-posts': 'username=user1&count=1',
  'micro/post': 'tweet_id_or_url=1700000000000000001',
  'micro/comments': 'tweet_id=1700000000000000001&count=10',
  'micro/search': 'keyword=dance&count=1',
  events: 'count=1',
};

/** What a data key may read of its own; every other account endpoint is closed to it. */
const ownEndpoints = new Set([
  'GET /api/users/me',
  'GET /api/users/me/usage',
  'GET /api/users/me/usage/summary',
  'GET /api/users/me/usage/daily',
  'GET /api/requests/{request_id}',
  'GET /api/events',
]);

const bodies: Readonly<Record<string, object>> = {
  'POST /api/users/me/api-keys': { name: 'no' },
  'POST /api/users/me/webhooks': { url: 'https://example.org/hook' },
  'POST /api/users/me/queries': { name: 'no', platform: 'shortvideo', query: 'SELECT 1' },
  'POST /api/users/me/queries/{query_id}/tokens': { name: 'no', cost_per_day: '$0.5000' },
  'POST /api/users/me/queries/{query_id}/schedules': { cron: '0 5 * * *', max_cost: '$0.5000' },
};

interface Operation {
  name: string;
  method: string;
  path: string;
  access: 'public' | 'data' | 'account';
  platform: Platform | undefined;
}

export interface ScopeResult {
  /** Endpoints that the service describes, and those that need a key. */
  endpoints: number;
  withKey: number;
  subsets: number;
  /** Pairs of a set of permissions and a data endpoint, and those that were refused. */
  cells: number;
  refused: number;
  /** Cells that were open or refused against the key's permissions. */
  wrongCells: string[];
  /** Endpoints that answered a missing key, or one of the other kind, otherwise than they must. */
  wrongKinds: string[];
  /** Endpoints that told another account's key, webhook, request or statement from one that is not there. */
  foreignSeen: string[];
}

/** Asks every endpoint with every kind of key: each set of permissions, none, the account's, and another account's. */
export async function scope(options: { signal?: AbortSignal } = {}): Promise<ScopeResult> {
  const ready = builtInPlatforms.map((facts) => ({ ...facts, sql: 'available' as const }));
  await using tested = await startTestService({ platforms: ready, hasSchedules: true });
  const { service, accounts, accountId, accountKey } = tested;
  const operations = await readOperations(service.url);
  const call = async ({ method, path, name }: Operation, key: string | undefined, id = 'none_1') => {
    options.signal?.throwIfAborted();
    const query = queries[path.replace('/api/', '')] ?? exampleQuery(path);
    const body = path.endsWith('/sql') ? { dry_run: true } : (bodies[name] ?? {});
    const response = await fetch(
      service.url + path.replaceAll(/\{\w+\}/g, id) + (query === undefined ? '' : `?${query}`),
      {
        method,
        headers: {
          ...(key !== undefined && { 'x-api-key': key }),
          ...(['POST', 'PATCH'].includes(method) && { 'content-type': 'application/json' }),
        },
        ...(['POST', 'PATCH'].includes(method) && { body: JSON.stringify(body) }),
      },
    );
    const answer = (await response.json().catch(() => ({}))) as { error?: { code?: string } };
    return `${response.status} ${answer.error?.code ?? ''}`.trim();
  };

  const result: ScopeResult = {
    endpoints: operations.length,
    withKey: operations.filter(({ access }) => access !== 'public').length,
    subsets: 0,
    cells: 0,
    refused: 0,
    wrongCells: [],
    wrongKinds: [],
    foreignSeen: [],
  };
  const data = operations.filter(({ access }) => access === 'data');
  for (let bits = 1; bits < 2 ** platforms.length; bits++) {
    const permissions = platforms.filter((_platform, bit) => ((bits >> bit) & 1) === 1);
    const { key } = await accounts.createKey(accountId, { name: 'subset', permissions });
    result.subsets++;
    for (const operation of data) {
      const answer = await call(operation, key);
      const isOpen = operation.platform !== undefined && permissions.includes(operation.platform);
      const isRight = isOpen ? /^(200|404)/.test(answer) : answer === '403 platform_not_permitted';
      result.cells++;
      result.refused += answer.startsWith('403') ? 1 : 0;
      if (!isRight) result.wrongCells.push(`${permissions} ${operation.name}: ${answer}`);
    }
  }
  for (const operation of operations) {
    if (operation.access === 'public') continue;
    const ofOther = await call(operation, operation.access === 'data' ? accountKey : tested.key);
    const isOwn = ownEndpoints.has(operation.name);
    const wanted = isOwn ? /^(200|404 not_found)$/ : /^403 insufficient_scope$/;
    const withNone = await call(operation, undefined);
    if (!wanted.test(ofOther) || withNone !== '401 missing_api_key') {
      result.wrongKinds.push(`${operation.name}: ${ofOther}, without a key ${withNone}`);
    }
  }
  result.foreignSeen = await askForeign(tested, operations, call);
  return result;
}

/** Asks for what is another account's, and for what is nobody's: the answers must be alike. */
async function askForeign(
  { accounts, accountId, key, service }: Awaited<ReturnType<typeof startTestService>>,
  operations: readonly Operation[],
  call: (operation: Operation, key: string | undefined, id?: string) => Promise<string>,
): Promise<string[]> {
  const other = await accounts.createAccount({ name: 'X', email: 'x@example.org' });
  const othersKey = await accounts.createKey(other.account.accountId, { name: 'x' });
  const { record } = await accounts.createKey(accountId, { name: 'mine' });
  const { webhook } = await accounts.createWebhook(accountId, 'https://example.org/hook');
  const answered = await fetch(`${service.url}/api/shortvideo/sql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'SELECT video_id FROM videos', limit: 1 }),
  });
  const { request_id: requestId, data } = (await answered.json()) as {
    request_id: string;
    data: { statement_id: string };
  };
  const mine: Readonly<Record<string, string>> = {
    key_id: record.keyId,
    webhook_id: webhook.webhookId,
    request_id: requestId,
    statement_id: data.statement_id,
  };
  const seen: string[] = [];
  for (const operation of operations) {
    const parameter = /\{(\w+)\}/.exec(operation.path)?.[1] ?? '';
    if (operation.access === 'public' || parameter === '') continue;
    const asker = operation.access === 'data' ? othersKey.key : other.accountKey;
    const ofMine = await call(operation, asker, mine[parameter] ?? `unknown parameter ${parameter}`);
    const ofNobody = await call(operation, asker);
    if (ofMine !== ofNobody || !ofMine.startsWith('404')) {
      seen.push(`${operation.name}: ${ofMine}, for nobody's ${ofNobody}`);
    }
  }
  const [stillMine] = (await accounts.listKeys(accountId)).filter(({ keyId }) => keyId === record.keyId);
  if (stillMine?.status !== 'active') seen.push('another account has revoked a key');
  return seen;
}

async function readOperations(url: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]): Operation => {
      const schemes = security.flatMap((each) => Object.keys(each));
      const isAccount = schemes.includes('APIKeyHeader');
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        access: schemes.length === 0 ? 'public' : isAccount ? 'account' : 'data',
        platform: platforms.find((platform) => path.startsWith(`/api/${platform}/`)),
      };
    }),
  );
}

/** Undefined for a path that is no data endpoint. */
function exampleQuery(path: string): string | undefined {
  const valid = committedExamples()[path.replace('/api/', '').replaceAll(/[/-]/g, '_')]?.valid;
  if (valid === undefined || valid.body !== undefined || Object.keys(valid.query).length === 0)
    return undefined;
  return new URLSearchParams(
    Object.entries(valid.query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}
