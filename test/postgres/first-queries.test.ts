import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstQueries } from './first-queries.ts';
import { type PostgresService, startPostgresService } from './postgres-service.ts';

describe('what tools ask first', () => {
  let service: PostgresService;
  let client: pg.Client;
  beforeAll(async () => {
    service = await startPostgresService();
    ({ client } = await service.connect());
  });
  afterAll(async () => {
    await client.end();
    await service[Symbol.asyncDispose]();
  });

  test.each(firstQueries.map((query) => [`${query.tool}: ${query.asks}`, query] as const))(
    '%s',
    async (_, query) => {
      const asked = client.query(query.sql);
      if (query.refused !== undefined)
        return await expect(asked).rejects.toMatchObject({ code: query.refused });
      const { rows } = await asked;
      if (query.first === undefined) expect(rows).toEqual([]);
      else expect(rows[0]).toMatchObject(query.first);
    },
  );
});
