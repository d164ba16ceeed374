import { readFileSync } from 'node:fs';
import { builtInPlatforms } from '@sdq/catalog';
import { pricesAt, priceTablesOf } from '@sdq/pricing';
import { expect, test } from 'vitest';

/** Findings of a review of the OpenAPI document, by their numbers. `openapi.slow.test.ts` holds the file to the service. */

interface Content {
  schema?: { $ref?: string; type?: string; format?: string };
}

interface Operation {
  operationId: string;
  description?: string;
  security: object[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

const document = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } };
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const operation = (id: string) => operations.find(({ operationId }) => operationId === id) as Operation;

test('2: every body has a schema; streams are text or bytes', () => {
  for (const { operationId, responses, requestBody } of operations) {
    const contents = [requestBody, ...Object.values(responses)].flatMap((each) =>
      Object.entries(each?.content ?? {}),
    );
    for (const [type, { schema }] of contents) expect(schema, `${operationId} ${type}`).toBeDefined();
  }
  const { content = {} } = operation('query_shortvideo_sql').responses['200'] ?? {};
  expect(content['text/csv']?.schema).toEqual({ type: 'string' });
  expect(content['application/x-ndjson']?.schema).toEqual({ type: 'string' });
  expect(content['application/vnd.apache.arrow.stream']?.schema).toEqual({
    type: 'string',
    format: 'binary',
  });
});

test('3: requests, records and answers have names, and none hides a type of a language', () => {
  const names = Object.keys(document.components.schemas);
  const expected = ['Video', 'Comment', 'ApiKey', 'SqlAnswer', 'SqlRequest', 'CreateApiKeyRequest', 'User'];
  expect(names).toEqual(expect.arrayContaining(expected));
  expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]+$/.test(name))).toEqual([]);
  expect(names.filter((name) => ['Error', 'Record', 'Map', 'Set', 'Date', 'Object'].includes(name))).toEqual(
    [],
  );
  for (const { operationId, responses } of operations) {
    const schema = responses['200']?.content?.['application/json']?.schema;
    const isSmall =
      ['get_events', 'get_health', 'get_media', 'get_openapi_document', 'get_result_file'].includes(
        operationId,
      ) || /^get_\w+_sql_statement_events$/.test(operationId);
    if (!isSmall) expect(schema?.$ref, operationId).toBeDefined();
  }
});

test('17: every operation has a description, lists have items, SQL text is declared, /users/me takes both keys', () => {
  expect(operations.filter(({ description }) => !description).map(({ operationId }) => operationId)).toEqual(
    [],
  );
  expect(JSON.stringify(document)).not.toMatch(/"type":"array"(?=[,}])(?![^}]*"items")/);
  expect(operation('query_photo_sql').requestBody?.content['application/sql']?.schema).toEqual({
    type: 'string',
  });
  expect(operation('get_current_user').security).toEqual([{ APIKeyHeader: [] }, { HTTPBearer: [] }]);
  const { endpoints } = pricesAt(Date.now(), priceTablesOf(builtInPlatforms));
  expect(endpoints['shortvideo/profile']).toMatchObject({ per: 'record' });
});

test('17: required properties are declared', () => {
  const faults: string[] = [];
  const visit = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null || at.includes('/example')) return;
    const { required, properties } = value as { required?: unknown; properties?: object };
    if (Array.isArray(required) && required.some((name) => !Object.hasOwn(properties ?? {}, name)))
      faults.push(at);
    for (const [name, part] of Object.entries(value)) visit(part, `${at}/${name}`);
  };
  visit(document, '');
  expect(faults).toEqual([]);
});

/** Every schema of the document, with its place. */
function schemasOf(value: unknown, at = ''): (readonly [at: string, schema: Record<string, unknown>])[] {
  if (typeof value !== 'object' || value === null || at.includes('/example')) return [];
  const parts = Object.entries(value).flatMap(([name, part]) => schemasOf(part, `${at}/${name}`));
  return Array.isArray(value) ? parts : [[at, value as Record<string, unknown>], ...parts];
}

test('10: integers that may need 64 bits say so: other languages would read them into 32', () => {
  const unbounded = schemasOf(document).filter(
    ([, schema]) => schema.type === 'integer' && schema.maximum === undefined,
  );
  expect(unbounded.length).toBeGreaterThan(100);
  expect(unbounded.filter(([, { format }]) => format !== 'int64').map(([at]) => at)).toEqual([]);
  expect(JSON.stringify(document.components.schemas.Video)).toContain('"format":"int64"');
});

test('10: no schema has a property of its own name, which openapi-python-client takes for the schema', () => {
  const snake = (name: string) =>
    name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  const faults = Object.entries(document.components.schemas).filter(([name, schema]) =>
    Object.hasOwn((schema as { properties?: object }).properties ?? {}, snake(name)),
  );
  expect(faults.map(([name]) => name)).toEqual([]);
});
