import type { SourceEntry } from '@sdq/index';
import type { OpenedSource } from './open-source.ts';
import type { StagingState } from './staging/journal.ts';

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
