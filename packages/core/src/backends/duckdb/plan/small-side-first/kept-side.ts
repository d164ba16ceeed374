import type { Snapshot } from '@sdq/index';
import type { Span } from '../../../../shape/dates/statement-text.ts';
import type { StatementQuestion } from '../../../../shape/statement-question.ts';
import type { SpanEdit } from '../../../../shape/table-question.ts';
import type { Resolved } from '../../../../stages.ts';
import type { QueryNode } from '../../../../syntax/ast.ts';
import { tokenize } from '../../../../syntax/tokens.ts';
import type { Candidate } from '../../candidates/access-path.ts';
import type { KeptStep } from '../../runnable-plan.ts';
import type { ChosenPaths, PathRules } from '../choose-paths.ts';
import type { ExpressionEdits } from '../expression-edits.ts';

/** Maximum number of keys that are looked up, and of estimated rows of a side: as many as DuckDB filters joins by. */
export const sideRowsMax = 2_000;

/** Maximum number of rows that are kept. A side of more than was estimated is not run again, up to this number. */
export const keptRowsMax = 20_000;

/** The small side of a join: its rows are kept, and take its place in the statement. */
export interface KeptSide {
  readonly table: string;
  readonly step: KeptStep;
  /** What of the caller's text the table takes the place of; undefined for a reference. */
  readonly edit: SpanEdit | undefined;
  /** The reference whose place it takes. */
  readonly place: number | undefined;
  /** Names of its columns that the statement gives; the last ones may be missing. */
  readonly aliases: readonly string[];
  /** Estimated rows. */
  readonly rows: number;
  /** Whether statistics, or the text, tell that there are no more. */
  readonly isKnown: boolean;
  /** Whether they lead in an order: owners that lead have more rows than others. */
  readonly isLeading: boolean;
  /** Estimated CPU time in microseconds of finding them, and what the same costs in the plan's own SQL. */
  readonly cost: number;
  readonly costOwn: number;
}

/** What is known of the statement when sides are kept. */
export interface SideContext {
  readonly resolved: Resolved;
  readonly snapshot: Snapshot;
  readonly rules: PathRules;
  readonly question: StatementQuestion;
  readonly chosen: readonly ChosenPaths[];
  readonly spans: ReadonlyMap<QueryNode, Span>;
  readonly expressions: ExpressionEdits;
}

/** Speculative candidates are taken whose guards do not depend on the result of the statement. */
export function taken({ speculative, certain }: ChosenPaths): Candidate {
  const [first] = speculative;
  return first?.guard.rowsMin === 0 ? first : certain;
}

/** Why a side is not tried. */
export const tooMany = (rows: number) => `about ${Math.round(rows).toLocaleString('en')} rows are too many`;

/** Whether a text has parameters that are numbered by their order in the statement. */
export function hasNumberless(text: string): boolean {
  return tokenize(text).tokens.some(
    ({ kind, start, end }) => kind === 'parameter' && text.slice(start, end) === '?',
  );
}
