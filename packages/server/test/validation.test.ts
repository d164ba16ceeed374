import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { findJsonDecodeError } from '../src/fastapi/json-decode-error.ts';

const shared = process.env.SDQ_SHARED ?? new URL('../../../../shared', import.meta.url).pathname;
const fixtures = `${shared}/fixtures/fastapi-422.json`;

interface Fixture {
  request: string;
  headers: Record<string, string>;
  body: string | null;
  status: number;
  response_headers: Record<string, string>;
  response: unknown;
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

describe.skipIf(!existsSync(fixtures))('bodies that a real FastAPI gave', () => {
  const all = existsSync(fixtures) ? (JSON.parse(readFileSync(fixtures, 'utf8')) as Fixture[]) : [];

  test.each(all.map((fixture) => [`${fixture.request} ${fixture.body}`, fixture] as const))(
    '%s',
    async (_name, { request, headers, body, status, response_headers: expected, response }) => {
      const [method = '', path = ''] = request.split(' ');
      const isAccount = path.startsWith('/api/users');
      const own: Record<string, string> = isAccount
        ? { 'x-api-key': service.accountKey }
        : { authorization: `Bearer ${service.key}` };
      const sent = { ...headers, ...(status !== 401 && own) };
      if (isAccount && status !== 401) delete sent['X-API-Key'];
      if (!isAccount && status !== 401) delete sent.Authorization;
      const answer = await fetch(service.service.url + path, { method, headers: sent, body });
      // what that application answered 200 may be unknown here
      expect(status === 200 ? [200, 404] : [status]).toContain(answer.status);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('www-authenticate')).toBe(expected['www-authenticate'] ?? null);
      if (status === 422) expect(await answer.text()).toBe(JSON.stringify(response));
    },
  );
});

describe('422', () => {
  const cases: [unknown, unknown[]][] = [
    ['', [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]],
    ['null', [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]],
    [
      { limit: 10_001 },
      [
        {
          type: 'less_than_equal',
          loc: ['body', 'limit'],
          msg: 'Input should be less than or equal to 10000',
          input: 10_001,
          ctx: { le: 10_000 },
        },
      ],
    ],
    [
      { limit: null, query: 5, include_full_data: 'perhaps', format: 'xml' },
      [
        { type: 'string_type', loc: ['body', 'query'], msg: 'Input should be a valid string', input: 5 },
        { type: 'int_type', loc: ['body', 'limit'], msg: 'Input should be a valid integer', input: null },
        {
          type: 'bool_parsing',
          loc: ['body', 'include_full_data'],
          msg: 'Input should be a valid boolean, unable to interpret input',
          input: 'perhaps',
        },
        {
          type: 'literal_error',
          loc: ['body', 'format'],
          msg: "Input should be 'json', 'ndjson', 'csv', 'arrow' or 'parquet'",
          input: 'xml',
          ctx: { expected: "'json', 'ndjson', 'csv', 'arrow' or 'parquet'" },
        },
      ],
    ],
    [
      { limit: 1.5 },
      [
        {
          type: 'int_from_float',
          loc: ['body', 'limit'],
          msg: 'Input should be a valid integer, got a number with a fractional part',
          input: 1.5,
        },
      ],
    ],
    [
      { limit: '99999999999999999999' },
      [
        {
          type: 'less_than_equal',
          loc: ['body', 'limit'],
          msg: 'Input should be less than or equal to 10000',
          input: '99999999999999999999',
          ctx: { le: 10_000 },
        },
      ],
    ],
    [
      { parameters: [{ a: 1 }] },
      [
        {
          type: 'value_error',
          loc: ['body', 'parameters'],
          msg: expect.stringMatching(/^Value error, parameters must be a list or an object/),
          input: [{ a: 1 }],
          ctx: { error: {} },
        },
      ],
    ],
  ];
  test.each(cases)('%j', async (body, detail) => {
    const answer = await postSql(service, body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ detail });
  });

  test('the greatest limit depends on the format, named in the body or accepted', async () => {
    const select = { query: 'SELECT video_id FROM videos LIMIT 1', limit: 10_001 };
    expect((await postSql(service, { ...select, format: 'csv' })).status).toBe(200);
    expect((await postSql(service, select, { accept: 'text/csv' })).status).toBe(200);
    expect((await postSql(service, { ...select, format: 'json' }, { accept: 'text/csv' })).status).toBe(422);
    expect((await postSql(service, { ...select, limit: 1_000_001, format: 'csv' })).status).toBe(422);
  });

  test('malformed JSON comes before credentials, credentials before fields', async () => {
    const nobody = { ...service, key: '' };
    expect((await postSql(nobody, '{"limit": 0')).status).toBe(422);
    expect((await postSql(nobody, { limit: 0 })).status).toBe(401);
  });

  test('unknown keys are ignored, hostile ones too', async () => {
    const answer = await postSql(
      service,
      '{"query":"SELECT 1 AS one","__proto__":{"limit":0},"constructor":1}',
    );
    expect(answer.status).toBe(200);
  });

  test('a body nested too deeply is refused before anything prints it', async () => {
    const answer = await postSql(service, '['.repeat(200_000));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: [{ type: 'json_invalid' }] });
  });
});

