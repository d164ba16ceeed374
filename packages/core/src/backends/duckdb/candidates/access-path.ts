import type { CatalogTable, PathInstance } from '@sdq/catalog';
import type { Coverage, FileEntry, LiveSegment } from '@sdq/index';
import type { OrderedRows } from '../../../shape/ordered-rows.ts';
import type { SpanEdit, TableQuestion } from '../../../shape/table-question.ts';
import type { RowStep } from '../runnable-plan.ts';
import type { StructureMaker } from './structure.ts';

/**
 * An access path: one way to answer what a query asks of a table. It knows columns by their roles and by the instances that the
 * catalogue lists, never by name. Its folder holds all of it: what it keeps in a segment, when it can answer, the SQL
 * that it then writes, and fixtures of both.
 */
export interface AccessPath {
  readonly name: string;
  /** One line for people: what it is good for. */
  readonly purpose: string;
  /** What an instance keeps in a segment; absent for a path that reads what others keep. */
  readonly structure?: StructureMaker;
  /** Its candidates for the query; one line with the reason when it has none. */
  route(context: RouteContext): readonly Candidate[] | string;
  /** Where rows can be looked for by narrow columns before whole ones are fetched: structures with all rows that WHERE leaves. */
  sources?(context: RouteContext, asked: AskedColumns): readonly Source[];
  /** The same for the rows that lead: what it does not hold is known not to lead, or is told by too few rows. */
  leadingSources?(context: RouteContext, asked: AskedColumns, ordered: OrderedRows): readonly Source[];
}

/** What a path knows when it makes candidates. */
export interface RouteContext {
  readonly question: TableQuestion;
  readonly table: CatalogTable;
  /** Files that WHERE leaves. */
  readonly files: readonly FileEntry[];
  /** Rows of those files. */
  readonly rows: number;
  /** Whether WHERE leaves fewer files than there are. */
  readonly isPruned: boolean;
  /** Those of them that no segment holds: every candidate reads them as they are. */
  readonly uncovered: readonly FileEntry[];
  /** With one segment at least, but for the base files. */
  readonly coverage: Coverage;
  /** Stands in a relation for the rows that are fetched. */
  readonly rowsPlaceholder: string;
  path(file: FileEntry): string;
  /** The instances of one access path over the table. */
  instances(path: string): readonly PathInstance[];
  /** The sources of all paths. */
  sources(asked: AskedColumns): readonly Source[];
  leadingSources(asked: AskedColumns, ordered: OrderedRows): readonly Source[];
}

/** Columns by which rows are looked for. */
export interface AskedColumns {
  /** Columns that conditions name, with the number of places. */
  readonly places: ReadonlyMap<string, number>;
  /** Stored columns that are needed. */
  readonly stored: readonly string[];
}

/** A candidate plan for one table reference. */
export interface Candidate {
  /** What answers, for people. */
  readonly via: string;
  /** Whether it reads segments, which have to be attached then. */
  readonly readsSegments: boolean;
  /** SQL that can stand in FROM: the table, or at least its rows wherever the query can see them. */
  readonly relation: string;
  /** How its answer over segments comes to hold for the snapshot. */
  readonly merge: Merge;
  /** Fetches of the rows that placeholders in `relation` stand for. With any, the candidate is speculative. */
  readonly steps: readonly RowStep[];
  /** Further edits of the caller's text. */
  readonly edits: readonly SpanEdit[];
  /** What must hold of the result; else the executor falls back on the next candidate. */
  readonly guard: Guard;
  /** Rows it reads, about. */
  readonly rows: number;
  readonly bytes: number;
  /** CPU time, about, in microseconds: see cost.ts. */
  readonly cost: number;
  /** The same with the most rows that its guards let pass. */
  readonly costMost: number;
  readonly note: string;
}

export interface Guard {
  /** The result has at least so many rows. */
  readonly rowsMin: number;
}

/** Whether a candidate has guards that may fail. */
export function isSpeculative({ steps, guard }: Candidate): boolean {
  return steps.length > 0 || guard.rowsMin > 0;
}

/**
 * How what the segments give and what has happened since become one answer. A segment goes stale where the snapshot
 * reads rows of it elsewhere, and leaves files uncovered that were added after it was built.
 */
export interface Merge {
  /** Rows are united; the leading ones of each part lead; sums are added up; least and greatest are compared; values are counted once. */
  readonly output: 'union' | 'top' | 'sum' | 'extreme' | 'distinct';
  /** What becomes of stale rows: left out by ordinal, left out with their month, or the path refuses. */
  readonly stale: 'masked by ordinal' | 'masked by month' | 'refused';
  /** How uncovered files are read: as rows, as groups of one row each, or not at all: the path refuses. */
  readonly uncovered: 'rows' | 'groups of one' | 'refused';
}

/** Rows of any structure that knows ordinals: stale ones are masked, others are read beside it. */
export const unionOfRows: Merge = { output: 'union', stale: 'masked by ordinal', uncovered: 'rows' };

/** Why a merge cannot be made over what is there; undefined where it can. */
export function faultOfMerge({ stale, uncovered }: Merge, { coverage }: RouteContext): string | undefined {
  if (stale === 'refused' && !coverage.isClean) return 'rows have changed since it was built';
  return uncovered === 'refused' && coverage.uncovered.size > 0
    ? 'rows have been added since it was built'
    : undefined;
}

/** Where rows are looked for by narrow columns. */
export interface Source {
  readonly structure: string;
  /** What its rows have to pass. */
  readonly where: (live: LiveSegment) => string;
  readonly ordinal: string;
  /** Constants for columns it does not have. */
  readonly constants: Constants;
  /** Whether only rows above a threshold are in it, so that fewer than asked for prove nothing. */
  readonly isPartial: boolean;
  /** Whether all rows found pass WHERE. Else more are taken, and fewer results than asked for prove nothing. */
  readonly isExact: boolean;
  /** The column by which the rows of a segment lie in falling order, NULL last; undefined where they lie otherwise. */
  readonly falling?: string | undefined;
  readonly cost: number;
}

/** A source that holds every row that WHERE leaves, as it is. */
export const wholeSource = { where: () => 'true', constants: {}, isPartial: false, isExact: true };

/** Constants, as SQL, that stand for columns which a structure does not have. */
export type Constants = Readonly<Record<string, string>>;
