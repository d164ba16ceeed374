import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Catalog,
  type CatalogTable,
  category,
  defineTable,
  key,
  measure,
  owner,
  removalsName,
  tableId,
  tags,
  text,
  time,
  withTables,
} from '@sdq/catalog';
import { buildIndex, compactIndex } from '@sdq/core';
import { allRows, Database } from '@sdq/duckdb';
import { duckdbViews, manifestFiles, openSnapshot, readSnapshot, rowCounts, type Snapshot } from '@sdq/index';
import { addFiles } from '@sdq/ingest';
import { dataFiles } from './data-files.ts';
import { type Draw, drawFrom, observationOf, removalOf } from './invented-observations.ts';

/** A user's own table. */
export const episodes = defineTable({
  name: 'episodes',
  description: 'One row per podcast episode.',
  columns: {
    episode_id: key('VARCHAR'),
    show_id: owner('VARCHAR'),
    published: time('TIMESTAMPTZ', { main: true }),
    topics: tags(),
    summary: text(),
    downloads: measure('BIGINT'),
    country: category('VARCHAR'),
  },
});

/** The built-in tables, and that one. */
export const catalog: Catalog = withTables([episodes]);

/** The tables of a history: those of one platform, or the own one. */
export const platforms = [...new Set(catalog.tables.map(({ platform }) => platform))];

/** Tables that are filled by observations. */
function tablesOf(platform: string): CatalogTable[] {
  return catalog
    .tablesOf(platform)
    .filter(
      ({ name, derivedFrom, rows }) =>
        derivedFrom === undefined && rows === undefined && name !== removalsName,
    );
}

export interface HistoryOptions {
  readonly seed: number;
  readonly platform: string;
  /** Number of steps. */
  readonly steps: number;
  /** Whether segments are built in between: their key files find the old rows then. */
  readonly isBuilding: boolean;
  /** Called with the index and the folder that it is in after each deed. */
  readonly afterDeed?: (index: string, folder: string, isLast: boolean) => Promise<void>;
}

/** What a history did, as it is told where it fails. */
export type Deed = 'add' | 'add again' | 'remove' | 'compact' | 'build' | 'add beside' | 'remove beside';

/**
 * Writes an index by a random history, and the same records all at once into another one. Returns what plain DuckDB
 * reads of both through the printed views, and the base files of both after everything was folded.
 */
