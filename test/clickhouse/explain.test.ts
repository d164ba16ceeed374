import { join } from 'node:path';
import { Readable } from 'node:stream';
import { defineTable, withTables } from '@sdq/catalog';
import { clickhouseBackend, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { type Engine, openEngine } from '@sdq/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { hasClickHouse, openCluster, type TestCluster } from './nodes/cluster.ts';

const sales = defineTable({
  name: 'sales',
  description: 'One row per sale.',
  columns: {
    sale: { type: 'BIGINT', key: true },
    shop: { type: 'VARCHAR', role: 'owner' },
    sold_at: { type: 'TIMESTAMPTZ', role: 'time', main: true },
    price: 'DECIMAL(12, 2)',
    labels: { type: 'VARCHAR[]', role: 'tags' },
    note: { type: 'VARCHAR', role: 'text' },
  },
});

describe.skipIf(!hasClickHouse)("a cluster with a user's own table", () => {
  let cluster: TestCluster;
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let embedded: Engine;
  let distributed: Engine;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    const index = join(directory.path, 'index');
    embedded = await openEngine({ index, tables: [sales], isolation: 'in-process', refreshMs: 0 });
    const rows = Array.from({ length: 3_000 }, (_, at) => ({
      sale: at,
      shop: `shop${at % 7}`,
      sold_at: new Date(Date.UTC(2026, at % 5, 1 + (at % 27))).toISOString(),
      price: `${at % 100}.25`,
      labels: [`l${at % 3}`],
      note: `note ${at}`,
    }));
    await embedded.add(Readable.from(rows), { table: 'sales' });
    cluster = await openCluster({ shards: 2 });
    await initCluster(cluster);
    await loadSnapshot({ ...cluster, index, catalog: withTables([sales]) });
    distributed = await openEngine({
      index,
      tables: [sales],
      backend: clickhouseBackend(cluster),
      refreshMs: 0,
    });
  });
  afterAll(async () => {
    await distributed?.close();
    await embedded?.close();
    await cluster?.[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  test('answers the same as the index', async () => {
    for (const sql of [
      'SELECT * FROM sales ORDER BY sale',
      'SELECT shop, count(*) AS n, sum(price) AS total, min(sold_at) AS first FROM sales GROUP BY shop ORDER BY shop',
    ]) {
      const answer = async (engine: Engine) => await (await engine.query(sql)).toArray();
      expect(await answer(distributed)).toEqual(await answer(embedded));
    }
  });

  test('explains a query: its SQL, what it reads, and what the language leaves open', async () => {
    const one = await distributed.explain(
      "SELECT count(*) AS n FROM sales WHERE sold_at >= TIMESTAMPTZ '2026-05-01'",
    );
    expect(one.rules[0]).toMatchObject({
      rule: 'clickhouse-sql',
      note: expect.stringMatching(/^SELECT .*count/is),
    });
    expect(one.routes).toMatchObject([{ table: expect.stringMatching(/sales$/), via: 'clickhouse' }]);
    const all = await distributed.explain('SELECT shop, sum(price) FROM sales GROUP BY shop');
    // one month of five
    expect(one.rowsEstimated).toBeLessThan(all.rowsEstimated / 2);
    expect(all.rowsEstimated).toBeGreaterThan(2_000);
    const open = await distributed.explain('SELECT any_value(note) AS note FROM sales GROUP BY shop');
    expect(open.rules.filter(({ rule }) => rule === 'left-open')).not.toEqual([]);
  });
});
