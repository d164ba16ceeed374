import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { layout, type SourceEntry } from '@sdq/index';
import type { OpenedSource } from './open-source.ts';
import type { StagingState } from './staging/journal.ts';
import { dropStaging } from './staging/stage-source.ts';

/** So many records are merged by one thread. */
const fewRecords = 2_000;

/** A source whose records are staged. */
export interface StagedSource {
  source: OpenedSource;
  folder: string;
  state: StagingState;
  merged: number;
}

/** Name of the staging folder of a source and its options. */
export function stagingName(source: { sha256: string; optionsHash: string }): string {
  return `${source.sha256}-${source.optionsHash}`;
}

/** Whether two sources have the same content and are read in the same way. */
export function isSame(a: OpenedSource, b: OpenedSource): boolean {
  return a.sha256 === b.sha256 && a.optionsHash === b.optionsHash;
}

/** The entry of a source in a manifest. */
export function toEntry({ source, state, merged }: StagedSource): SourceEntry {
  return {
    sha256: source.sha256,
    name: source.name,
    format: source.format,
    options: source.optionsHash,
    records: state.records,
    accepted: state.accepted - merged,
    refused: state.refused,
    refused_by: Object.fromEntries(Object.entries(state.refusedBy).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Entries of sources that a manifest has not: a file may be read again for its collection alone. */
export function newEntries(staged: readonly StagedSource[], known: readonly SourceEntry[]): SourceEntry[] {
  return staged
    .map(toEntry)
    .filter(
      ({ sha256, options }) => !known.some((entry) => entry.sha256 === sha256 && entry.options === options),
    );
}

/** Deletes staging files of sources that a snapshot has: a run was killed right after it published. */
export async function dropFinishedStaging(index: string, sources: readonly SourceEntry[]): Promise<void> {
  const finished = new Set(
    sources.map((entry) => stagingName({ sha256: entry.sha256, optionsHash: entry.options })),
  );
  const root = layout.staging(index);
  for (const name of await readdir(root)) if (finished.has(name)) await dropStaging(join(root, name));
}

/**
 * Whether so few records are merged that one thread does each statement: more of them cost more CPU than they save time. The files
 * that are written are the same, since one row group has all rows of each.
 */
export function areFew(staged: readonly Pick<StagedSource, 'state'>[]): boolean {
  return staged.reduce((sum, { state }) => sum + state.records, 0) <= fewRecords;
}
