import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { builtInCatalog } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergeTable } from '../../src/layers/merge-table.ts';
import type { FileEntry } from '../../src/manifest/manifest.ts';
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

/** Merges groups one after the other into an empty table. */
async function mergeAll(groups: readonly (readonly Seen[])[]): Promise<FileEntry[]> {
  const root = await mkdtemp(join(tmpdir(), 'sdq-merge-'));
  try {
    let files: readonly FileEntry[] = [];
    const target = { catalog: builtInCatalog, connection, root };
    for (const group of groups)
      ({ files } = await mergeTable(target, videos, { files, masks: [] }, relation(group)));
    const paths = files.map((file) => sqlString(join(root, file.path)));
    const [count] = await allRows<{ rows: string; ids: string }>(
      connection,
      `SELECT count(*) AS rows, count(DISTINCT video_id) AS ids FROM read_parquet([${paths.join(',')}])`,
    );
    expect(count?.rows).toBe(count?.ids);
    return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** What must come out of it: per column, the known value of the greatest (day, value). */
function expected(all: readonly Seen[]) {
  const byId = new Map<string, Seen[]>();
  for (const row of all) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return [...byId]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, rows]) => ({
      id,
      month: winner(rows, (row) => row.month),
      plays: winner(rows, (row) => row.plays),
      author: winner(rows, (row) => row.author),
    }));
}

function winner<Value extends string | number>(
  rows: readonly Seen[],
  read: (row: Seen) => Value | null,
): Value | null {
  let best: { day: number; value: Value } | undefined;
  for (const row of rows) {
    const value = read(row);
    if (value === null) continue;
    if (best === undefined || row.day > best.day || (row.day === best.day && value > best.value))
      best = { day: row.day, value };
  }
  return best?.value ?? null;
}

test('any order, grouping and repetition of observations gives the same files', async () => {
  const schedule = fc.array(seen, { minLength: 1, maxLength: 8 }).chain((all) =>
    fc.record({
      all: fc.constant(all),
      order: fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      again: fc.subarray(all),
      cut: fc.integer({ min: 1, max: all.length }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(schedule, async ({ all, order, again, cut }) => {
      const atOnce = await mergeAll([all]);
      const groups = [order.slice(0, cut), order.slice(cut), again].filter((group) => group.length > 0);
      expect(await mergeAll(groups)).toEqual(atOnce);
    }),
    { numRuns: 40 },
  );
}, 300_000);

test('each column is the last known value, in the month of the last create_time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(seen, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 9 }),
      async (all, cut) => {
        const root = await mkdtemp(join(tmpdir(), 'sdq-merge-'));
        try {
          const target = { catalog: builtInCatalog, connection, root };
          let { files } = await mergeTable(
            target,
            videos,
            { files: [], masks: [] },
            relation(all.slice(0, cut)),
          );
          if (cut < all.length)
            ({ files } = await mergeTable(target, videos, { files, masks: [] }, relation(all.slice(cut))));
          const paths = files.map((file) => sqlString(join(root, file.path)));
          const rows = await allRows(
            connection,
            `SELECT video_id AS id, month(create_time)::INTEGER AS month, play_count::INTEGER AS plays, author
           FROM read_parquet([${paths.join(',')}]) ORDER BY 1`,
          );
          expect(rows).toEqual(expected(all));
          for (const file of files) expect(file.zones.create_time?.min.slice(0, 7)).toBe(file.month);
        } finally {
          await rm(root, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: 40 },
  );
}, 300_000);
