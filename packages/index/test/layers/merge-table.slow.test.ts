import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { builtInCatalog, type CatalogTable, tableId } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { livingRows, type TableState } from '../../src/files/living-rows.ts';
import { foldWithDerived } from '../../src/layers/fold-table.ts';
import { mergeTable } from '../../src/layers/merge-table.ts';
import { makeManifest, parseManifest, printManifest } from '../../src/manifest/manifest.ts';
import type { FindRows } from '../../src/merge/merge-context.ts';
import { rebuildDerived } from '../../src/merge/rebuild-derived.ts';
import { duckdbViews } from '../../src/snapshot/duckdb-views.ts';
import { Snapshot } from '../../src/snapshot/snapshot.ts';
import { relation, type Seen, seen, videos } from '../merge/seen-videos.ts';

let database: Database;
let connection: DuckDBConnection;
let root: string;

beforeAll(async () => {
  database = await Database.open({ threads: 2 });
  connection = await database.connect();
  root = await mkdtemp(join(tmpdir(), 'sdq-delta-'));
});
afterAll(async () => {
  connection.closeSync();
  database.close();
  await rm(root, { recursive: true, force: true });
});

const none: TableState = { files: [], masks: [] };

const target = () => ({ catalog: builtInCatalog, connection, root });

async function addDelta(state: TableState, group: readonly Seen[], find?: FindRows): Promise<TableState> {
  const { files, masks } = await mergeTable(target(), videos, state, relation(group), {
    deltaShareMax: Infinity,
    find,
  });
  return { files, masks };
}

/** A snapshot with base files of the first group and a delta for each other one. */
async function inDeltas([first = [], ...others]: readonly (readonly Seen[])[]): Promise<Snapshot> {
  const { files, months } = await mergeTable(target(), videos, none, relation(first));
  const derived = await rebuildDerived(target(), videos, files, months, () => []);
  let state: TableState = { files, masks: [] };
  for (const group of others) state = await addDelta(state, group);
  const id = tableId(videos);
  const manifest = makeManifest({
    parent: null,
    tables: { [id]: state.files, ...Object.fromEntries(derived) },
    masks: { [id]: state.masks },
    sources: [],
  });
  return new Snapshot(root, parseManifest(printManifest(manifest)));
}

async function stored(state: TableState) {
  return await allRows(
    connection,
    `SELECT * FROM ${livingRows(root, videos, state, { older: true })} ORDER BY video_id`,
  );
}

async function viewed(snapshot: Snapshot) {
  await connection.run(duckdbViews(snapshot, builtInCatalog));
  return {
    videos: await allRows(connection, 'SELECT * FROM shortvideo.videos ORDER BY video_id'),
    hashtags: await allRows(connection, 'SELECT * FROM shortvideo.video_hashtags ORDER BY ALL'),
  };
}

test('deltas and masks give the rows that rewritten files give, in the printed views too', async () => {
  const groups = fc.array(fc.array(seen, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(groups, async (all) => {
      const living = await inDeltas(all);
      const whole = await inDeltas([all.flat()]);
      const state = { files: living.files(videos), masks: living.masks(videos) };
      expect(await stored(state)).toEqual(await stored({ files: whole.files(videos), masks: [] }));
      expect(await viewed(living)).toEqual(await viewed(whole));
      expect(living.rows(videos)).toBe(whole.rows(videos));
      const stateOf = (table: CatalogTable) => ({ files: living.files(table), masks: living.masks(table) });
      const folded = await foldWithDerived(target(), videos, stateOf);
      for (const [id, { files }] of folded)
        expect(
          makeManifest({ parent: null, tables: { [id]: files }, sources: [] }).tables[id]?.files,
        ).toEqual(whole.manifest.tables[id]?.files);
    }),
    { numRuns: 12 },
  );
}, 120_000);

test('what is observed again without a change is in no delta and no mask', async () => {
  const group: Seen[] = [
    { id: '1', day: 1, month: 1, author: 'ana', plays: 1, description: 'x', hashtags: ['a'] },
    { id: '22', day: 2, month: 2, author: null, plays: null, description: '', hashtags: [] },
  ];
  const { files } = await mergeTable(target(), videos, none, relation(group));
  const state = { files, masks: [] };
  expect(await addDelta(state, group)).toEqual(state);
  const [first] = group as [Seen];
  const changed = await addDelta(state, [...group, { ...first, day: 3 }]);
  expect(changed.files.slice(files.length)).toMatchObject([{ rows: 1, month: null }]);
  expect(changed.masks).toMatchObject([{ files: { [files[0]?.path ?? '']: 1 } }]);
});

test('rows that were found elsewhere are not looked for in their files', async () => {
  const observation = (plays: number, day: number): Seen[] => [
    { id: '1', day, month: 1, author: 'ana', plays, description: 'x', hashtags: ['a'] },
  ];
  const { files } = await mergeTable(target(), videos, none, relation(observation(1, 1)));
  const first = await addDelta({ files, masks: [] }, observation(2, 2));
  const placed = livingRows(root, videos, { files, masks: [] }, { placed: true, older: true });
  const find = async () => ({
    files: new Set(files.map(({ path }) => path)),
    relation: placed,
    [Symbol.dispose]: () => {},
  });
  const second = await addDelta(first, observation(3, 3), find);
  expect(second.masks).toHaveLength(1);
  expect(await stored(second)).toMatchObject([{ play_count: '3' }]);
});
