import type { DuckDBConnection } from '@duckdb/node-api';
import { builtInCatalog, videos } from '@sdq/catalog';
import { AppError, type SqlParameters } from '@sdq/contract';
import { admit, Parser, resolve } from '@sdq/core/stages';
import { Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindParameters } from '../../src/backends/duckdb/execute/bind-parameters.ts';
import type { Filter } from '../../src/shape/filter/filter.ts';
import { keyValues } from '../../src/shape/filter/key-values.ts';
import {
  type Domain,
  integerDomain,
  restrictionOf,
  textDomain,
  timeDomain,
} from '../../src/shape/filter/restriction.ts';
import { tagTests } from '../../src/shape/filter/tag-test.ts';
import { textTests } from '../../src/shape/filter/text-test.ts';
import { TableQuestion } from '../../src/shape/table-question.ts';
import { anyCondition } from './conditions.ts';
import { fillWithNulls } from './rows-with-nulls.ts';
import { type Row, type Verdict, verdictsOf } from './verdicts.ts';

const tables = builtInCatalog.tables
  .filter(({ platform }) => platform === 'shortvideo')
  .map(({ name }) => name);
const runs = Number(process.env.SDQ_PROPERTY_RUNS ?? 1_000);

let parser: Parser;
let database: Database;
let connection: DuckDBConnection;
let rows: Row[];

beforeAll(async () => {
  parser = await Parser.open({ advisoryParser: false });
  database = await Database.open({ threads: 1 });
  connection = await database.connect();
  rows = await fillWithNulls(connection);
});

afterAll(async () => {
  connection.closeSync();
  database.close();
  await parser[Symbol.asyncDispose]();
});

async function filterOf(condition: string, parameters: SqlParameters): Promise<Filter> {
  const sql = `SELECT v.video_id FROM videos v WHERE ${condition}`;
  const statement = await parser.parse(sql, parameters, { tables, signal: undefined });
  const scope = { now: BigInt(Date.now()) * 1_000n, parameters: statement.parameters };
  return new TableQuestion(resolve(admit(statement, { tables }), builtInCatalog, 'shortvideo'), 0, scope)
    .filter;
}

/** What DuckDB says of each row, by the condition's own text. */
async function answered(condition: string, parameters: SqlParameters, from = 'videos'): Promise<Verdict[]> {
  const prepared = await connection.prepare(`SELECT (${condition})::BOOLEAN FROM ${from} v ORDER BY v.rowid`);
  try {
    bindParameters(prepared, parameters);
    const read = await prepared.runAndReadAll();
    return read.getRows().map(([verdict]) => verdict as Verdict);
  } finally {
    prepared.destroySync();
  }
}

/** The filter, and what DuckDB says; undefined for a condition that one of the two refuses. */
async function asked(condition: string, parameters: SqlParameters) {
  try {
    return { filter: await filterOf(condition, parameters), verdicts: await answered(condition, parameters) };
  } catch (error) {
    const isRefusal =
      error instanceof AppError || /^(?!Internal)[A-Z][\w ]+ Error: /.test(String((error as Error).message));
    if (isRefusal) return undefined;
    throw error;
  }
}

const seen = new Map<string, number>();
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

function noteLeaves(filter: Filter): void {
  if (filter.kind === 'and' || filter.kind === 'or') filter.children.forEach(noteLeaves);
  else if (filter.kind === 'not') noteLeaves(filter.child);
  note(filter.kind === 'comparison' ? `comparison of ${filter.of.kind} by ${filter.operator}` : filter.kind);
}

function domainOf(type: string): Domain<unknown> | undefined {
  const domains = {
    VARCHAR: textDomain,
    BIGINT: integerDomain,
    INTEGER: integerDomain,
    'TIMESTAMP WITH TIME ZONE': timeDomain,
  };
  return domains[type as keyof typeof domains] as Domain<unknown> | undefined;
}

/** What is kept of the columns must not lack a row that passes. */
function checkRestrictions(filter: Filter, row: Row): void {
  for (const [name, value] of Object.entries(row.values)) {
    const domain = domainOf(videos.columns.find((column) => column.name === name)?.type ?? '');
    if (domain === undefined) continue;
    const own = typeof value === 'string' ? Buffer.from(value) : value;
    const left = restrictionOf(filter, name, domain);
    if (left !== 'everything') {
      note('a row that passes lies in ranges');
      expect(own, `NULL passes, but ${name} is restricted`).not.toBeNull();
      const isLeft = left.some(
        ({ min, max }) =>
          (min === undefined || domain.compare(min, own) <= 0) &&
          (max === undefined || domain.compare(own, max) <= 0),
      );
      expect(isLeft, `${name} = ${String(value)} passes, but is not left`).toBe(true);
    }
    const column = videos.columns.find((each) => each.name === name);
    const values = value === null || column === undefined ? undefined : keyValues(filter, column);
    if (values !== undefined) {
      note('a row that passes has a value of those named');
      expect(
        values.map(({ text }) => text),
        name,
      ).toContain(String(value));
    }
  }
}

