import type { StagedSource } from './staged-source.ts';

const fewRecords = 2_000;

/**
 * Whether so few records are merged that one thread does each statement: more of them cost more CPU than they save time. The files
 * that are written are the same, since one row group has all rows of each.
 */
export function areFew(staged: readonly Pick<StagedSource, 'state'>[]): boolean {
  return staged.reduce((sum, { state }) => sum + state.records, 0) <= fewRecords;
}
