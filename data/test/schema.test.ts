import { builtInCatalog, tableId } from '@sdq/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedIndex, openGenerated } from './generated-index.ts';

let index: GeneratedIndex;
beforeAll(async () => {
  index = await openGenerated(3_000);
});
afterAll(() => index?.[Symbol.asyncDispose]());

const view = (table: (typeof builtInCatalog.tables)[number]) => tableId(table).replace('.', '_');

describe.each(builtInCatalog.tables.map((table) => [tableId(table), table] as const))('%s', (_, table) => {
  const stored = table.columns.filter((column) => column.expression === undefined);

  it('has rows, and the columns and types of the catalogue', async () => {
    const described = await index.rows(`SELECT column_name, column_type FROM (DESCRIBE ${view(table)})`);
    const found = described.filter(({ column_name }) => column_name !== '_older');
    expect(found).toEqual(stored.map(({ name, type }) => ({ column_name: name, column_type: type })));
    expect(index.snapshot.rows(table)).toBeGreaterThan(0);
  });

  it('has a value wherever the catalogue promises one, and each nullable column knows some value', async () => {
    const counts = stored.map(({ name }) => `count(*) FILTER ("${name}" IS NULL) AS "${name}"`);
    const [nulls] = await index.rows(`SELECT ${counts.join(', ')} FROM ${view(table)}`);
    const rows = index.snapshot.rows(table);
    for (const { name, nullable } of stored) {
      if (!nullable) expect([name, Number(nulls?.[name])]).toEqual([name, 0]);
      else expect([name, Number(nulls?.[name]) < rows]).toEqual([name, true]);
    }
  });

  it('has each key once', async () => {
    const keys = table.key.map((name) => `"${name}"`).join(', ');
    const repeated = `SELECT count(*) FROM (SELECT ${keys} FROM ${view(table)} GROUP BY ALL HAVING count(*) > 1)`;
    expect(await index.number(repeated)).toBe(0);
  });

  it('lies in the files of its months, within the zones that the manifest tells', async () => {
    for (const file of index.snapshot.files(table)) {
      expect(file.month === null).toBe(table.partitionBy === undefined);
      const path = index.snapshot.path(file);
      for (const name of table.zoneColumns) {
        const outside = `SELECT count(*) FROM read_parquet('${path}', hive_partitioning = false) WHERE "${name}" < '${file.zones[name]?.min}' OR "${name}" > '${file.zones[name]?.max}'`;
        expect(await index.number(outside)).toBe(0);
      }
      if (table.partitionBy === undefined) continue;
      const elsewhere = `SELECT count(*) FROM read_parquet('${path}', hive_partitioning = false) WHERE strftime("${table.partitionBy}", '%Y-%m') <> '${file.month}'`;
      expect(await index.number(elsewhere)).toBe(0);
    }
  });

  it.each([...table.examples])('answers %s', async (example) => {
    const publicColumns = table.columns.map(
      ({ name, expression }) => `${expression ?? `"${name}"`} AS "${name}"`,
    );
    const text = `WITH ${table.name} AS (SELECT ${publicColumns.join(', ')} FROM ${view(table)}) ${example}`;
    expect((await index.rows(text)).length).toBeGreaterThan(0);
  });
});
