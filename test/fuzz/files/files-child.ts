/**
 * Imports mutated files and says what went wrong. It says each seed before it begins with it, so that its parent knows
 * which one ends or blocks it.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkContents, openSnapshot } from '@sdq/index';
import { addFiles, type PreviewedFile, previewFiles } from '@sdq/ingest';
import { Random } from '../sql/random.ts';
import { checkAdded, checkPreview, checkRun } from './check-report.ts';
import { mutate } from './mutate.ts';
import { wellFormedFiles } from './well-formed.ts';

export interface Seeds {
  readonly first: number;
  /** The seeds are `first`, `first + step` … below `end`. */
  readonly step: number;
  readonly end: number;
  /** One of so many files is added to an index; all are previewed. */
  readonly addedOf: number;
}

export type Told =
  | { readonly kind: 'begins'; readonly seed: number }
  | { readonly kind: 'wrong'; readonly seed: number; readonly what: string; readonly how: string }
  | {
      readonly kind: 'ends';
      readonly outcome: string;
      readonly records: number;
      readonly residentBytes: number;
    }
  | { readonly kind: 'added'; readonly files: number }
  | { readonly kind: 'done' };

const groupFiles = 16;
/** An index begins anew after so many groups, so that merging stays cheap. */
const groupsOfIndex = 8;

interface Added {
  readonly seed: number;
  readonly path: string;
  readonly how: string;
  readonly preview: PreviewedFile;
}

const folder = process.argv[2] ?? '';
const tell = (told: Told) => void process.send?.(told);
const indexes = { number: 0, groups: 0 };

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (seeds: Seeds) => void run(seeds));

async function run({ first, step, end, addedOf }: Seeds): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = await wellFormedFiles(folder);
  let group: Added[] = [];
  for (let seed = first; seed < end; seed += step) {
    tell({ kind: 'begins', seed });
    const { content, how } = mutate(files, new Random(seed));
    const path = join(folder, `${seed}`);
    await writeFile(path, content);
    const preview = await read(seed, path, how);
    const isAdded = preview !== undefined && seed % addedOf < step;
    if (isAdded) group.push({ seed, path, how, preview });
    else await rm(path);
    if (group.length < groupFiles && seed + step < end) continue;
    await addGroup(group);
    group = [];
  }
  tell({ kind: 'done' });
}

async function read(seed: number, path: string, how: string): Promise<PreviewedFile | undefined> {
  try {
    const {
      files: [file],
    } = await previewFiles({ files: [path] });
    if (file === undefined) throw new Error('The file has no report');
    for (const what of checkPreview(file)) tell({ kind: 'wrong', seed, what, how });
    const outcome = file.error?.code ?? (file.accepted === 0 ? 'all refused' : 'accepted');
    const { rss: residentBytes } = process.memoryUsage();
    tell({ kind: 'ends', outcome, records: file.records, residentBytes });
    return file;
  } catch (error) {
    tell({ kind: 'wrong', seed, what: stackOf(error), how });
    return undefined;
  }
}

/** Adds the files twice; if that throws, each by itself, to tell which one it was. */
async function addGroup(group: readonly Added[]): Promise<void> {
  if (group.length === 0) return;
  const [{ seed, how }] = group as [Added];
  if (indexes.groups++ % groupsOfIndex === 0) {
    await rm(join(folder, `index-${indexes.number}`), { recursive: true, force: true });
    indexes.number++;
  }
  const index = join(folder, `index-${indexes.number}`);
  try {
    for (const what of await addTwice(index, group)) tell({ kind: 'wrong', seed, what, how });
    tell({ kind: 'added', files: group.length });
  } catch (error) {
    indexes.groups = 0;
    if (group.length > 1) for (const one of group) await addGroup([one]);
    else tell({ kind: 'wrong', seed, what: stackOf(error), how });
  }
  for (const { path } of group) await rm(path, { force: true });
}

async function addTwice(index: string, group: readonly Added[]): Promise<string[]> {
  const files = group.map(({ path }) => path);
  const seedOf = (path: string) => group.find((one) => one.path === path)?.seed ?? 0;
  const onProgress = ({ file, phase }: { file: string; phase: string }) => {
    if (phase === 'hash') tell({ kind: 'begins', seed: seedOf(file) });
  };
  // In place of the size that makes it worth it: files are converted by SQL, and previewed row by row.
  // SQL converts them however few they are.
  const bySql = { columnsBytesMin: 0, bulkRowsMin: 0 };
  const report = await addFiles({ index, files, ...bySql, onProgress });
  const wrong = checkRun(report, false);
  for (const file of report.files) {
    const one = group.find(({ path }) => path === file.name);
    for (const what of await checkAdded(file, one?.preview)) {
      tell({ kind: 'wrong', seed: one?.seed ?? 0, what, how: one?.how ?? '' });
    }
  }
  const again = await addFiles({ index, files, ...bySql, onProgress });
  wrong.push(...checkRun(again, true));
  if (again.snapshotId !== report.snapshotId) wrong.push('the same files again changed the snapshot');
  if (report.snapshotId === '') return wrong;
  const damaged = await checkContents(await openSnapshot(index));
  return [...wrong, ...damaged.map(({ path, reason }) => `${path}: ${reason}`)];
}

function stackOf(error: unknown): string {
  return String(error instanceof Error ? error.stack : error).slice(0, 2_000);
}
