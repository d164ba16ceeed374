import { type OwnTable, tableId } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { makeManifest, openSnapshot, publish, writeTableFile } from '@sdq/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { buildIndex } from '../../../../src/backends/duckdb/segments/build-index.ts';
import { type OpenIndex, openIndex } from '../plan/open-index.ts';

/** Of 9,000 sales, each of another shop: half have two stars, a fifth five points, and all another price. */
const sales: OwnTable = {
  isOwn: true,
  guessed: [],
  platform: 'own',
  name: 'sales',
  description: '',
  key: ['id'],
  sortBy: ['id'],
  zoneColumns: [],
  observedBy: 'seen_at',
  columns: [
    { name: 'id', type: 'BIGINT', nullable: false, description: '' },
    { name: 'shop', role: 'owner', type: 'VARCHAR', nullable: true, description: '' },
    { name: 'stars', role: 'measure', type: 'SMALLINT', nullable: true, description: '' },
    { name: 'points', role: 'measure', type: 'INTEGER', nullable: true, description: '' },
    { name: 'price', role: 'measure', type: 'BIGINT', nullable: true, description: '' },
    { name: 'seen_at', type: 'TIMESTAMP WITH TIME ZONE', nullable: false, description: '' },
  ],
  examples: [],
};

let index: OpenIndex;
let rows: Readonly<Record<string, number>>;

beforeAll(async () => {
  index = await openIndex(
    async (root) => {
      await using database = await Database.open();
      const connection = await database.connect();
      const relation = `(SELECT i AS id, 'shop ' || i AS shop, 1 + i % 2 AS stars, 1 + i % 5 AS points, i * 7 AS price,
      now() AS seen_at, NULL AS _older FROM range(9_000) AS numbers(i))`;
      const file = await writeTableFile(connection, root, sales, null, relation);
      connection.closeSync();
      const tables = { [tableId(sales)]: file === null ? [] : [file] };
      await publish(root, makeManifest({ parent: null, tables, sources: [] }));
      await buildIndex({ index: root, tables: [sales], smallTables: true });
      const [segment] = (await openSnapshot(root)).segments(sales);
      const structures = Object.entries(segment?.structures ?? {});
      rows = Object.fromEntries(structures.map(([name, structure]) => [name, structure.rows]));
    },
    [sales],
  );
});

afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

test('where too many rows tie with the last that leads, none of them is kept', () => {
  expect(rows).toMatchObject({ scan: 9_000, top_stars: 0, top_points: 1_800, top_price: 1_000 });
});

test('where too many groups tie with the last that leads, none of them is kept', () => {
  // Of shops that lead by points, and by price; by stars and rows there are none.
  expect(rows.shop_totals).toBe(9_000);
  expect(rows.shop_leaders).toBe(1_800 + 1_000 - 200);
});

test.each([
  { path: 'top-rows', sql: 'SELECT id FROM sales WHERE stars >= 2', fires: false },
  { path: 'top-rows', sql: 'SELECT id FROM sales WHERE points >= 5', fires: true },
  { path: 'top-rows', sql: 'SELECT id FROM sales WHERE price > 62_000', fires: true },
  { path: 'ordered-first', sql: 'SELECT * FROM sales ORDER BY stars DESC, id LIMIT 9', fires: true },
  { path: 'top-groups', sql: byShop('count(*)'), fires: true, fallsBack: true },
  { path: 'top-groups', sql: byShop('sum(stars)'), fires: true, fallsBack: true },
  { path: 'top-groups', sql: byShop('sum(points)'), fires: true, fallsBack: false },
  { path: 'top-groups', sql: byShop('sum(price)'), fires: true, fallsBack: false },
])('$path: $sql', async ({ path, sql, fires, fallsBack }) => {
  const original = await index.answer(sql, ruleNames, undefined, 'own');
  const routed = await index.answer(sql, [], path, 'own');
  expect([...routed.lines].sort()).toEqual([...original.lines].sort());
  expect(routed.plan.rules.some((outcome) => outcome.rule === path && outcome.fired)).toBe(fires);
  if (fallsBack !== undefined) expect(routed.attempt === null).toBe(fallsBack);
});

function byShop(lead: string): string {
  return `SELECT shop, ${lead} AS lead FROM sales GROUP BY shop ORDER BY lead DESC, shop LIMIT 12`;
}
