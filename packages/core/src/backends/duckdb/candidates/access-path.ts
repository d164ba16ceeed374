import type { CatalogTable, PathInstance } from '@sdq/catalog';
import type { ChangedRows, Coverage, FileEntry, LiveSegment } from '@sdq/index';
import type { Filter } from '../../../shape/filter/filter.ts';
import type { RowTest } from '../../../shape/filter/row-test.ts';
import type { OrderedRows } from '../../../shape/ordered-rows.ts';
import type { SpanEdit, TableQuestion } from '../../../shape/table-question.ts';
import type { RowStep } from '../runnable-plan.ts';
import type { Structure, StructureMaker } from './structure.ts';

/**
 * An access path: one way to answer what a query asks of a table. It finds columns by their roles and by the
 * instances that the catalogue lists, never by name. Its folder contains all of it: its structures in a segment, when
 * it can answer, the SQL that it then writes, and fixtures of both.
 */
export interface AccessPath {
  readonly name: string;
  /** Its purpose, one line. */
  readonly purpose: string;
  /** The structures of an instance in a segment; absent for a path that reads those of other paths. */
  readonly structure?: StructureMaker;
  /** The structure of an instance in the compact profile, undefined for none; absent where it is the same. */
  readonly compact?: (table: CatalogTable, instance: PathInstance) => Structure | undefined;
  /** Its candidates for the query; one line with the reason when it has none. */
  route(context: RouteContext): readonly Candidate[] | string;
  /**
   * Those of its candidates whose rows may be the result as they are stored, where it can tell them without the others; absent
   * for a path that has none. {@link Candidate.fetched} tells which they are.
   */
  lookUps?(context: RouteContext): readonly Candidate[];
  /**
   * Structures in which rows can be searched by narrow columns before whole rows are fetched (late materialisation):
   * they contain all rows that pass WHERE.
   */
  sources?(context: RouteContext, asked: AskedColumns): readonly Source[];
  /** The rows for which a condition may be true, by ordinal, where the path can find them without the others. */
  ordinals?(context: RouteContext, filter: Filter): FoundRows | undefined;
  /** The same for top-k: a source may lack rows that are known to rank lower; too few results then fail a guard. */
  leadingSources?(context: RouteContext, asked: AskedColumns, ordered: OrderedRows): readonly Source[];
}

/** What a path knows when it makes candidates. */
export interface RouteContext {
  readonly question: TableQuestion;
  readonly table: CatalogTable;
  /** Files that may contain rows that pass WHERE. */
  readonly files: readonly FileEntry[];
  /** Rows of those files. */
  readonly rows: number;
  /** Whether zone maps exclude any file. */
  readonly isPruned: boolean;
  /** The uncovered files among them: every candidate reads them directly. */
  readonly uncovered: readonly FileEntry[];
  /** With at least one segment, except for base files. */
  readonly coverage: Coverage;
  /** Of a derived table: the table that it is computed from, where segments cover that one. */
  readonly source?: SourceOfDerived;
  /** Placeholder in a relation for the rows that are fetched. */
  readonly rowsPlaceholder: string;
  path(file: Pick<FileEntry, 'path'>): string;
  /** The rows of files of the table that no mask hides, as SQL for FROM. */
  living(files: readonly FileEntry[]): string;
  /** The instances of one access path over the table. */
  instances(path: string): readonly PathInstance[];
  /** The sources of all paths. */
  sources(asked: AskedColumns): readonly Source[];
  leadingSources(asked: AskedColumns, ordered: OrderedRows): readonly Source[];
  /** What all paths find for a condition. */
  ordinals(filter: Filter): readonly FoundRows[];
}

/** Estimated group sizes: rows of an owner, a tag, or a word. */
export interface GroupRows {
  /**
   * The median. It determines the cost of a speculative candidate that falls back when there are more rows: finding
   * that out costs almost nothing, and never trying it would lose it for all small groups.
   */
  readonly typical: number;
  /** The 99th percentile. It determines the cost of a candidate without a fallback. */
  readonly many: number;
}

/** Rows given by their ordinals in a segment, as `SELECT ordinal …`. */
export type OrdinalsOf = (live: LiveSegment) => string;

/** Rows that a condition may be true for: all that pass, and possibly others. */
export interface FoundRows {
  readonly ordinals: OrdinalsOf;
  readonly rows: GroupRows;
  /** Estimated CPU time in microseconds of finding them. */
  readonly cost: number;
  /** Where exactly these rows pass, constants for the columns that only the condition names: with them it is true. */
  readonly constants?: Constants;
  readonly note: string;
}

/** The table that a derived one is computed from, as the snapshot has it. */
export interface SourceOfDerived {
  readonly table: CatalogTable;
  readonly coverage: Coverage;
  readonly uncovered: readonly FileEntry[];
  living(files: readonly FileEntry[]): string;
}

/** Columns by which rows are searched. */
export interface AskedColumns {
  /** Columns that conditions name, with the number of places. */
  readonly places: ReadonlyMap<string, number>;
  /** Stored columns that are needed. */
  readonly stored: readonly string[];
}

