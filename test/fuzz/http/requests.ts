import fc from 'fast-check';
import type { Example } from '../../../packages/server/src/openapi/operation-docs.ts';
import { hostileBodies, hostileJson, hostileTexts, statements } from '../../support/hostile-values.ts';
import { answeredFields } from './answered-ids.ts';
import type { ApiParameter, JsonSchema, Route } from './api-document.ts';

/** Who sends a request: nobody, a data key, an account key, or somebody with what is no key. */
export type Sender = 'nobody' | 'data' | 'account' | 'both' | 'wrong' | 'malformed';

/** A request to send as it stands. */
export interface FuzzRequest {
  /** Undefined where the path or method is not one of the document's. */
  route: Route | undefined;
  method: string;
  /** With its query; encoded. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  sender: Sender;
}

type Text = string | undefined;

/**
 * Requests to all operations: each value is right (from the operation's example or its schema) or, now and then,
 * wrong in a way of its own.
 */
export function requestsOf(
  routes: readonly Route[],
  examples: Readonly<Record<string, { valid: Example }>>,
): fc.Arbitrary<FuzzRequest> {
  const known = routes.map((route) => requestOf(route, examples[route.operation.operationId]?.valid));
  const paths = routes.map(({ path }) => path.replaceAll(/[{}]/g, ''));
  return fc.oneof({ weight: 30, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: unrouted(paths) });
}

function requestOf(route: Route, example: Example | undefined): fc.Arbitrary<FuzzRequest> {
  const { path, method, operation } = route;
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((each) => each.in === 'path');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const schema = requestBody?.content['application/json']?.schema;
  return fc
    .record({
      path: fc.tuple(...inPath.map((each) => pathValue(each, example))),
      query: fc.tuple(...inQuery.map((each) => queryValue(each, example?.query[each.name]))),
      extra: often(
        fc.constant<[string, string][]>([]),
        fc.array(
          fc.tuple(
            fc.constantFrom('x', 'count', '__proto__', 'key', 'cursor'),
            fc.constantFrom(...hostileTexts),
          ),
          { maxLength: 3 },
        ),
      ),
      body:
        schema === undefined
          ? often(fc.constant(undefined), fc.constantFrom(...hostileBodies))
          : bodyOf(schema, example?.body),
      type: often(
        fc.constant('application/json'),
        fc.constantFrom(
          'text/plain',
          'application/xml',
          'application/json; charset=utf-16',
          'application/sql',
          'application/merge-patch+json',
          'multipart/form-data; boundary=x',
          '',
        ),
      ),
      headers: headersOf(operation.operationId.endsWith('_sql')),
      sender: senderOf(operation.security ?? []),
    })
    .map(({ path: values, query, extra, body, type, headers, sender }) => {
      const filled = inPath.reduce((text, { name }, i) => text.replace(`{${name}}`, values[i] ?? ''), path);
      const pairs = [
        ...inQuery.flatMap(({ name }, i) => (query[i] === undefined ? [] : [`${name}=${query[i]}`])),
        ...extra.map(([name, value]) => `${encode(name)}=${encode(value)}`),
      ];
      return {
        route,
        method,
        target: `${filled}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
        headers: { ...headers, ...(body !== undefined && type !== '' && { 'content-type': type }) },
        body: method === 'GET' ? undefined : body,
        sender,
      };
    });
}

/** Stands in a target for a value of this field that was answered before; raw braces are nothing that generated texts have. */
export const answeredMarker = (field: string) => `{${field}}`;

/** Mostly the first, sometimes the second. */
function often<Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

function pathValue({ name }: ApiParameter, example: Example | undefined): fc.Arbitrary<string> {
  const right = example?.path[name] ?? name;
  const wrong = fc.constantFrom(...hostileTexts.filter((text) => text !== '')).map(encode);
  const usual = answeredFields.includes(name) ? answeredMarker(name) : encode(right);
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: wrong });
}

/** Encoded; undefined where it is left out. */
function queryValue({ name, schema, required }: ApiParameter, example: unknown): fc.Arbitrary<Text> {
  const own = textOf(schema).map(encode);
  const values = name === 'cursor' ? fc.oneof(own, fc.constant(answeredMarker(name))) : own;
  const right = example === undefined ? values : fc.oneof(fc.constant(encode(String(example))), values);
  const left = fc.constant(undefined);
  const wrong = fc.oneof(
    fc.constantFrom(...hostileTexts).map(encode),
    fc.constantFrom('%', '%zz', '%ff%fe', '+', '%C0%AF'),
  );
  return fc.oneof(
    { weight: 8, arbitrary: right },
    { weight: required === true ? 1 : 8, arbitrary: left },
    { weight: 2, arbitrary: wrong },
  );
}

/** A value of a schema as a query has it, mostly within its bounds. */
function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const { type, enum: values, minimum = 0, maximum = 1_000, format } = schema;
  const first = schema.anyOf?.find((each) => each.type !== 'null');
  if (first !== undefined) return textOf(first);
  if (values !== undefined) return fc.constantFrom(...values.map(String));
  if (type === 'integer') {
    const within = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 30) });
    const edges = fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1);
    return fc.oneof({ weight: 4, arbitrary: within }, { weight: 1, arbitrary: edges }).map(String);
  }
  if (type === 'boolean') return fc.constantFrom('true', 'false', '1', 'off', 'Y');
  if (format === 'date-time') return fc.constantFrom('2026-01-01', '2026-11-01T00:00:00Z', '1700000000');
  return fc.oneof(
    fc.constantFrom('a', 'fyp', 'transcripts', 'comments,video_files', '#tag', '@name'),
    fc.string({ maxLength: 20 }),
  );
}

/** A body: the example with some members changed, an object from the schema, or no JSON at all. */
function bodyOf(schema: JsonSchema, example: unknown): fc.Arbitrary<Text> {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) =>
    fc.option(fc.tuple(fc.constant(name), memberOf(name, member)), { nil: undefined, freq: 3 }),
  );
  const changed = fc.tuple(...members).map((pairs) => {
    const own = pairs.filter((pair) => pair !== undefined);
    const kept = Object.entries((example ?? {}) as object)
      .filter(([name]) => !own.some(([changedName]) => changedName === name))
      .map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
    return `{${[...kept, ...own].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
  });
  const usual = fc.oneof(
    { weight: 1, arbitrary: fc.constant(JSON.stringify(example ?? {})) },
    { weight: 4, arbitrary: changed },
  );
  return fc.oneof(
    { weight: 12, arbitrary: usual },
    { weight: 1, arbitrary: fc.constantFrom(...hostileBodies) },
  );
}

/** As it is written in JSON. */
function memberOf(name: string, schema: JsonSchema): fc.Arbitrary<string> {
  const right = jsonOf(name, schema).map((value) => JSON.stringify(value));
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...hostileJson) });
}

function jsonOf(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (name === 'query') return fc.constantFrom(...statements);
  if (name === 'parameters')
    return fc.constantFrom(null, [5], { author: 'a', least: 3 }, ['9007199254740993'], [], {}, [[1]]);
  if (name === 'timeout_ms') return fc.constantFrom(30_000, 10_000, 1);
  if (name === 'wait_timeout_ms') return fc.constantFrom(0, 10, 5_000, null);
  const { enum: values, items, properties } = schema;
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return fc.oneof(...union.map((each) => jsonOf(name, each)));
  if (values !== undefined) return fc.constantFrom(...values);
  if (items !== undefined) return fc.array(jsonOf(name, items), { maxLength: 3 });
  if (properties !== undefined) {
    const members = Object.fromEntries(
      Object.entries(properties).map(([key, member]) => [key, jsonOf(key, member)]),
    );
    return fc.record(members, { requiredKeys: [] });
  }
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'boolean')
    return textOf(schema).map((text) => (type === 'integer' ? Number(text) : text === 'true'));
  if (type === 'number') return fc.constantFrom(0, 0.01, 5, 1e9, -1);
  if (type === 'null') return fc.constant(null);
  return textOf(schema);
}

