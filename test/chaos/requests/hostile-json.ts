import { Agent, request as httpRequest } from 'node:http';
import { hostileBodies } from '../../support/hostile-values.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

export interface HostileJsonResult {
  requests: number;
  byStatus: Record<string, number>;
  /** Answers of 500 and above, and requests without one. */
  failures: number;
  /** Wrong values that were taken for right ones, and right ones that were refused. */
  misjudged: string[];
  /** Whether anything got into the prototype that all objects share. */
  polluted: boolean;
}

/** Values as they stand in a body, that a field takes or refuses. */
const fields: Readonly<Record<string, { right: readonly string[]; wrong: readonly string[] }>> = {
  query: {
    right: ['"SELECT 1 AS one"', '"SELECT video_id FROM videos LIMIT 1"'],
    wrong: ['null', '1', 'true', '[]', '{}', '["SELECT 1"]', '{"toString":"SELECT 1"}', '1e400'],
  },
  limit: {
    right: ['1', '"1"', '1.0', '" 7 "', '1e1'],
    wrong: [
      'null',
      'true',
      'false',
      '0',
      '-1',
      '1.5',
      '"1.5"',
      '"0x20"',
      '"true"',
      '[]',
      '[1]',
      '{}',
      '1e400',
      '-1e400',
      '1e19',
      '99999999999999999999',
      '""',
      '"١"',
      '{"__proto__":1}',
      '{"valueOf":1}',
    ],
  },
  include_full_data: {
    right: ['false', '0', '"no"', '"OFF"'],
    wrong: ['null', '2', '"perhaps"', '[]', '{}', '1.5', '""', '" false"', '-0.5'],
  },
  __proto__: { right: ['{"limit":0,"polluted":true}', 'null', '1', '[]'], wrong: [] },
  constructor: { right: ['{"prototype":{"polluted":true}}', 'null'], wrong: [] },
  unknown: { right: ['null', '{"a":{"b":[1,{"c":null}]}}', '1e400', '"\\u0000"', '"\\ud800"'], wrong: [] },
};

/** Values of `count` in a query string that are refused, or taken. */
const counts = {
  right: ['20', '+20', '%2020', '20.0', '2_0', '%2B20', '0020'],
  wrong: [
    '',
    'abc',
    '0x20',
    '1e2',
    '20.5',
    'true',
    'null',
    '%00',
    '-20',
    '9'.repeat(400),
    '%ff',
    '20%00',
    '[]',
    '2__0',
    'NaN',
  ],
};

const bodiesTooDeep = [
  '['.repeat(200_000),
  '{"a":'.repeat(100_000),
  `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
];
const atOnce = 8;

/** Bodies and queries that are wrong in every way known; each is judged as it should be, and nothing breaks. */
export async function hostileJson(options: {
  requests: number;
  signal?: AbortSignal;
}): Promise<HostileJsonResult> {
  await using service = await startTestService();
  // enough for all that is taken, so that it is done, too
  await service.accounts.addCredit(service.accountId, { units: 1e12, reason: 'a chaos test' });
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const result: HostileJsonResult = {
    requests: 0,
    byStatus: {},
    failures: 0,
    misjudged: [],
    polluted: false,
  };
  const lane = async () => {
    while (result.requests < options.requests && options.signal?.aborted !== true) {
      result.requests++;
      await sendOne(service, agent, result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  agent.destroy();
  options.signal?.throwIfAborted();
  result.polluted = 'polluted' in {} || 'limit' in {};
  return result;
}

async function sendOne(service: TestService, agent: Agent, result: HostileJsonResult): Promise<void> {
  const { method, path, body, expected } = generated();
  let status = 0;
  try {
    status = await send(service, agent, { method, path, body });
  } catch {
    // counted below, as a status of nought
  }
  result.byStatus[status] = (result.byStatus[status] ?? 0) + 1;
  if (status === 0 || status >= 500) result.failures++;
  // what is taken may still be unknown (404)
  const isMisjudged =
    expected === 'refused' ? ![413, 422, 431].includes(status) : [400, 413, 415, 422].includes(status);
  if (isMisjudged && result.misjudged.length < 20)
    result.misjudged.push(`${status} ${method} ${path.slice(0, 100)} ${body?.slice(0, 200)}`);
}

interface Generated {
  method: string;
  path: string;
  body: string | undefined;
  expected: 'refused' | 'taken';
}

function generated(): Generated {
  const chance = Math.random();
  if (chance < 0.3) {
    const isWrong = Math.random() < 0.7;
    const count = pick(isWrong ? counts.wrong : counts.right);
    const extra = pick([
      '',
      '&__proto__=1',
      '&constructor[prototype][x]=1',
      '&count[]=1',
      '&toString=1',
      `&${'x'.repeat(2_000)}=1`,
    ]);
    const path = `/api/shortvideo/comments?video_id=1&count=${count}${extra}`;
    return { method: 'GET', path, body: undefined, expected: isWrong ? 'refused' : 'taken' };
  }
  const path = '/api/shortvideo/sql';
  if (chance < 0.31) return { method: 'POST', path, body: pick(bodiesTooDeep), expected: 'refused' };
  if (chance < 0.4) {
    const body = pick(
      hostileBodies.filter((text) => !['\ufeff{}', '{"constructor":{"prototype":{"x":1}}}'].includes(text)),
    );
    return { method: 'POST', path, body, expected: 'refused' };
  }
  const members = Object.entries(fields)
    .filter(() => Math.random() < 0.5)
    .map(([name, { right, wrong }]) => {
      const isWrong = wrong.length > 0 && Math.random() < 0.4;
      return { isWrong, text: `${JSON.stringify(name)}:${pick(isWrong ? wrong : right)}` };
    });
  const body = `{${shuffled(members.map(({ text }) => text)).join(',')}}`;
  return {
    method: 'POST',
    path,
    body,
    expected: members.some(({ isWrong }) => isWrong) ? 'refused' : 'taken',
  };
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ value }) => value);
}

async function send(
  { service, key }: TestService,
  agent: Agent,
  { method, path, body }: Omit<Generated, 'expected'>,
): Promise<number> {
  const { hostname, port } = new URL(service.url);
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return await new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path, headers, agent }, (answer) => {
      answer
        .resume()
        .on('end', () => resolve(answer.statusCode ?? 0))
        .on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}