test.each([
  [{ alertThreshold: 'NaN' }, 'finite_number'],
  [{ alertThreshold: '1e400' }, 'finite_number'],
  [{ alertThreshold: '1__0' }, 'float_parsing'],
  [{ alertThreshold: '0x10' }, 'float_parsing'],
  [{ alertThreshold: true }, 'float_type'],
  [{ alertThreshold: -0.5 }, 'greater_than_equal'],
  [{ alertThreshold: 1e10 }, 'less_than_equal'],
  [{ alertThreshold: ' 1_0.5 ' }, undefined],
  [{ alertThreshold: null }, undefined],
])('settings %j', async (settings, type) => {
  const answer = await fetch(`${service.service.url}/api/users/me`, {
    method: 'PATCH',
    headers: { 'x-api-key': service.accountKey, 'content-type': 'application/json' },
    body: JSON.stringify({ settings }),
  });
  const { detail } = (await answer.json()) as { detail?: { type: string; loc: string[] }[] };
  expect([answer.status, detail?.[0]?.type]).toEqual([type === undefined ? 200 : 422, type]);
  if (detail !== undefined) expect(detail[0]?.loc).toEqual(['body', 'settings', 'alertThreshold']);
});

test.each(['abc', -1, [], true, '1.23456', '$', 1e12])('%j is no amount of money', async (spend_limit) => {
  const answer = await fetch(`${service.service.url}/api/users/me/api-keys`, {
    method: 'POST',
    headers: { 'x-api-key': service.accountKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'n', spend_limit }),
  });
  expect(answer.status).toBe(422);
  const msg = 'Value error, expected US dollars, such as "$0.0100" or 0.01';
  expect(await answer.json()).toEqual({
    detail: [
      { type: 'value_error', loc: ['body', 'spend_limit'], msg, input: spend_limit, ctx: { error: {} } },
    ],
  });
});

describe('where JSON goes wrong', () => {
  test.each([
    ['{bad', 1, 'Expecting property name enclosed in double quotes'],
    ['{"a":1,}', 7, 'Expecting property name enclosed in double quotes'],
    ['[1 2]', 3, "Expecting ',' delimiter"],
    ['{"a" 1}', 5, "Expecting ':' delimiter"],
    ['{"a": }', 6, 'Expecting value'],
    ['"😀é', 0, 'Unterminated string starting at'],
    ['["😀é", x]', 7, 'Expecting value'],
    ['"\\q"', 1, 'Invalid \\escape'],
    ['"\\u12"', 2, 'Invalid \\uXXXX escape'],
    ['"a\nb"', 2, 'Invalid control character at'],
    ['{} {}', 3, 'Extra data'],
    ['NaN', 0, 'Expecting value'],
  ])('%j', (text, position, message) => {
    expect(findJsonDecodeError(text)).toEqual({ position, message });
  });

  test('a fault is found in every text that JSON.parse refuses, and lies within it', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '0.',
      'null',
      'x',
      ' ',
      '\\u00',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        try {
          JSON.parse(text);
        } catch {
          const { position, message } = findJsonDecodeError(text);
          expect(position).toBeLessThanOrEqual([...text].length);
          expect(message).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });
});
