import { readFile } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { layout, writeFileAtomically } from '@sdq/index';

/** What a mirror has of its store, in the file MIRROR. */
export interface MirrorRecord {
  readonly address: string;
  /** Snapshots that were current here, oldest first. */
  readonly snapshots: readonly string[];
}

const snapshotsMax = 100;

/** Undefined for a directory that is no mirror. */
export async function readMirrorRecord(root: string): Promise<MirrorRecord | undefined> {
  const text = await readFile(layout.mirror(root), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [address = '', ...snapshots] = text.trim().split('\n');
  return { address, snapshots };
}

export async function writeMirrorRecord(root: string, { address, snapshots }: MirrorRecord): Promise<void> {
  await writeFileAtomically(
    layout.mirror(root),
    `${[address, ...snapshots.slice(-snapshotsMax)].join('\n')}\n`,
  );
}

export function notOfThisStore(root: string, address: string, other: string | undefined): AppError {
  const is = other === undefined ? 'an index of its own' : `a mirror of ${other}`;
  return new AppError('usage_error', `"${root}" is ${is}, so that it cannot mirror "${address}"`, {
    hint: 'Give the mirror a directory of its own with --index',
  });
}
