import type { CatalogTable } from '@sdq/catalog';
import type { Coverage, FileEntry } from '@sdq/index';
import type { Resolved, RowStep } from '../stages.ts';
import type { ConstantScope } from './instants.ts';
import type { Replacement } from './splice.ts';

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

/**
 * Columns of a table reference that its SELECT may look at, each with the number of places that name it. More may
 * be named here than are used, never fewer; `everything` where it cannot be told.
 */
export type ColumnsUsed = 'everything' | ReadonlyMap<string, number>;

/** What a routing rule may know of one table reference. */
export interface RouteContext {
  readonly resolved: Resolved;
  readonly reference: BoundReference;
  readonly table: CatalogTable;
  /** Files that WHERE leaves. */
  readonly files: readonly FileEntry[];
  /** Rows of those files. */
  readonly rows: number;
  /** Whether WHERE leaves fewer files than there are. */
  readonly isPruned: boolean;
  /** Those of them that no segment holds: every route reads them as they are. */
  readonly uncovered: readonly FileEntry[];
  /** With one segment at least. */
  readonly coverage: Coverage;
  readonly columns: ColumnsUsed;
  readonly scope: ConstantScope;
  /** Stands in a relation for the rows that are fetched. */
  readonly rowsPlaceholder: string;
  path(file: FileEntry): string;
}

/** One way to answer a table reference. */
export interface Candidate {
  /** What answers, for people. */
  readonly via: string;
  /** SQL that can stand in FROM: the table, or at least its rows wherever the query can see them. */
  readonly relation: string;
  /** Fetches of the rows that placeholders in `relation` stand for. With any, the candidate is an attempt. */
  readonly steps: readonly RowStep[];
  /** Further edits of the caller's text. */
  readonly edits: readonly Replacement[];
  /** The attempt holds only if the result has this many rows. */
  readonly rowsMin: number;
  /** Rows it reads, about. */
  readonly rows: number;
  readonly bytes: number;
  /** CPU time, about, in microseconds: see cost.ts. */
  readonly cost: number;
  readonly note: string;
}

/** A rule that knows another relation for a reference. Gives its candidates, or one line on why it has none. */
export interface RouteRule {
  readonly name: string;
  propose(context: RouteContext): readonly Candidate[] | string;
}
