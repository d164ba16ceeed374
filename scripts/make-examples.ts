/** Sends the example of every operation to a service over a small index, and gives what it was answered. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { directoryStore } from '@sdq/platforms';
import { type AppOptions, buildApp } from '@sdq/server';
import {
  type Example,
  type ExampleValues,
  exampleFile,
  type OperationDocs,
  type OperationExamples,
  type Sample,
} from '../packages/server/src/openapi/operation-docs.ts';
import { type SampleService, startSampleService } from '../test/support/sample-service.ts';

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; schema: { type?: string } }[];
  requestBody?: object;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** The service that is asked, and where it looks for video files. */
export type ExampleService = Pick<SampleService, 'url' | 'engine' | 'key' | 'accountKey' | 'directory'>;

/** The document as a running service gives it, and the examples of its operations, each in its file. */
export interface Described {
  document: Document;
  examples: { operationId: string; file: URL; made: OperationExamples }[];
}

/** Of the built-in platforms, over the sample index. */
export async function describeSample(): Promise<Described> {
  const optionsOf = (directory: string): Partial<AppOptions> => ({
    isSignupOpen: true,
    hasSchedules: true,
    baseUrl: 'https://api.example.org',
    data: { media: directoryStore(join(directory, 'media')) },
  });
  await using service = await startSampleService(optionsOf);
  const { engine, accounts } = service;
  const app = await buildApp({ engine, accounts, ...optionsOf(service.directory) });
  await app.ready();
  return await describeService(service, app.operationDocs);
}

/** `docs` is what stands beside the routes of the service. Throws for an operation that is wanted and has no example. */
export async function describeService(
  service: ExampleService,
  docs: ReadonlyMap<string, OperationDocs>,
  isWanted: (operationId: string) => boolean = () => true,
): Promise<Described> {
  const answer = await fetch(`${service.url}/openapi.json`);
  const document = { ...((await answer.json()) as Document), servers: [{ url: '/' }] };
  const sample = sampleOf(service);
  const asked: {
    path: string;
    method: string;
    operation: Operation;
    docs: OperationDocs;
    what: ExampleValues;
  }[] = [];
  for (const { path, method, operation } of operationsOf(document)) {
    if (!isWanted(operation.operationId)) continue;
    const own = docs.get(operation.operationId);
    if (own === undefined)
      throw new Error(`${operation.operationId} has no example: give its route config.docs`);
    const what = (await own.example.of?.(sample)) ?? {};
    asked.push({ path, method, operation, docs: own, what });
  }
  const examples: Described['examples'] = [];
  for (const { docs: own, what, ...call } of asked) {
    const { operationId } = call.operation;
    const file = exampleFile(operationId, own);
    const send = (values: ExampleValues, status: number) =>
      exchange(service, { ...call, what: values, status });
    const valid = await send(what, own.example.status ?? 200);
    const refused = refusedOf(call.operation, what);
    const written = own.example.isWrittenOnce && existsSync(file) ? readOnce(file) : undefined;
    const made = {
      valid: written?.valid ?? valid,
      ...(refused !== undefined && { invalid: await send(refused, 422) }),
    };
    examples.push({ operationId, file, made });
  }
  return { document, examples };
}

function readOnce(file: URL): OperationExamples {
  return JSON.parse(readFileSync(file, 'utf8')) as OperationExamples;
}

