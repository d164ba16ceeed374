import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Catalog, storedColumns, tableId, withTables } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { stageBulk } from '../../src/bulk/stage-bulk.ts';
import type { Source } from '../../src/flat/plan-table.ts';
import { Survey } from '../../src/flat/survey.ts';
import { type OpenedSource, openSource } from '../../src/open-source.ts';
import { rejectsName } from '../../src/staging/batch.ts';
import { countMerged } from '../../src/staging/count-merged.ts';
import type { StagingState } from '../../src/staging/journal.ts';
import { stagedTableOf } from '../../src/staging/read-staged.ts';
import { stageSource } from '../../src/staging/stage-source.ts';
import { stagedParts } from '../../src/staging/staged-observations.ts';
import { isObject } from '../../src/values/json-object.ts';

export const now = 1_790_000_000_000_000n;

/** What a file becomes: its report, the rows of each table, what was refused. */
export interface Became {
  readonly report: object;
  readonly merged: number;
  readonly tables: Readonly<Record<string, unknown>>;
  readonly rejects: string;
}

/** What a file becomes by SQL, and row by row. */
export async function bothWays(
  database: Database,
  path: string,
  batchRowsMax = 11,
): Promise<{ source: OpenedSource; bulk: Became | undefined; rows: Became; converted: number }> {
  const catalog = withTables([]);
  const folder = await mkdtemp(join(tmpdir(), 'sdq-bulk-'));
  try {
    const columns = { folder: join(folder, 'columns'), bytesMin: 0 };
    const source = await openSource(path, { catalog, now, columns });
    const byRow = await openSource(path, { catalog, now });
    const batchRecordsMax = Math.max(7, batchRowsMax / 2);
    const mapping = { catalog, latestPlausible: source.latestPlausible, batchRecordsMax, map: source.map };
    const mapped = await stageSource({
      ...mapping,
      map: byRow.map,
      folder: join(folder, 'rows'),
      recordChunks: (skip, notes) => byRow.recordChunks({ skip }, notes),
      onRecords: () => {},
    });
    const rows = await became(database, catalog, join(folder, 'rows'), mapped, byRow);
    if (source.bulk === undefined) return { source, bulk: undefined, rows, converted: 0 };
    await using staging = await Database.open({ threads: 1, memoryBytesMax: 256 * 1024 * 1024 });
    const state = await stageBulk({
      ...mapping,
      source: source.bulk,
      database: staging,
      folder: join(folder, 'bulk'),
      batchRowsMax,
      memoryBytesMax: 256 * 1024 * 1024,
      observedAt: undefined,
      onRecords: () => {},
    });
    if (state === undefined) return { source, bulk: undefined, rows, converted: 0 };
    const bulk = await became(database, catalog, join(folder, 'bulk'), state, source);
    return { source, bulk, rows, converted: state.bulk?.rows ?? 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What content becomes both ways, written to a file of a folder; undefined where it is refused as a whole. */
export async function contentBothWays(
  database: Database,
  folder: string,
  content: string | Uint8Array,
  batchRowsMax?: number,
) {
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  try {
    return await bothWays(database, path, batchRowsMax);
  } catch (error) {
    if (['format_unknown', 'file_malformed'].includes((error as { code?: string }).code ?? ''))
      return undefined;
    throw error;
  } finally {
    await rm(path);
  }
}

async function became(
  database: Database,
  catalog: Catalog,
  folder: string,
  state: StagingState,
  source: OpenedSource,
): Promise<Became> {
  const connection = await database.connect();
  try {
    const tables: Record<string, unknown> = {};
    const main = (source.plan && tableId(source.plan.table)) ?? 'shortvideo.videos';
    for (const id of [...new Set([...Object.keys(state.files), ...Object.keys(state.sorted)])].sort()) {
      const table = stagedTableOf(catalog, id);
      const known = new Set(storedColumns(table).map(({ name }) => name));
      const otherwise = `make_timestamptz(${state.latest ?? '0'})`;
      const { mapped, converted } = stagedParts(table, { folder, state }, { known, otherwise });
      const list = storedColumns(table)
        .filter(({ name }) => name !== table.observedBy)
        .map(({ name, whenUnknown }) =>
          whenUnknown === undefined
            ? sqlName(name)
            : `coalesce(${sqlName(name)}, ${whenUnknown}) AS ${sqlName(name)}`,
        );
      const from = [mapped, converted].filter((part) => part !== undefined).join(' UNION ALL BY NAME ');
      // Within a batch, rows of what records mention may be left out where they are repeated.
      const distinct = id === main ? '' : 'DISTINCT';
      const rows = await allRows(
        connection,
        `SELECT ${distinct} ${list.join(', ')}, _observed FROM (${from}) ORDER BY ALL`,
      );
      if (rows.length > 0) tables[id] = rows;
    }
    const bulkTable = state.bulk === null ? undefined : main;
    const merged = await countMerged(connection, catalog, { folder, state, bulkTable });
    const rejects = await Promise.all(
      Array.from({ length: state.batches }, (_, i) =>
        readFile(join(folder, rejectsName(i + 1)), 'utf8').catch(() => ''),
      ),
    );
    const { files: _, batches: __, bulk: ___, sorted: ____, columns: _____, ...report } = state;
    return { report: { ...report, ...toldOf(source) }, merged, tables, rejects: rejects.join('') };
  } finally {
    connection.closeSync();
  }
}

/** What was decided over the whole file. */
function toldOf({ plan, guesses, unusedFields }: OpenedSource): object {
  // A tally of words may be there without a word.
  const told = ({ words, ...writing }: Source['writing']) =>
    words !== undefined && words.words.size > 0 ? { ...writing, words } : writing;
  const writings = plan?.columns.map(({ name, sources }) => [
    name,
    sources.map(({ writing }) => told(writing)),
  ]);
  return { guesses, unusedFields, writings };
}

/** What the survey of all rows, one by one, finds. */
export async function surveyedByRow(source: OpenedSource): Promise<object> {
  const { plan } = source;
  if (plan === undefined) throw new Error('The file has no plan');
  const survey = new Survey(plan, source.latestPlausible);
  for await (const batch of source.recordChunks({ skip: 0 }, {} as never))
    for (const { value } of batch) if (isObject(value)) survey.see(value);
  return factsOf(survey);
}

export function factsOf({ rows, times, durations, words, unused }: Survey): object {
  // A field with times in a zone may have an empty tally, which decides nothing.
  const local = [...times].filter(
    ([, tally]) => tally.withoutZone + tally.either + tally.dayFirst + tally.monthFirst > 0,
  );
  const used = [...words].filter(
    ([, seen]) => seen.words.size > 0 || seen.hasDecimals || seen.hasPointGroups,
  );
  const byField = (a: readonly [string, unknown], b: readonly [string, unknown]) => (a[0] < b[0] ? -1 : 1);
  return {
    rows,
    times: local.sort(byField),
    durations: [...durations].sort(byField),
    words: used.sort(byField),
    unused,
  };
}

/** Writes rows, whose values are texts for a cast, as a Parquet file. */
export async function writeParquet(
  database: Database,
  path: string,
  types: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, string | null>>[],
): Promise<void> {
  const connection = await database.connect();
  const names = Object.keys(types);
  try {
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE given (${names.map((name) => `${sqlName(name)} VARCHAR`).join(', ')})`,
    );
    const appender = await connection.createAppender('given', null, 'temp');
    for (const row of rows) {
      for (const name of names) {
        const value = row[name];
        if (value === null || value === undefined) appender.appendNull();
        else appender.appendVarchar(value);
      }
      appender.endRow();
    }
    appender.closeSync();
    // DuckDB prints the infinite time of nanoseconds as a finite one.
    const given = (name: string) =>
      types[name] === 'TIMESTAMP_NS' ? `nullif(${sqlName(name)}, 'infinity')` : sqlName(name);
    const list = names.map((name) => `try_cast(${given(name)} AS ${types[name]}) AS ${sqlName(name)}`);
    await connection.run(
      `COPY (SELECT ${list.join(', ')} FROM given) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
    );
  } finally {
    connection.closeSync();
  }
}