/** A candidate plan for one table reference. */
export interface Candidate {
  /** What answers, for display. */
  readonly via: string;
  /** Whether it reads segments, which must be attached then. */
  readonly readsSegments: boolean;
  /** The segments that it reads; default: those over its table. */
  readonly segments?: readonly LiveSegment[];
  /** SQL for FROM: the table, or at least its rows wherever the query can see them. Written when it is asked for. */
  readonly relation: () => string;
  /** What its relation reads of that follows from changed rows, beside these rows themselves. */
  readonly held?: readonly ChangedRows[];
  /** How its answer over segments is completed for the snapshot. */
  readonly merge: Merge;
  /** Fetches of the rows that placeholders in `relation` stand for. With any, the candidate is speculative. */
  readonly steps: readonly RowStep[];
  /** Further edits of the caller's text. */
  readonly edits: readonly SpanEdit[];
  /** The guard on the result; when it fails, the executor falls back on the next candidate. */
  readonly guard: Guard;
  /** Which of the rows that its steps fetch pass WHERE, or lead in the order asked for among those that do. */
  readonly fetched?: FetchedRows;
  /** Estimated rows that it reads. */
  readonly rows: number;
  readonly bytes: number;
  /** Estimated CPU time in microseconds: see cost.ts. */
  readonly cost: number;
  /** The same for the most rows that its guards allow. */
  readonly costMost: number;
  /** The part of each row that its steps fetch from base files; absent where they have row files. */
  readonly costOfBaseRow?: number;
  readonly note: string;
}

/** What fetched rows are, where no statement needs to tell. */
export interface FetchedRows {
  /** Those that pass this test; all of them without it. */
  readonly test?: RowTest;
  /** Whether they are too few for SQL: only what is known of the rows can tell whether the answer is among them. */
  readonly isPart?: boolean;
  /** Of a part: whether further rows may be equal to the last of them by the first term of ORDER BY, and come before them by others. */
  readonly hasTies?: boolean;
}

export interface Guard {
  /** The result has at least so many rows. */
  readonly rowsMin: number;
  /** It fails with an error, while the result is read: the whole result is read before any of it is handed on. */
  readonly failsLate?: boolean;
}

/** Whether a candidate has guards that may fail. */
export function isSpeculative({ steps, guard }: Candidate): boolean {
  return steps.length > 0 || guard.rowsMin > 0;
}

/**
 * How the answer of the segments and later changes become one answer. A segment becomes stale where the snapshot
 * reads rows of it elsewhere, and leaves files uncovered that were added after it was built.
 */
export interface Merge {
  /**
   * Rows are united; the top k of each part are ranked again; sums are added; minimum and maximum are compared;
   * values are counted once.
   */
  readonly output: 'union' | 'top' | 'sum' | 'extreme' | 'distinct';
  /** How stale rows are handled: masked by ordinal, masked with their month, or the path refuses. */
  readonly stale: 'masked by ordinal' | 'masked by month' | 'refused';
  /**
   * How single rows that were replaced or removed are handled: left out by ordinal, or their values subtracted from the
   * groups that had them.
   */
  readonly masked: 'by ordinal' | 'signed rows';
  /** How uncovered files are read: as rows, as groups of one row each, or not at all, when the path refuses. */
  readonly uncovered: 'rows' | 'groups of one' | 'refused';
}

/** Rows of any structure with ordinals: stale rows are masked, uncovered rows are read beside it. */
export const unionOfRows: Merge = {
  output: 'union',
  stale: 'masked by ordinal',
  masked: 'by ordinal',
  uncovered: 'rows',
};

/** Why a merge is not possible; undefined where it is. */
export function faultOfMerge({ stale, uncovered }: Merge, { coverage }: RouteContext): string | undefined {
  if (stale === 'refused' && !coverage.isClean) return 'rows have changed since it was built';
  return uncovered === 'refused' && coverage.uncovered.size > 0
    ? 'rows have been added since it was built'
    : undefined;
}

/** Where rows are searched by narrow columns. */
export interface Source {
  readonly structure: string;
  /** The condition on its rows. */
  readonly where: (live: LiveSegment) => string;
  readonly ordinal: string;
  /** Constants for columns it lacks. */
  readonly constants: Constants;
  /** Whether it contains only rows above a threshold, so that too few results are inconclusive. */
  readonly isPartial: boolean;
  /** Whether all rows found pass WHERE. Otherwise more are taken, and too few results are inconclusive. */
  readonly isExact: boolean;
  /** Whether its rows are those of an owner or a tag, which lie together. */
  readonly isClustered?: boolean;
  /** Whether its rows are found before WHERE is tested: testing it on all rows would cost more. */
  readonly isFoundFirst?: boolean;
  /** The column by which the rows of a segment are sorted, descending, NULLs last; undefined where they are not. */
  readonly falling?: string | undefined;
  readonly cost: number;
}

/** A source that contains every row that passes WHERE. */
export const wholeSource = { where: () => 'true', constants: {}, isPartial: false, isExact: true };

/** Constants, as SQL, for columns that a structure lacks. */
export type Constants = Readonly<Record<string, string>>;
