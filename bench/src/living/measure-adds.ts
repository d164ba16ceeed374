import { cp, link, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { videos } from '@sdq/catalog';
import type { Snapshot } from '@sdq/index';
import type { PeerSpecification } from '../peers/peer-specification.ts';
import { engineTables } from '../run/contestant.ts';
import type { AskedQuery } from '../workload/query.ts';
import { type CompareStatesOptions, compareStates, type StatePair, type States } from './compare-states.ts';
import { writeObservations, writeOnce } from './write-task.ts';
import type { WriteCost } from './writer.ts';

/** Videos that an add observes again. */
export const perAdd = 1_000;
const largeAdd = 100_000;

/** What adds cost, and what queries cost after one. */
export interface MeasuredAdds {
  /** An add of {@link perAdd} videos that were observed again. */
  readonly small: WriteCost;
  /** An add of many records, half of them new. */
  readonly large: WriteCost & { readonly records: number; readonly fileBytes: number };
  readonly pairs: readonly StatePair[];
}

export interface MeasuredIndex {
  readonly base: string;
  readonly snapshot: Snapshot;
  /** A folder of its own, on the disk of the index. */
  readonly work: string;
  /** Memory of each process that answers queries. */
  readonly memoryBytesMax: number;
}

/**
 * Adds many records to a copy of an index, then a few to another, and measures queries over the index and over the second copy.
 * `after`: the index with the small add; `observations`: its file. Both are in `work`.
 */
export async function measureAdds(
  { base, snapshot, work, memoryBytesMax }: MeasuredIndex,
  queries: readonly AskedQuery[],
  compare: CompareStatesOptions,
): Promise<MeasuredAdds & { readonly after: string; readonly observations: string }> {
  compare.onProgress('a large add');
  const large = await measureLarge(snapshot, await copyOf(base, join(work, 'large')), work);
  const after = await copyOf(base, join(work, 'after'));
  const observations = join(work, 'small.parquet');
  await writeObservations(snapshot, { path: observations, again: perAdd, fresh: 0, seed: 1 });
  compare.onProgress('a small add');
  const small = await writeOnce({ index: after, file: observations });
  const pairs = await compareStates(queries, statesOf(base, after, memoryBytesMax), compare);
  return { small, large, pairs, after, observations };
}

async function measureLarge(snapshot: Snapshot, index: string, work: string): Promise<MeasuredAdds['large']> {
  const path = join(work, 'large.parquet');
  const records = Math.min(largeAdd, snapshot.rows(videos));
  await writeObservations(snapshot, { path, again: records / 2, fresh: records / 2, seed: 2 });
  const cost = await writeOnce({ index, file: path });
  await rm(index, { recursive: true, force: true });
  return { ...cost, records, fileBytes: (await stat(path)).size };
}

/** An index of its own in the folder `to`: the data files, which never change, are hard links; the rest is copied. */
export async function copyOf(index: string, to: string): Promise<string> {
  const data = await realpath(join(index, 'data'));
  await cp(index, to, { recursive: true, dereference: true, filter: (path) => path !== join(index, 'data') });
  for (const each of await readdir(data, { recursive: true, withFileTypes: true })) {
    if (!each.isFile()) continue;
    const folder = join(to, 'data', relative(data, each.parentPath));
    await mkdir(folder, { recursive: true });
    await link(join(each.parentPath, each.name), join(folder, each.name));
  }
  return to;
}

/** The engine over two states of an index. */
export function statesOf(before: string, after: string, memoryBytesMax: number): States {
  const specificationOf = (index: string): PeerSpecification => ({
    kind: 'sdq',
    index,
    isolation: 'in-process',
    memoryBytesMax,
  });
  return {
    name: 'sdq',
    dialect: 'duckdb',
    tables: engineTables,
    before: specificationOf(before),
    after: specificationOf(after),
  };
}
