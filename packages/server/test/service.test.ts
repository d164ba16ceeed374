import { errorCodes, platformList, platforms, priceList } from '@sdq/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postSql, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { startService } from '../src/index.ts';
import { routes } from '../src/routes/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => await service[Symbol.asyncDispose]());

const get = async (path: string) => (await (await fetch(service.service.url + path)).json()) as never;

test('the platforms, with what is indexed', async () => {
  const { data, cost } = (await get('/api/platforms')) as { data: unknown; cost: string };
  expect(cost).toBe('$0.0000');
  expect(platformList(platforms).strict().safeParse(data).error).toBeUndefined();
  const { platforms: listed } = data as { platforms: { platform: string }[] };
  expect(listed.map(({ platform }) => platform)).toEqual(platforms);
  expect(data).toMatchObject({
    platforms: [
      { platform: 'shortvideo', status: 'SQL ready', sql: 'available', records_indexed: 5_000 },
      { platform: 'network', status: 'indexing in progress', sql: 'coming soon', records_indexed: 3 },
      ...platforms.slice(2).map((platform) => ({ platform })),
    ],
  });
});

test('the prices', async () => {
  const { data } = (await get('/api/pricing')) as { data: { endpoints: object[] } };
  expect(priceList.strict().safeParse(data).error).toBeUndefined();
  expect(data.endpoints).toContainEqual({
    endpoint: '/api/shortvideo/hashtag',
    per: 'post',
    price: '$0.0005',
    addons: { transcripts: '$0.0005', video_files: '$0.0001', comments: '$0.0005' },
  });
});

interface Operation {
  operationId: string;
  security?: object[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, object>;
}

test('the OpenAPI document is of version 3.1.0 and has every route', async () => {
  const document = (await get('/openapi.json')) as {
    openapi: string;
    info: { version: string };
    servers: object[];
    paths: Record<string, Record<string, Operation>>;
    components: { securitySchemes: object; schemas: Record<string, { properties?: object }> };
  };
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0' },
    servers: [{ url: service.service.url }],
  });
  expect(Object.keys(document.components.securitySchemes)).toEqual(['HTTPBearer', 'APIKeyHeader']);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(routes.length).toBeLessThanOrEqual(operations.length);
  const sql = document.paths['/api/shortvideo/sql']?.post;
  expect(sql?.security).toEqual([{ HTTPBearer: [] }]);
  expect(sql?.requestBody?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/SqlRequest',
  });
  expect(document.components.schemas.SqlRequest?.properties).toMatchObject({
    query: { type: 'string', default: '' },
    limit: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 100 },
    include_full_data: { type: 'boolean', default: false },
  });
  expect(document.paths['/api/users/me/api-keys/{key_id}']?.delete?.security).toEqual([{ APIKeyHeader: [] }]);
});

describe('stopping', () => {
  test('a request that runs is answered, later ones are not taken', async () => {
    const { engine, accounts } = service;
    const second = await startService({ engine, accounts, host: '127.0.0.1', port: 0 });
    const running = postSql(
      { ...service, service: second },
      {
        query: 'SELECT count(*) AS n FROM videos AS a, videos AS b, videos AS c WHERE c.play_count < 9',
        timeout_ms: 20_000,
      },
    );
    while ((await accounts.findAccount(service.accountId))?.reservedUnits === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await second.close();
    expect((await running).status).toBe(200);
    await expect(fetch(`${second.url}/healthz`)).rejects.toThrow();
  });

  test('an address that is taken is named', async () => {
    const { engine, accounts } = service;
    const port = Number(new URL(service.service.url).port);
    await expect(startService({ engine, accounts, host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'address_unavailable',
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
  });
});

test('where doc_url points, each code is explained', async () => {
  const answer = await fetch(`${service.service.url}/api/shortvideo/sql`, { method: 'POST' });
  const { error } = (await answer.json()) as { error: { code: string; doc_url: string } };
  const page = await fetch(error.doc_url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const text = await page.text();
  expect(error.doc_url.endsWith(`#${error.code}`)).toBe(true);
  for (const code of Object.keys(errorCodes)) expect(text).toContain(`id="${code}"`);
});