/** A row that passes has what is asked of its tags and its text; where that is all, whoever has it passes. */
function checkTests(filter: Filter, row: Row, verdict: Verdict): void {
  const tests = [
    ...['hashtags', 'mentions'].flatMap((name) => tagTests(filter, name)),
    ...textTests(filter, 'description'),
  ];
  for (const one of tests) {
    const possible = verdictsOf(one, row);
    if (verdict === true) expect(possible.has(true), 'a row that passes lacks what is asked').toBe(true);
    if (one === filter && possible.size === 1) {
      note(`exact ${one.kind}`);
      expect(verdict).toBe(true);
    }
  }
}

/** Undefined for a condition that the gate or DuckDB refuses. */
async function checkCondition(condition: string, parameters: SqlParameters): Promise<Filter | undefined> {
  const found = await asked(condition, parameters);
  if (found === undefined) return undefined;
  const { filter, verdicts } = found;
  rows.forEach((row, index) => {
    const verdict = verdicts[index] as Verdict;
    const possible = verdictsOf(filter, row);
    note(possible.size < 3 ? 'something is known' : 'nothing is known');
    const shown = JSON.stringify(row.values, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect([...possible], `row ${shown}`).toContain(verdict);
    if (verdict === true) checkRestrictions(filter, row);
    checkTests(filter, row, verdict);
  });
  if (filter.kind === 'text' && filter.passing !== undefined) {
    note('a text that passes');
    const replaced = `(SELECT rowid, * REPLACE (${sqlString(filter.passing)} AS description) FROM videos)`;
    expect(new Set(await answered(condition, parameters, replaced)), filter.passing).toEqual(new Set([true]));
  }
  return filter;
}

test('what is read of a condition is what DuckDB makes of it, for every row', async () => {
  await fc.assert(
    fc.asyncProperty(anyCondition, async ({ text, parameters }) => {
      const filter = await checkCondition(text, parameters);
      note(filter === undefined ? 'refused' : 'read');
      if (filter !== undefined) noteLeaves(filter);
    }),
    { numRuns: runs },
  );
}, 600_000);

test.each([
  // DuckDB leaves a search for the empty text out, also where it searches a list.
  "contains(hashtags, '')",
  "'' IN hashtags",
  "list_contains(hashtags, '')",
  // It knows without looking that no day begins so.
  "NOT (date_trunc('day', create_time) = '2026-01-01 23:00:00')",
  "date_trunc('week', create_time) <> DATE '2026-01-01'",
  'year(create_time) IS DISTINCT FROM 2026',
  "'x' = ANY(hashtags)",
  // Days of other time zones begin and end on other days of UTC.
  "(create_time AT TIME ZONE 'Pacific/Kiritimati')::DATE = '2026-01-31'",
  "create_time AT TIME ZONE 'Etc/GMT+12' < '2026-01-31'",
  "year(timezone('Asia/Tokyo', v.create_time)) = 2026",
  "strftime(create_time AT TIME ZONE 'America/New_York', '%Y-%m') = '2026-01'",
  "date_trunc('month', create_time AT TIME ZONE 'Asia/Tokyo') IN ('2026-01-01', '2026-03-01')",
  // What random conditions seldom are by themselves.
  "list_contains(hashtags, 'dance')",
  "description ILIKE '%DANCE%'",
  "contains(lower(description), 'tag1')",
  'is_ad',
  // Numbers and years that would be taken for others.
  'year(create_time) > 2.026',
  'year(create_time) >= 2026::BOOLEAN',
  "create_time < TIMESTAMPTZ '2026-02-10' - INTERVAL (1.5) DAY",
  "create_time > '0050-01-01'",
])('%s', async (condition) => {
  noteLeaves((await checkCondition(condition, [])) as Filter);
});

test('conditions of every kind were read, and of many rows something was known', () => {
  if (process.env.SDQ_SHOW !== undefined) console.log(Object.fromEntries([...seen].sort()));
  const times = (what: string) => seen.get(what) ?? 0;
  const operators = ['=', '<', '<=', '>', '>=', '<>', 'IS DISTINCT FROM', 'IS NOT DISTINCT FROM'];
  const kinds = [
    ...operators.map((operator) => `comparison of itself by ${operator}`),
    ...[
      'comparison of truncated by <',
      'comparison of year by =',
      'comparison of local by =',
      'is null',
      'is true',
      'tags',
      'text',
      'opaque',
    ],
    ...[
      'a row that passes lies in ranges',
      'a row that passes has a value of those named',
      'exact tags',
      'exact text',
      'a text that passes',
    ],
  ];
  expect(kinds.filter((kind) => times(kind) === 0)).toEqual([]);
  expect(times('refused')).toBeLessThan(times('read') / 2);
  expect(times('something is known')).toBeGreaterThan(times('nothing is known') / 2);
});
