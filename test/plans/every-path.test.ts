import { builtInCatalog, type CatalogTable, pathsOf, storedColumns, tableId, withTables } from '@sdq/catalog';
import { admit, Parser, type Plan, plan, resolve } from '@sdq/core/stages';
import { makeManifest, Snapshot } from '@sdq/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessPaths } from '../../packages/core/src/backends/duckdb/access-paths/access-paths.ts';
import { pathQuestions } from '../../packages/core/test/backends/duckdb/plan/any-table/path-questions.ts';
import { tablesOfOwn } from '../../packages/core/test/backends/duckdb/plan/any-table/tables-of-own.ts';
import { entry, segmentOver } from './index-states.ts';

const catalog = withTables(tablesOfOwn);
const tables = [...builtInCatalog.tables, ...tablesOfOwn].filter((table) => pathsOf(table).length > 0);
const rows = 10_000_000;

let parser: Parser;

beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
});

afterAll(async () => {
  await parser[Symbol.asyncDispose]();
});

/** An index in which one segment holds all of the table, as its manifest alone. */
function builtOver(table: CatalogTable): Snapshot {
  const month = table.partitionBy === undefined ? null : '2026-01';
  const file = { ...entry(`data/${tableId(table)}/`, tableId(table)), rows, month, zones: {} };
  const segments = [segmentOver(table, [file], rows)];
  return new Snapshot(
    '/index',
    makeManifest({ parent: null, tables: { [tableId(table)]: [file] }, sources: [], segments }),
  );
}

async function planned(table: CatalogTable, sql: string, preferredPath: string): Promise<Plan> {
  const known = catalog.tablesOf(table.platform).map(({ name }) => name);
  const statement = await parser.parse(sql, undefined, { tables: known, signal: undefined });
  const resolved = resolve(admit(statement, { tables: known }), catalog, table.platform);
  return plan(resolved, builtOver(table), { rowsMax: 1_000, preferredPath });
}

/** Tables that each path has answered questions about. */
const answered = new Map<string, Set<string>>();

describe.each(tables.map((table) => ({ name: tableId(table), table })))('$name', ({ name, table }) => {
  const literal = (column: string) => {
    const type = storedColumns(table).find((each) => each.name === column)?.type ?? '';
    if (/^(DATE|TIMESTAMP)/.test(type)) return "TIMESTAMPTZ '2026-01-15 07:00:00'";
    return type === 'VARCHAR' ? "'ada'" : '999999999';
  };

  test.each(pathQuestions(table, literal))('$instance.structure: $sql', async ({ instance, sql }) => {
    const { rules, attempts, sql: certain } = await planned(table, sql, instance.path);
    const outcome = rules.find(({ rule }) => rule === instance.path);
    expect(outcome).toMatchObject({ fired: true });
    const written = [
      certain,
      ...attempts.flatMap((attempt) => [attempt.sql, ...attempt.steps.map((step) => step.sql ?? '')]),
    ];
    if (instance.path === 'key-rows') expect(attempts[0]?.steps[0]?.keys?.files.length).toBe(1);
    else expect(written.join('\n')).toContain(`."${instance.structure}"`);
    answered.set(instance.path, (answered.get(instance.path) ?? new Set()).add(name));
  });
});

test('every path that keeps a structure answers questions about two tables beside videos', () => {
  const keeping = accessPaths.filter(({ structure }) => structure !== undefined).map(({ name }) => name);
  keeping.push('key-rows');
  const seldom = keeping.filter((path) => {
    const others = [...(answered.get(path) ?? [])].filter((name) => name !== 'shortvideo.videos');
    return others.length < 2;
  });
  if (process.env.SDQ_SHOW !== undefined)
    console.log(Object.fromEntries([...answered].map(([path, names]) => [path, [...names]])));
  expect(seldom).toEqual([]);
});