function headersOf(isSql: boolean): fc.Arbitrary<Record<string, string>> {
  const accepts = [
    '*/*',
    'application/problem+json',
    'image/png',
    ',,;q=',
    '*/*;q=0',
    ...(isSql
      ? [
          'text/csv',
          'application/x-ndjson',
          'application/vnd.apache.arrow.stream',
          'application/vnd.apache.parquet',
        ]
      : []),
  ];
  const oddly = (values: readonly string[]) =>
    fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 }).map((value) => value);
  return fc
    .record({
      accept: fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: oddly(accepts) },
      ),
      'x-request-id': fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: oddly(['mine', 'a'.repeat(300), '"quoted"']) },
      ),
      'idempotency-key': fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            ...Array.from({ length: 20 }, (_, i) => `name-${i}`),
            ' ',
            'x'.repeat(256),
          ),
        },
      ),
      'if-none-match': fc.oneof(
        { weight: 8, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('*', '"x"', 'W/"y"') },
      ),
      'accept-encoding': fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('gzip', 'br', 'zstd', 'identity;q=0', 'gzip;q=x') },
      ),
      'content-encoding': fc.oneof(
        { weight: 40, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom('gzip', 'identity') },
      ),
    })
    .map(
      (headers) =>
        Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
          string,
          string
        >,
    );
}

function senderOf(security: readonly Record<string, unknown>[]): fc.Arbitrary<Sender> {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  const right: Sender = schemes.includes('APIKeyHeader') ? 'account' : schemes.length > 0 ? 'data' : 'nobody';
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant(right) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Sender>('nobody', 'data', 'account', 'both', 'wrong', 'malformed'),
    },
  );
}

/** Paths and methods that the document does not have. */
function unrouted(paths: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const path = fc.oneof(
    fc.constantFrom(...paths),
    fc.constantFrom(...paths).map((text) => `${text}/`),
    fc.constantFrom(...hostileTexts).map((text) => `/${encode(text)}`),
    fc.constantFrom(
      '/',
      '//',
      '/api',
      '/api/',
      '/API/platforms',
      '/api/nowhere/sql',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/api/%zz',
      '/docs/',
      `/${'a'.repeat(9_000)}`,
    ),
  );
  return fc
    .record({
      path,
      method: fc.constantFrom(
        'GET',
        'POST',
        'PUT',
        'DELETE',
        'PATCH',
        'OPTIONS',
        'HEAD',
        'TRACE',
        'PROPFIND',
      ),
    })
    .map(({ path: target, method }) => ({
      route: undefined,
      method,
      target,
      headers: {},
      body: undefined,
      sender: 'data',
    }));
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
