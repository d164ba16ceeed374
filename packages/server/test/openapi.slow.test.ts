import { readFileSync } from 'node:fs';
import { errorCodes } from '@sdq/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Described, describeSample } from '../../../scripts/make-examples.ts';
import { unroutedCodes } from '../src/openapi/operation-errors.ts';
import { statusOf, unansweredCodes } from '../src/response/error-status.ts';
import { committedExamples } from './committed-examples.ts';

/** The document that a running service gives, and all of its examples sent to that service. */

interface Shown {
  value?: unknown;
  $ref?: string;
}

interface Content {
  schema: object;
  example?: unknown;
  examples?: Record<string, Shown>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary?: string;
  security?: Record<string, string[]>[];
  parameters: { name: string; in: string; schema: object; example?: unknown }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { headers?: object; content?: Record<string, Content> }>;
}

interface ApiDocument {
  openapi: string;
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: object; examples: Record<string, { value: unknown }> };
}

const hint = 'what routes take or answer has changed: npm run docs:examples, and read what it changes';
const committed = committedExamples();
let described: Described;
let api: ApiDocument;
let operations: Operation[];
beforeAll(async () => {
  described = await describeSample();
  api = described.document as unknown as ApiDocument;
  operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));
});

test('docs/openapi.json is the document that the service gives', () => {
  const file = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  // a diff of the whole would be a book
  const [expected, actual] = [file, `${JSON.stringify(described.document, undefined, 1)}\n`].map((text) =>
    text.split('\n'),
  );
  const line = expected?.findIndex((text, at) => text !== actual?.[at]) ?? 0;
  expect(actual?.[line], `${hint} (line ${line + 1})`).toBe(expected?.[line]);
  expect(actual?.length).toBe(expected?.length);
});

test('every example is answered as it says', () => {
  const made = Object.fromEntries(described.examples.map((each) => [each.operationId, each.made]));
  expect(made, hint).toEqual(committed);
});

test('it is OpenAPI 3.1, to a validator that others wrote', async () => {
  expect(api).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
  const { valid, errors } = await new Validator().validate(structuredClone(api) as never);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('every operation has a unique ID that begins with a verb, a known tag, a summary, and examples of request and answers', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const verbs = /^(cancel|check|create|delete|get|list|open|query|read|rotate|run|search|update)_/;
  expect(ids.filter((id) => !verbs.test(id))).toEqual([]);
  expect(Object.keys(api.components.securitySchemes)).toEqual(['HTTPBearer', 'APIKeyHeader']);
  const tags = api.tags.map(({ name }) => name);
  for (const { operationId, tags: own, summary, parameters, requestBody, responses } of operations) {
    expect(tags, operationId).toEqual(expect.arrayContaining(own));
    expect(summary, operationId).toBeTruthy();
    const shown = committed[operationId]?.valid;
    for (const { name, in: place, example } of parameters) {
      if (place === 'path' || name in (shown?.query ?? {}))
        expect(example, `${operationId} ${name}`).toBeDefined();
    }
    if (requestBody) expect(requestBody.content['application/json']?.example, operationId).toBeDefined();
    for (const [status, { headers, content }] of Object.entries(responses)) {
      expect(headers, `${operationId} ${status}`).toHaveProperty('X-Request-Id');
      const json = content?.['application/json'];
      if (json === undefined || Object.keys(committed[operationId] ?? {}).length === 0) continue;
      if (status === '202') continue;
      if (status === '422' && committed[operationId]?.invalid === undefined) continue;
      // SQL of platforms that are not ready succeeds nowhere yet
      if (status === '200' && shown?.status !== 200) continue;
      expect(Object.keys(json.examples ?? {}), `${operationId} ${status}`).not.toEqual([]);
    }
  }
});

test('a POST with a key can be named', () => {
  for (const [path, { post }] of Object.entries(api.paths)) {
    if (post === undefined) continue;
    const names = post.parameters.map(({ name }) => name);
    const isRetained = (post.security ?? []).length > 0 && !/\/sql\/(?:check|quotes)$/.test(path);
    expect(names.includes('Idempotency-Key'), path).toBe(isRetained);
  }
});

describe('examples and schemas', () => {
  test('every example is what its schema says', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: false });
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    ajv.addSchema(api as never, 'api');
    const compiled = new Map<string, ValidateFunction>();
    const faults: string[] = [];
    const check = (at: string, schema: object, value: unknown) => {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
      compiled.set(text, validate);
      if (!validate(value)) faults.push(`${at}: ${ajv.errorsText(validate.errors)}`);
    };
    for (const { operationId, parameters, requestBody, responses } of operations) {
      for (const { name, schema, example } of parameters) {
        if (example !== undefined) check(`${operationId} ${name}`, schema, coerced(schema, example));
      }
      const body = requestBody?.content['application/json'];
      if (body?.example !== undefined) check(`${operationId} body`, body.schema, body.example);
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const [type, { schema, examples = {} }] of Object.entries(content)) {
          for (const [name, shown] of Object.entries(examples)) {
            check(`${operationId} ${status} ${type} ${name}`, schema, shownValue(shown));
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });

  const shownValue = ({ $ref, value }: Shown) =>
    $ref === undefined ? value : api.components.examples[$ref.split('/').at(-1) ?? '']?.value;
  /** Query values are texts: the link of a video file is given as it stands. */
  const coerced = (schema: object, value: unknown) =>
    'type' in schema && schema.type === 'integer' ? Number(value) : value;
});

describe('codes', () => {
  /** What the document says that an operation can be answered with. */
  const documented = () =>
    operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) =>
        Object.keys(content?.['application/json']?.examples ?? {})
          .filter((name) => name !== 'example' && name !== 'validation')
          .map((code) => [code, Number(status)] as const),
      ),
    );

  test('what the document names is in the table, with its status', () => {
    for (const [code, status] of documented()) {
      expect(Object.keys(errorCodes)).toContain(code);
      expect(statusOf(code as keyof typeof errorCodes), code).toBe(status);
    }
  });

  test('what is in the table and can be answered is in the document', () => {
    const names = new Set(documented().map(([code]) => code));
    const left: string[] = [...unansweredCodes, ...unroutedCodes];
    expect(Object.keys(errorCodes).filter((code) => !names.has(code) && !left.includes(code))).toEqual([]);
  });
});
