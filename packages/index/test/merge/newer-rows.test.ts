import type { DuckDBConnection } from '@duckdb/node-api';
import { storedColumns } from '@sdq/catalog';
import { allRows, createTemporary, Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newerRows } from '../../src/merge/newer-rows.ts';
import { mergeSql, observationList, storedList } from '../../src/merge/registers.ts';
import { relation, type Seen, seen, videos } from './seen-videos.ts';

let database: Database;
let connection: DuckDBConnection;

beforeAll(async () => {
  database = await Database.open({ threads: 1 });
  connection = await database.connect();
});
afterAll(() => {
  connection.closeSync();
  database.close();
});

/** What observations may lack besides keys. */
const names = ['author', 'play_count', 'description', 'hashtags'];
const group = fc.array(seen, { minLength: 1, maxLength: 6 });
const history = fc.record({
  stored: group,
  come: group,
  /** Days by which observations come after the stored ones, which may span four. */
  later: fc.integer({ min: 0, max: 4 }),
  isSameDay: fc.boolean(),
  lacking: fc.subarray(names),
});

test('rows of newer observations are those of the merge by aggregates, which others take', async () => {
  let newer = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ stored, come, later, isSameDay, lacking }) => {
      const days = come.map((row) => ({ ...row, day: (isSameDay ? 1 : row.day) + later }));
      const known = new Set(
        storedColumns(videos).flatMap(({ name }) => (lacking.includes(name) ? [] : [name])),
      );
      const except = lacking.length === 0 ? '' : `EXCLUDE (${lacking.join(', ')})`;
      await createTemporary(connection, 'come', `SELECT * ${except} FROM ${relation(days)}`);
      const observed = `(SELECT ${observationList(videos, 'observed')} FROM ${relation(stored)})`;
      await createTemporary(
        connection,
        'held',
        `SELECT ${storedList(videos)} FROM (${mergeSql(videos, observed)})`,
      );
      const sql = await newerRows(connection, videos, { observations: 'come', held: 'held', known });
      expect(sql !== undefined).toBe(areNewer(stored, days));
      if (sql === undefined) return;
      newer++;
      const both = `(SELECT ${observationList(videos, 'observed', known)} FROM come
        UNION ALL BY NAME SELECT ${observationList(videos, 'stored')} FROM held)`;
      expect(await rowsOf(sql)).toEqual(await rowsOf(mergeSql(videos, both)));
    }),
    { numRuns: 50 },
  );
  expect(newer).toBeGreaterThan(5);
}, 60_000);

/** Whether observations of one key have one time, after all that is stored of it. */
function areNewer(stored: readonly Seen[], come: readonly Seen[]): boolean {
  return come.every(
    ({ id, day }) =>
      come.every((other) => other.id !== id || other.day === day) &&
      stored.every((other) => other.id !== id || other.day < day),
  );
}

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  return await allRows(connection, `FROM (${sql}) ORDER BY video_id`);
}
