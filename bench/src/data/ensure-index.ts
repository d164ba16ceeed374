import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { buildIndex } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { openSnapshot, type Snapshot } from '@sdq/index';

export interface EnsureIndexOptions {
  directory: string;
  rows: number;
  /** Whether segments are built over what none covers; default true. */
  build?: boolean;
  signal?: AbortSignal;
  onProgress?(text: string): void;
}

/** What building the segment of videos came to: the build's own report. */
export type SegmentBuild = Awaited<ReturnType<typeof buildIndex>>['tables'][number]['segment'];

export interface EnsuredIndex {
  readonly snapshot: Snapshot;
  /** Of the newest build, now or in an earlier run; absent where the benchmark has built none. */
  readonly build?: SegmentBuild;
}

/** The generated index of this size with its segments: from the cache, or made now. */
export async function ensureIndex(options: EnsureIndexOptions): Promise<EnsuredIndex> {
  const { directory } = options;
  if (!(await hasIndex(directory))) await generate(options);
  if (options.build !== false) await build(options);
  const snapshot = await openSnapshot(directory);
  const report = await readBuild(directory);
  return { snapshot, ...(report === undefined ? {} : { build: report }) };
}

async function hasIndex(directory: string): Promise<boolean> {
  try {
    await openSnapshot(directory);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'index_missing') return false;
    throw error;
  }
}

async function generate({ directory, rows, signal, onProgress }: EnsureIndexOptions): Promise<void> {
  // Made beside its place: an interrupted run leaves no index that is only half there.
  const building = `${directory}.building`;
  await rm(building, { recursive: true, force: true });
  await generateIndex({
    out: building,
    rows,
    ...(signal === undefined ? {} : { signal }),
    onProgress: ({ phase, done, total }) => onProgress?.(`generating ${phase} ${done}/${total}`),
  });
  await rm(directory, { recursive: true, force: true });
  await rename(building, directory);
}

async function build({ directory, signal, onProgress }: EnsureIndexOptions): Promise<void> {
  const { tables } = await buildIndex({
    index: directory,
    signal,
    onProgress: ({ table, phase, step, steps }) =>
      onProgress?.(`building ${table} ${step}/${steps}: ${phase}`),
  });
  const segment = tables.find(({ table }) => table === 'shortvideo.videos')?.segment;
  if (segment !== undefined) await writeFile(buildPath(directory), `${JSON.stringify(segment, null, 2)}\n`);
}

async function readBuild(directory: string): Promise<SegmentBuild | undefined> {
  try {
    return JSON.parse(await readFile(buildPath(directory), 'utf8')) as SegmentBuild;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Beside the index, not in it: what lies in an index is named by its manifest. */
function buildPath(directory: string): string {
  return `${directory}-build.json`;
}
