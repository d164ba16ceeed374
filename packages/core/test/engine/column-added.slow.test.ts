import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTable } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { addFiles } from '@sdq/ingest';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';

const columns = {
  sale_id: { type: 'VARCHAR', key: true },
  shop: { type: 'VARCHAR', role: 'owner' },
  sold: { type: 'TIMESTAMPTZ', role: 'time', main: true },
  goods: { type: 'VARCHAR[]', role: 'tags' },
  note: { type: 'VARCHAR', role: 'text' },
  price: { type: 'BIGINT', role: 'measure' },
  currency: { type: 'VARCHAR', role: 'category' },
} as const;

const before = defineTable({ name: 'sales', description: 'One row per sale.', columns });

/** The same with a column more of each role that structures are built by. */
const after = defineTable({
  name: 'sales',
  description: 'One row per sale.',
  columns: {
    ...columns,
    channel: { type: 'VARCHAR', role: 'category' },
    is_gift: { type: 'BOOLEAN', role: 'flag' },
    tip: { type: 'BIGINT', role: 'measure' },
    clerk: { type: 'VARCHAR', role: 'owner' },
    marks: { type: 'VARCHAR[]', role: 'tags' },
    remark: { type: 'VARCHAR', role: 'text' },
  },
});

const questions = [
  'SELECT currency, count(*) AS n, sum(price) AS s FROM sales GROUP BY 1 ORDER BY 1',
  'SELECT channel, is_gift, count(*) AS n FROM sales GROUP BY ALL',
  "SELECT date_trunc('month', sold) AS m, sum(price) AS s, sum(tip) AS t, count(tip) AS k FROM sales GROUP BY 1 ORDER BY 1",
  'SELECT count(DISTINCT channel) AS c, count(DISTINCT currency) AS d, max(tip) AS t, min(price) AS p FROM sales',
  'SELECT count(*) AS n FROM sales WHERE channel IS NULL',
  'SELECT shop, sum(tip) AS t, sum(price) AS s FROM sales GROUP BY 1 ORDER BY 1 LIMIT 5',
  'SELECT shop, sum(price) AS s FROM sales GROUP BY 1 ORDER BY s DESC, shop LIMIT 3',
  'SELECT clerk, count(*) AS n FROM sales GROUP BY 1 ORDER BY n DESC LIMIT 3',
  "SELECT * FROM sales WHERE shop = 'shop 3' ORDER BY sold DESC LIMIT 3",
  "SELECT * FROM sales WHERE sale_id = '17'",
  "SELECT count(*) AS n FROM sales WHERE clerk = 'ada' OR list_contains(marks, 'x') OR remark LIKE '%late%'",
  "SELECT sale_id, tip FROM sales WHERE list_contains(goods, 'tea') ORDER BY sold DESC LIMIT 3",
  'SELECT sale_id, price, tip, channel FROM sales ORDER BY price DESC, sale_id LIMIT 3',
  'SELECT g, sum(tip) AS t, count(*) AS n FROM (SELECT unnest(goods) AS g, tip FROM sales) GROUP BY 1 ORDER BY 1',
];

test('an index that was built before a column existed answers as one built today', async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, 'sales.ndjson');
  const index = join(folder.path, 'index');
  const rows = Array.from({ length: 3_000 }, (_, i) => ({
    sale_id: String(i),
    shop: `shop ${i % 41}`,
    sold: new Date(Date.UTC(2026, i % 5, 1 + (i % 28), i % 24)).toISOString(),
    goods: [['tea'], ['tea', 'cake'], []][i % 3],
    note: `sold by hand ${i % 7}`,
    price: (i * 37) % 900,
    currency: ['EUR', 'SEK'][i % 2],
  }));
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  await addFiles({ index, files: [file], tables: [before], table: 'sales' });
  await buildIndex({ index, tables: [before], smallTables: true });

  const answers = async () => {
    await using engine = await openEngine({ index, tables: [after], isolation: 'in-process' });
    const all: unknown[] = [];
    for (const sql of questions) {
      const result = await engine.query(sql);
      const found: unknown[] = [];
      for await (const row of result.rows()) found.push(row);
      all.push({
        sql,
        rows: sql.includes('ORDER BY') ? found : new Set(found.map((row) => JSON.stringify(row))),
      });
    }
    return all;
  };
  const statistics = async () => {
    await using engine = await openEngine({ index, tables: [after], isolation: 'in-process' });
    return (await engine.explain('SELECT count(*) FROM sales')).rules.filter(
      ({ rule }) => rule === 'statistics',
    );
  };
  const old = await answers();
  expect(await statistics()).toMatchObject([
    {
      note: 'the segments were built before the table had channel, is_gift, tip, clerk, marks, remark: `sdq index build` adds what is missing',
    },
  ]);
  expect((await buildIndex({ index, tables: [after], smallTables: true })).tables).toHaveLength(1);
  expect(old).toEqual(await answers());
  expect(await statistics()).toEqual([]);
}, 120_000);
