import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTables } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../src/containers/record-chunk.ts';
import { rowsIn } from '../../src/flat/flat-rows.ts';
import { CellSurvey } from '../../src/flat/plain/cell-survey.ts';
import type { FlatTable } from '../../src/flat/plan-table.ts';
import { Survey } from '../../src/flat/survey.ts';
import { Notes } from '../../src/notes.ts';
import { type OpenedSource, openSource } from '../../src/open-source.ts';
import { rejectsName } from '../../src/staging/batch.ts';
import { stagedFiles } from '../../src/staging/read-staged.ts';
import { stageSource } from '../../src/staging/stage-source.ts';
import { isObject } from '../../src/values/json-object.ts';
import { csvFiles, jsonFiles } from './hostile-files.ts';

const now = 1_790_000_000_000_000n;

/** What a file becomes, read by cells or by records. */
async function staged(database: Database, path: string, folder: string, byCells: boolean) {
  const catalog = withTables([]);
  const source = await openSource(path, { catalog, now });
  const cells = byCells ? source.cells({}) : undefined;
  let left = 0;
  const state = await stageSource({
    catalog,
    latestPlausible: source.latestPlausible,
    folder,
    batchRecordsMax: 7,
    cells,
    recordChunks: (skip, notes) => source.recordChunks({ skip }, notes),
    map: (chunk, before, notes) => {
      left++;
      return source.map(chunk, before, notes);
    },
    onRecords: () => {},
  });
  const connection = await database.connect();
  const tables: Record<string, unknown> = {};
  for (const [id, names] of Object.entries(state.files)) {
    const files = stagedFiles(names.map((name) => join(folder, name)));
    // Within a batch, rows of what records mention may be left out where they are repeated.
    const distinct = id === 'shortvideo.videos' ? '' : 'DISTINCT';
    const rows = await allRows(connection, `SELECT ${distinct} * FROM ${files} ORDER BY ALL`);
    if (rows.length > 0) tables[id] = rows;
  }
  connection.closeSync();
  const rejects = await Promise.all(
    Array.from({ length: state.batches }, (_, i) =>
      readFile(join(folder, rejectsName(i + 1)), 'utf8').catch(() => ''),
    ),
  );
  const { files: _, ...report } = state;
  return { report, tables, rejects: rejects.join(''), left, source };
}

async function bothWays(database: Database, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-cells-'));
  try {
    const path = join(folder, 'input');
    await writeFile(path, text);
    const cells = await staged(database, path, join(folder, 'cells'), true);
    const records = await staged(database, path, join(folder, 'records'), false);
    return { cells, records, surveys: await surveys(records.source) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const rowsOf = (value: unknown, plan: FlatTable) => rowsIn(value, plan).filter(isObject) as Row[];

/** What a survey by rows and one by cells note of a file. */
async function surveys({ plan, ...source }: OpenedSource) {
  if (plan === undefined) return [];
  const [byRows, byCells] = [
    new Survey(plan, source.latestPlausible),
    new Survey(plan, source.latestPlausible),
  ];
  for await (const chunks of source.recordChunks({ skip: 0 }, new Notes()))
    for (const { value, refusal } of chunks)
      if (refusal === undefined) for (const row of rowsOf(value, plan)) byRows.see(row);
  const cellSource = source.cells({});
  if (cellSource === undefined) return [];
  const cellSurvey = new CellSurvey(byCells, cellSource.fields);
  for await (const cells of cellSource.open(0, new Notes()))
    while (cells.next())
      cellSurvey.see(cells, () => {
        const { value, refusal } = cellSource.toRecordChunk(cells);
        return refusal === undefined ? rowsOf(value, plan) : [];
      });
  return [byRows, byCells].map(({ rows, idTimes, times, durations, words, unused }) => ({
    ...{ rows, idTimes, times, durations, words, unused },
  }));
}

test('a file read by cells has the rows, refusals, notes and tallies of one read by records', async () => {
  await using database = await Database.open({ threads: 1 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(csvFiles, jsonFiles), async (text) => {
      let ways: Awaited<ReturnType<typeof bothWays>>;
      try {
        ways = await bothWays(database, text);
      } catch (error) {
        if (['format_unknown', 'file_malformed'].includes((error as { code?: string }).code ?? '')) return;
        throw error;
      }
      const { cells, records, surveys } = ways;
      expect(cells.report).toEqual(records.report);
      expect(cells.tables).toEqual(records.tables);
      expect(cells.rejects).toBe(records.rejects);
      expect(surveys[0]).toEqual(surveys[1]);
    }),
    { numRuns: Number(process.env.SDQ_PLAIN_FILES ?? 25) },
  );
}, 120_000);

test('the usual rows are read by their cells', async () => {
  await using database = await Database.open({ threads: 1 });
  const row = '7382241320402503310,Ada,hi #fun @bob,2024-06-19 15:46:38,10,2,14,#a #日本,us,true';
  const text = `video_id,author,description,create_time,play_count,like_count,duration,hashtags,region,is_ad\n${`${row}\n`.repeat(9)}`;
  const { cells, records } = await bothWays(database, text);
  expect(cells.left).toBe(0);
  expect(cells.report).toEqual(records.report);
  expect(cells.tables).toEqual(records.tables);
});

test('the usual records of JSON are read by their cells, also with escapes', async () => {
  await using database = await Database.open({ threads: 1 });
  const line =
    '{"id":7382241320402503310,"author":"Ada","desc":"hi #fun \\ud83d\\udc46 @bob","createTime":1718811998,"playCount":10,"diggCount":"2","duration":14.5,"hashtags":["a","日本"],"isAd":false,"x":[1],"region":null}';
  const { cells, records } = await bothWays(database, `${line}\n`.repeat(9));
  expect(cells.left).toBe(0);
  expect(cells.report).toEqual(records.report);
  expect(cells.tables).toEqual(records.tables);
});