function sampleOf(service: ExampleService): Sample {
  const call = async (path: string, key: Record<string, string>, body?: object) => {
    const headers = { ...key, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${service.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as { data: Record<string, unknown>; request_id: string };
  };
  const dataKey = { authorization: `Bearer ${service.key}` };
  return {
    accountKey: service.accountKey,
    async row(platform, sql) {
      const [row] = await (await service.engine.query(sql, { platform, limit: 1 })).toArray();
      if (row === undefined) throw new Error(`the sample has no row for ${sql}`);
      return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]));
    },
    post: async (path, body, key = 'account') =>
      (await call(path, key === 'account' ? { 'x-api-key': service.accountKey } : dataKey, body)).data,
    get: async (path, query) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return await call(`/api/${path}?${search}`, dataKey);
    },
    async putVideo(platform, recordId) {
      const folder = join(service.directory, 'media', platform);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${recordId}.mp4`), 'not really a film');
    },
  };
}

/** Deletions come last: others need what they delete. */
function operationsOf(document: Document) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return all.sort((left, right) => Number(left.method === 'delete') - Number(right.method === 'delete'));
}

interface Exchange {
  path: string;
  method: string;
  operation: Operation;
  what: ExampleValues;
  status: number;
}

async function exchange(
  service: ExampleService,
  { path, method, operation, what, status }: Exchange,
): Promise<Example> {
  const { path: inPath = {}, query = {}, body, headers: own = {} } = what;
  const filled = path.replace(/\{(\w+)\}/g, (_found, name: string) =>
    encodeURIComponent(inPath[name] ?? name),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const schemes = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
  const headers = new Headers(body === undefined ? own : { 'content-type': 'application/json', ...own });
  if (schemes.includes('APIKeyHeader')) headers.set('x-api-key', service.accountKey);
  else if (schemes.includes('HTTPBearer')) headers.set('authorization', `Bearer ${service.key}`);
  const init = {
    method: method.toUpperCase(),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const answer = await fetch(`${service.url}${filled}${search.size > 0 ? `?${search}` : ''}`, init);
  const text = await answer.text();
  if (answer.status !== status) {
    throw new Error(`${operation.operationId}: ${answer.status} instead of ${status}: ${text.slice(0, 500)}`);
  }
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const example = {
    status,
    path: inPath,
    query,
    ...(body !== undefined && { body }),
    ...(isJson && { answer: JSON.parse(text) }),
  };
  const isData = schemes.includes('HTTPBearer') && !schemes.includes('APIKeyHeader');
  return steady(example, isData ? steadyValues : steadyAccountValues) as Example;
}

/** A request of the same operation that validation refuses; undefined where it can refuse nothing. */
function refusedOf(
  { parameters = [], requestBody }: Operation,
  { path, query, headers }: ExampleValues,
): ExampleValues | undefined {
  const number = parameters.find(({ in: place, schema }) => place === 'query' && schema.type === 'integer');
  if (number !== undefined) return { ...(path && { path }), query: { ...query, [number.name]: 'many' } };
  if (requestBody !== undefined) return { ...(path && { path }), ...(headers && { headers }), body: [] };
  const required = parameters.find(({ in: place, required: is }) => place === 'query' && is);
  if (required === undefined) return undefined;
  const { [required.name]: _left, ...others } = query ?? {};
  return { ...(path && { path }), query: others };
}

/** Fields whose values differ from run to run, and what stands for them. */
const steadyValues: Readonly<Record<string, unknown>> = {
  request_id: 'req_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  statement_id: 'stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  snapshot_id: 'snap_4f1c2a9e8d7b6a50',
  quote_id: 'quote_4f1c2a9e-8d7b-4a50-9c1d-2e3f4a5b6c7d',
  repeat_of: null,
  parse: 0.1,
  admit: 0.2,
  resolve: 0.1,
  plan: 0.6,
  cursor: 'eyJvZmZzZXQiOjV9.c2lnbmVk',
  elapsed_ms: 4.2,
  queued_ms: 0.1,
  expires_at: '2026-03-02T09:00:00.000Z',
};

/** The same of answers about accounts; in data, these are the index's own. */
const steadyAccountValues: Readonly<Record<string, unknown>> = {
  ...steadyValues,
  id: 'acct_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  session_id: 'sess_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  account_id: 'acct_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  key_id: 'key_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  webhook_id: 'whk_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  query_id: 'qry_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  share_id: '7tXq2LmN9pRsVw4ZbC6dFgHj1K',
  page_url: 'https://api.example.org/q/7tXq2LmN9pRsVw4ZbC6dFgHj1K',
  data_url: 'https://api.example.org/api/q/7tXq2LmN9pRsVw4ZbC6dFgHj1K',
  token_id: 'key_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  token: 'sdq_read_(shown once)',
  masked_token: 'sdq_read_8Fq2…4f2a',
  csv: 'https://api.example.org/api/r/sdq_read_(shown once).csv',
  parquet: 'https://api.example.org/api/r/sdq_read_(shown once).parquet',
  json: 'https://api.example.org/api/r/sdq_read_(shown once).json',
  arrow: 'https://api.example.org/api/r/sdq_read_(shown once).arrow',
  schedule_id: 'key_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  run_id: 'run_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  updated_at: '2026-03-01T09:00:00.000Z',
  next_at: '2026-03-02T06:00:00.000Z',
  result_kept_until: '2026-05-30T09:00:00.000Z',
  notification_id: 'ntf_01JD8V5Z7Q3M9T2X4C6B8N0KFH',
  key: 'sdq_live_(shown once)',
  account_key: 'sdq_acct_(shown once)',
  secret: '(shown once)',
  masked_key: 'sdq_live_…4f2a',
  prefix: 'sdq_live_8Fq2',
  created_at: '2026-03-01T09:00:00.000Z',
  last_used_at: '2026-03-02T09:00:00.000Z',
  revoked_at: '2026-03-02T09:00:00.000Z',
  timestamp: '2026-03-02T09:00:00.000Z',
  as_of: '2026-03-02T09:00:00.000Z',
  start_date: '2026-02-01T00:00:00.000Z',
  end_date: '2026-03-01T00:00:00.000Z',
  current_period_start: '2026-03-01T00:00:00.000Z',
  current_period_end: '2026-04-01T00:00:00.000Z',
  date: '2026-03-01',
  duration_ms: 5,
  file: 'stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH.json',
  expires: '1772442000',
  signature: '(from the link)',
};

const steadyLink =
  'https://api.example.org/api/results/stmt_01JD8V5Z7Q3M9T2X4C6B8N0KFH.parquet?expires=1772442000&signature=4Xq9(…)';

/** How much of a list is shown. */
const itemsShown = 3;

function steady(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.slice(0, itemsShown).map((each) => steady(each, values));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isSteady = member === null || typeof member === 'object' || !(name in values);
    if (typeof member === 'string' && member.includes('/api/results/')) return [name, steadyLink];
    if (isSteady || (name === 'cursor' && typeof member === 'number')) return [name, steady(member, values)];
    const instead = values[name];
    return [name, instead === null || typeof instead === typeof member ? instead : member];
  });
  return Object.fromEntries(members);
}
