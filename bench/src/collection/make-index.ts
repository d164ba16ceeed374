import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { BenchHooks } from '../bench-hooks.ts';
import { folderBytes } from '../data/folder-bytes.ts';
import { describeEnvironment } from '../report/machine.ts';
import { type CommandCost, measureCommand, sdqProgram } from './measure-command.ts';

export type ProfileName = 'full' | 'compact';

/** How an index of a collection was made. */
export interface IndexMaking {
  /** What has to be said of it: another commit, what else ran on the machine. */
  readonly note?: string;
  readonly add: CommandCost;
  readonly build: CommandCost;
}

/** An index of a collection with what is known of its size and making. */
export interface CollectionIndex {
  readonly profile: ProfileName;
  readonly path: string;
  readonly bytes: number;
  /** Absent if it was made otherwise. */
  readonly making?: IndexMaking;
  /** Bytes a row of each structure by table, as `sdq index status` tells; small tables are left out. */
  readonly structures: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface MakeIndexOptions {
  readonly source: string;
  readonly profile: ProfileName;
  readonly path: string;
  /** GiB for each command. */
  readonly memory: number;
}

const rowsOfTablesMin = 10_000;

/** The index in a folder; where there is none it is made, and `<folder>.making.json` tells what that cost. */
export async function ensureCollectionIndex(
  { source, profile, path, memory }: MakeIndexOptions,
  hooks: BenchHooks,
): Promise<CollectionIndex> {
  const notes = `${path}.making.json`;
  if (folderBytes(path) === 0) {
    const memoryWords = ['--memory', `${memory}GiB`];
    const add = await measureCommand(['index', 'add', source, ...memoryWords], path, hooks);
    const build = await measureCommand(['index', 'build', '--profile', profile, ...memoryWords], path, hooks);
    // A small import builds a full index at once.
    await runSdq(['index', 'clean', '--index', path]);
    const making: IndexMaking = {
      note: `At commit ${describeEnvironment().commit}. The disk after the build is that after \`sdq index clean\`.`,
      add,
      build: { ...build, diskBytes: folderBytes(path) },
    };
    await writeFile(notes, `${JSON.stringify(making, null, 1)}\n`);
  }
  const making = await readFile(notes, 'utf8').then(
    (text) => JSON.parse(text) as IndexMaking,
    () => undefined,
  );
  return {
    profile,
    path,
    bytes: folderBytes(path),
    structures: await structuresOf(path),
    ...(making !== undefined && { making }),
  };
}

interface Status {
  readonly segments: readonly {
    readonly table: string;
    readonly rows_live: number;
    readonly bytes_per_row: Readonly<Record<string, number>>;
  }[];
}

async function runSdq(words: readonly string[]): Promise<string> {
  const all = ['--conditions=@sdq/source', sdqProgram, ...words];
  return (await promisify(execFile)(process.execPath, all, { maxBuffer: 2 ** 26 })).stdout;
}

async function structuresOf(index: string): Promise<CollectionIndex['structures']> {
  const { segments } = JSON.parse(await runSdq(['index', 'status', '--json', '--index', index])) as Status;
  return Object.fromEntries(
    segments
      .filter(({ rows_live }) => rows_live >= rowsOfTablesMin)
      .map(({ table, rows_live, bytes_per_row }) => [
        `${table}, ${rows_live.toLocaleString('en-US')} rows`,
        bytes_per_row,
      ]),
  );
}