export async function runHistory({ seed, platform, steps, isBuilding, afterDeed }: HistoryOptions) {
  const draw = drawFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'sdq-living-'));
  const [living, whole] = [join(folder, 'living'), join(folder, 'whole')];
  const files: string[] = [];
  const deeds: Deed[] = [];
  try {
    for (let step = 0; step < steps; step++) {
      const deed = step === 0 ? 'add' : deedOf(draw, isBuilding);
      deeds.push(deed);
      if (deed === 'compact') await compactIndex({ index: living, tables: [episodes] });
      else if (deed === 'build') await buildIndex({ index: living, tables: [episodes], smallTables: true });
      else {
        const path =
          deed === 'add again' ? (files[draw(files.length)] as string) : join(folder, `${step}.ndjson`);
        if (deed !== 'add again') {
          await writeFile(path, `${linesOf(platform, draw, { deed, step, steps }).join('\n')}\n`);
          files.push(path);
        }
        if (deed.endsWith('beside')) await addBeside(living, path, isBuilding);
        else await addLines(living, [path], Number.POSITIVE_INFINITY);
      }
      await afterDeed?.(living, folder, step === steps - 1);
    }
    await addLines(whole, files, 0);
    const orphans = await orphansOf(living);
    const snapshots = [await openSnapshot(living), await openSnapshot(whole)] as const;
    const [ofLiving, ofWhole] = await contentsOf(snapshots);
    await compactIndex({ index: living, tables: [episodes] });
    return {
      deeds,
      orphans,
      /** Delta files and masks at the end. */
      layers: baseFiles(snapshots[0]).filter((path) => /\/(delta|masks)\//.test(path)).length,
      living: ofLiving ?? {},
      /** The rows of each table as they are counted, without reading them. */
      counts: await countsOf(snapshots[0]),
      whole: ofWhole ?? {},
      folded: baseFiles(await openSnapshot(living)),
      atOnce: baseFiles(await openSnapshot(whole)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds a file while a compaction, or a build, writes the same tables anew. */
export async function addBeside(index: string, file: string, isBuilding: boolean): Promise<void> {
  let adding: Promise<void> | undefined;
  const work = {
    ...{ index, tables: [episodes] },
    onProgress: () => {
      adding ??= addLines(index, [file], Number.POSITIVE_INFINITY);
    },
  };
  if (isBuilding) await buildIndex({ ...work, smallTables: true });
  else await compactIndex(work);
  await (adding ?? addLines(index, [file], Number.POSITIVE_INFINITY));
}

function deedOf(draw: Draw, isBuilding: boolean): Deed {
  const at = draw(12);
  if (at < 6) return 'add';
  if (at < 7) return 'add again';
  if (at < 9) return 'remove';
  if (at < 11) return at < 10 ? 'add beside' : 'remove beside';
  return isBuilding && draw(2) === 0 ? 'build' : 'compact';
}

/** Times of observations do not follow the order of the files: the newest wins, whenever it comes. */
export function linesOf(
  platform: string,
  draw: Draw,
  { deed, step, steps }: { deed: Deed; step: number; steps: number },
): string[] {
  const tables = tablesOf(platform);
  const time = (at: number) => new Date(Date.UTC(2026, 0, 1 + draw(steps), draw(24), step, at));
  const removable = tables.filter(({ key: { length } }) => length === 1);
  const removals = catalog.find(platform, removalsName);
  if (deed.startsWith('remove') && removable.length > 0 && removals !== undefined) {
    const table = removable[draw(removable.length)] as CatalogTable;
    return Array.from({ length: 1 + draw(3) }, (_, at) => removalOf(table, draw, time(at)));
  }
  const count = step === 0 ? 30 : 1 + draw(8);
  return Array.from({ length: count }, (_, at) =>
    observationOf(tables[draw(tables.length)] as CatalogTable, draw, time(at)),
  );
}

/** Adds files in the format `observations`. */
export async function addLines(
  index: string,
  files: readonly string[],
  deltaShareMax: number,
): Promise<void> {
  await addFiles({
    index,
    files,
    format: 'observations',
    tables: [episodes],
    isPassing: true,
    memoryBytesMax: 256 * 2 ** 20,
    waitMs: 60_000,
    deltaShareMax,
  });
}

/** All rows of all tables of snapshots, through the printed views, in an order that does not depend on files. */
export async function contentsOf(snapshots: readonly Snapshot[]): Promise<Record<string, unknown[]>[]> {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const contents: Record<string, unknown[]>[] = [];
  for (const snapshot of snapshots) {
    await connection.run(duckdbViews(snapshot, catalog));
    const content: Record<string, unknown[]> = {};
    for (const table of catalog.tables) {
      if (filesBehind(snapshot, table) === 0) continue;
      const rows = await allRows(connection, `SELECT * FROM ${tableId(table)} ORDER BY ALL`);
      if (rows.length > 0) content[tableId(table)] = rows;
    }
    contents.push(content);
  }
  connection.closeSync();
  return contents;
}

async function countsOf(snapshot: Snapshot): Promise<Record<string, number>> {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const counts = [...(await rowCounts(connection, snapshot, catalog))].filter(([, rows]) => rows > 0);
  connection.closeSync();
  return Object.fromEntries(counts);
}

/** The number of files that a table is read from; a derived table without own files may have rows in delta files of its source. */
function filesBehind(snapshot: Snapshot, table: CatalogTable): number {
  const source = table.derivedFrom && catalog.find(table.platform, table.derivedFrom.table);
  return snapshot.files(table).length + (source === undefined ? 0 : snapshot.files(source).length);
}

function baseFiles(snapshot: Snapshot): string[] {
  const { tables } = snapshot.manifest;
  return Object.values(tables)
    .flatMap(({ files, masks = [] }) => [...files, ...masks].map(({ path }) => path))
    .sort();
}

/** Files of data that none of the snapshots that are kept names. */
export async function orphansOf(index: string): Promise<string[]> {
  const named = new Set<string>();
  for (const snapshot of await keptSnapshots(index))
    for (const { path } of manifestFiles(snapshot.manifest)) named.add(path);
  return (await dataFiles(index)).filter((path) => !named.has(path));
}

async function keptSnapshots(index: string): Promise<Snapshot[]> {
  const names = await readdir(join(index, 'snapshots'));
  return await Promise.all(names.map((name) => readSnapshot(index, name.replace(/\.json$/, ''))));
}
