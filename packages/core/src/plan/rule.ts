import type { FileEntry } from '../index/manifest.ts';
import type { Resolved } from '../stages.ts';
import type { ConstantScope } from './instants.ts';

export type BoundReference = Resolved['references'][number];

/**
 * A rule over one table reference. It may leave out files whose rows the query would drop anyway, and nothing else:
 * with the rule on or off, a query gives the same rows.
 */
export interface ReferenceRule {
  readonly name: string;
  apply(
    reference: BoundReference,
    files: readonly FileEntry[],
    scope: ConstantScope,
  ): { files: readonly FileEntry[]; note: string };
}
