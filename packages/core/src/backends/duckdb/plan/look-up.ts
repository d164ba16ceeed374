import { coverageOf, type Snapshot } from '@sdq/index';
import type { Route, RuleOutcome } from '../../../backend/execution-backend.ts';
import type { StatementQuestion } from '../../../shape/statement-question.ts';
import type { TableQuestion } from '../../../shape/table-question.ts';
import type { Resolved } from '../../../stages.ts';
import { accessPaths } from '../access-paths/access-paths.ts';
import type { Candidate, RouteContext } from '../candidates/access-path.ts';
import { cost } from '../candidates/cost.ts';
import type { LookUp } from '../runnable-plan.ts';
import { changesRead } from './changes-read.ts';
import { contextOf, filesBeside, pruned, routeTo, usableOf } from './choose-paths.ts';
import {
  countedRoute,
  countedRows,
  countedRowsOutcome,
  countedTexts,
  type PlannedCount,
} from './counted-rows/counted-rows.ts';
import { bounded, cheaperFirst } from './order-candidates.ts';
import { rowAnswer, rowAnswerOutcome } from './row-answer/row-answer.ts';

/** A look-up, and what the planner tells of it. */
export interface PlannedLookUp extends LookUp {
  readonly rules: readonly RuleOutcome[];
  readonly routes: readonly Route[];
}

/**
 * Plans a statement that is a look-up of rows by their keys, or their number, where no other plan can cost less: any other runs a
 * statement of DuckDB. The other paths are not asked, and no SQL is written, which takes most of the time of planning. Undefined for any
 * other statement.
 */
export function planLookUp(
  { statement }: Resolved,
  { tables: [question, another] }: StatementQuestion,
  snapshot: Snapshot,
): PlannedLookUp | undefined {
  if (question === undefined || another !== undefined) return undefined;
  const counted = countedRows(question, snapshot);
  if (typeof counted === 'object') return planCount(counted, question, snapshot, statement.parameters);
  if (typeof question.plainRows === 'string') return undefined;
  const chosen = chooseLookUp(question, snapshot);
  if (chosen === undefined) return undefined;
  const { candidate, context, rules, route } = chosen;
  const answer = rowAnswer([{ question, context, speculative: [candidate] }]);
  if (typeof answer === 'string') return undefined;
  const { steps, guard, held = [], fetched } = candidate;
  const isAnswerOnly = fetched?.isPart === true;
  const attempt = { steps, rowsMin: guard.rowsMin, answer, ...(isAnswerOnly && { isAnswerOnly }) };
  return {
    parameters: statement.parameters,
    attachments: changesRead([context], held, [{ ...attempt, sql: '', views: [] }]),
    attempts: [attempt],
    rules: [...rules, rowAnswerOutcome(answer)],
    routes: [route],
  };
}

function planCount(
  planned: PlannedCount,
  question: TableQuestion,
  snapshot: Snapshot,
  parameters: LookUp['parameters'],
): PlannedLookUp {
  const coverage = coverageOf(snapshot, question.table);
  const { counted, held } = planned;
  return {
    ...{ parameters, counted, attempts: [] },
    attachments: changesRead([{ coverage }], held, countedTexts(counted)),
    rules: countedRowsOutcome(question, planned),
    routes: [countedRoute(question, snapshot, counted)],
  };
}

interface ChosenLookUp {
  readonly candidate: Candidate;
  readonly context: RouteContext;
  readonly rules: readonly RuleOutcome[];
  readonly route: Route;
}

/** The cheapest look-up of one reference; undefined where there is none that costs less than any statement. */
function chooseLookUp(question: TableQuestion, snapshot: Snapshot): ChosenLookUp | undefined {
  const { table } = question;
  if (table.rows !== undefined || table.local !== undefined) return undefined;
  const all = snapshot.files(table);
  const rules: RuleOutcome[] = [];
  // Key files are searched whole: zone maps only exclude files beside them.
  const isCovered = coverageOf(snapshot, table).uncovered.size === 0;
  const context = contextOf(question, snapshot, isCovered ? all : pruned(question, all, rules));
  if (context.coverage.segments.length === 0) return undefined;
  const found = accessPaths.flatMap((path) => {
    const usable = usableOf(context, path.lookUps?.(context) ?? []);
    return typeof usable === 'string' ? [] : usable.map((candidate) => ({ path, candidate }));
  });
  const [cheapest] = found.sort((a, b) => cheaperFirst(a.candidate, b.candidate));
  if (cheapest === undefined || cheapest.candidate.cost >= cost.otherStatement) return undefined;
  const { path, candidate } = cheapest;
  rules.push({ rule: path.name, table: table.name, fired: true, note: candidate.note });
  return {
    candidate: bounded(candidate, [{ costMost: cost.otherStatement }]),
    context,
    rules,
    route: routeTo(candidate, context, all, filesBeside(candidate, context)),
  };
}
