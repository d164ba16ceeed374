import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { buildIndex } from '@sdq/core/builds';
import { generateIndex } from '@sdq/data';
import { openSnapshot, type Snapshot } from '@sdq/index';

export interface EnsureIndexOptions {
  directory: string;
  rows: number;
  /** As `rows`, for the tables of the other platforms than videos; default: `rows`. */
  otherRows?: number;
  /** Whether segments are built for base files without one; default true. */
  build?: boolean;
  signal?: AbortSignal;
  onProgress?(text: string): void;
}

/** The build report of the segment of videos. */
export type SegmentBuild = Awaited<ReturnType<typeof buildIndex>>['tables'][number]['segment'];

export interface EnsuredIndex {
  readonly snapshot: Snapshot;
  /** The report of the most recent build, in this run or an earlier one; absent if the benchmark has built none. */
  readonly build?: SegmentBuild;
}

/** The generated index of this size with its segments: cached, or generated now. */
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

async function generate(options: EnsureIndexOptions): Promise<void> {
  const { directory, rows, otherRows = rows, signal, onProgress } = options;
  // Generated in another directory and renamed, so that an interrupted run leaves no incomplete index.
  const building = `${directory}.building`;
  await rm(building, { recursive: true, force: true });
  await generateIndex({
    out: building,
    rows,
    otherRows,
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

/** Next to the index, not in it: every file in an index is listed in its manifest. */
function buildPath(directory: string): string {
  return `${directory}-build.json`;
}
