import { storedColumns } from '@sdq/catalog';
import type { FileEntry, LiveSegment, Snapshot } from '@sdq/index';
import type { Route, RuleOutcome } from '../../../backend/execution-backend.ts';
import { StatementQuestion } from '../../../shape/statement-question.ts';
import type { SpanEdit } from '../../../shape/table-question.ts';
import { mint, type Resolved } from '../../../stages.ts';
import { baseRelation } from '../access-paths/base-scan/base-scan.ts';
import type { Candidate } from '../candidates/access-path.ts';
import { asUnion, withBarrier } from '../candidates/relation/relation.ts';
import type { Plan, RowAnswer, SpeculativePlan, TableView } from '../runnable-plan.ts';
import { isPlainNoted } from '../segments/column-statistics.ts';
import { caselessSearch, caselessSearchRule } from './caseless-search/caseless-search.ts';
import { changesRead } from './changes-read.ts';
import { type ChosenPaths, choosePaths, pathRuleNames } from './choose-paths.ts';
import {
  countedRoute,
  countedRows,
  countedRowsOutcome,
  countedRowsRule,
  countedTexts,
} from './counted-rows/counted-rows.ts';
import { type ExpressionEdits, editsBeside, noEdits } from './expression-edits.ts';
import { pushLimit } from './limits.ts';
import { mergeSubqueriesRule, withMerged, withUnmerged } from './merged-subqueries/merged-subqueries.ts';
import { rowAnswer, rowAnswerOutcome, rowAnswerRule } from './row-answer/row-answer.ts';
import { taken } from './small-side-first/kept-side.ts';
import { type SmallSides, smallSideFirstRule, smallSidesFirst } from './small-side-first/small-side-first.ts';
import { splice } from './splice.ts';
import { utcDates, utcDatesRule } from './utc-dates/utc-dates.ts';

export interface PlanOptions {
  /** Maximum number of rows read from the result. */
  rowsMax: number;
  /** Rules to turn off, by name: for tests and for diagnosis. */
  rulesOff?: readonly string[];
  /** An access path that is preferred wherever it has a candidate, at any cost: for tests. */
  preferredPath?: string | undefined;
}

/** Every rule that `rulesOff` can name: access paths, and those of the plan. */
export const ruleNames: readonly string[] = [
  ...pathRuleNames,
  utcDatesRule,
  caselessSearchRule,
  smallSideFirstRule,
  rowAnswerRule,
  countedRowsRule,
  mergeSubqueriesRule,
  'stream-limit',
  'push-limit',
];

/**
 * Plans a statement. Where subqueries can be merged into the queries around them, the merged statement is planned, and the
 * statement as it was sent remains the last plan: it determines errors.
 */
export function plan(
  resolved: Resolved,
  snapshot: Snapshot,
  options: PlanOptions,
  question: StatementQuestion = questionOf(resolved, options),
): Plan {
  const own = planText(resolved, snapshot, options, question);
  const { merged } = resolved;
  if (merged === undefined || options.rulesOff?.includes(mergeSubqueriesRule) === true) return own;
  if (typeof merged === 'string') return withUnmerged(own, merged);
  const { statement, note } = merged;
  return withMerged(own, planText(statement, snapshot, options, questionOf(statement, options)), note);
}

/** What a statement asks, from now on. */
export function questionOf(
  resolved: Resolved,
  { rulesOff = [] }: Pick<PlanOptions, 'rulesOff'> = {},
): StatementQuestion {
  return new StatementQuestion(resolved, Date.now(), { infersKeys: !rulesOff.includes(smallSideFirstRule) });
}

/**
 * Routes each table reference to files or structures of one snapshot. The caller's text is kept; only its references
 * are replaced, each by a relation that contains the same rows wherever the query can see them, and aggregates where
 * the relation contains sums.
 *
 * A reference in a subquery inside an expression, but for one in WHERE, is not replaced but names a view, one per table:
 * DuckDB names an expression without an alias by its text, which must stay the caller's.
 */
function planText(
  resolved: Resolved,
  snapshot: Snapshot,
  options: PlanOptions,
  question: StatementQuestion,
): Plan {
  const { statement } = resolved;
  const { rulesOff: off = [], preferredPath: preferred } = options;
  const infersKeys = !off.includes(smallSideFirstRule);
  const rules = { off, preferred };
  const alone = question.tables.map((table) => choosePaths(table, snapshot, rules));
  const limit = off.includes('push-limit') ? null : pushLimit(question, options.rowsMax);
  const rows = Math.max(0, ...alone.map(({ certain }) => certain.rows));
  const dates = off.includes(utcDatesRule) ? noEdits : utcDates(resolved, snapshot, rows);
  const searches = off.includes(caselessSearchRule)
    ? noEdits
    : caselessSearch(resolved, rows, (name) => isPlain(alone, name));
  const expressions: ExpressionEdits = {
    groups: [...dates.groups, ...searches.groups],
    outcomes: [...dates.outcomes, ...searches.outcomes],
  };
  const small = !infersKeys
    ? { chosen: alone, plan: undefined, outcomes: [] }
    : smallSidesFirst(
        { resolved, snapshot, rules, question, chosen: alone, expressions },
        preferred === smallSideFirstRule,
      );
  const { chosen } = small;
  const streams = new Set(
    off.includes('stream-limit') ? [] : chosen.filter(({ question }) => question.isStreamed),
  );
  const write = (choose: Choice, edited: ExpressionEdits, replaced: readonly SpanEdit[] = []) => {
    const written = writeOut(resolved, chosen, choose, streams, edited, replaced);
    return { ...written, sql: written.sql + (limit ?? '') };
  };
  const own = write(certainOf, noEdits);
  const answer = off.includes(rowAnswerRule) ? undefined : rowAnswer(chosen);
  const [only, another] = question.tables;
  const isCounting = another === undefined && !off.includes(countedRowsRule) && preferred === undefined;
  const counting = isCounting ? only : undefined;
  const countPlanned = countedRows(counting, snapshot);
  const { counted, held: heldOfCount = [] } = typeof countPlanned === 'object' ? countPlanned : {};
  const attempts = [
    ...(small.plan === undefined
      ? []
      : smallAttempts(small.plan, chosen, (choose, replaced) => write(choose, expressions, replaced))),
    ...withAnswer(
      attemptsOf(chosen, (choose) => write(choose, expressions)),
      answer,
    ),
    ...withEdits(own, write(certainOf, expressions)),
  ];
  return mint<Plan>({
    ...own,
    parameters: statement.parameters,
    attachments: [
      ...segmentsOf(chosen).map(({ name, segment }) => ({ name, path: snapshot.path(segment) })),
      ...changesRead(
        chosen.map(({ context }) => context),
        [
          ...chosen.flatMap(({ certain, speculative }) =>
            [certain, ...speculative].flatMap(({ held = [] }) => held),
          ),
          ...heldOfCount,
        ],
        [own, ...attempts, ...(counted === undefined ? [] : countedTexts(counted))],
      ),
    ],
    ...(counted !== undefined && { counted }),
    attempts,
    statement,
    rules: [
      ...chosen.flatMap(({ rules }) => rules),
      ...small.outcomes,
      ...expressions.outcomes,
      ...(answer === undefined ? [] : [rowAnswerOutcome(answer)]),
      ...countedRowsOutcome(counting, countPlanned),
      ...limitRules(streams, limit === null ? null : options.rowsMax),
    ],
    routes:
      counting !== undefined && counted !== undefined
        ? [countedRoute(counting, snapshot, counted)]
        : chosen.map((each) => routeOf(each, small.plan)),
  });
}

/** Whether the texts of a column, in every table of the statement that has it, are mostly different. */
function isPlain(chosen: readonly ChosenPaths[], name: string): boolean {
  const all = chosen.flatMap(({ context: { table, coverage } }) => {
    const column = storedColumns(table).find((stored) => stored.name === name);
    if (column === undefined) return [];
    const noted = isPlainNoted(table, column) ? coverage.statistics.columns.get(name) : undefined;
    return [noted === undefined ? column.isLong === true : noted.is_plain === true];
  });
  return all.length > 0 && all.every(Boolean);
}

/** Which candidate of each reference is used. */
type Choice = (paths: ChosenPaths) => Candidate;

const certainOf: Choice = ({ certain }) => certain;

/**
 * The plan's own SQL with cheaper expressions, if it has any. The plan's own SQL remains the caller's: it
 * determines names, types and errors where DuckDB does not accept what was changed.
 */
function withEdits(
  own: Pick<Plan, 'sql' | 'views'>,
  { sql, views }: Pick<Plan, 'sql' | 'views'>,
): SpeculativePlan[] {
  return sql === own.sql ? [] : [{ sql, views, steps: [], rowsMin: 0 }];
}

function limitRules(streams: ReadonlySet<ChosenPaths>, rowsMax: number | null): RuleOutcome[] {
  return [
    ...[...streams].map(({ question }) => ({
      rule: 'stream-limit',
      table: question.table.name,
      fired: true,
      note: 'rows are handed on as they come, up to the LIMIT',
    })),
    {
      rule: 'push-limit',
      table: null,
      fired: rowsMax !== null,
      note: rowsMax === null ? 'the query has a LIMIT of its own' : `the engine stops at ${rowsMax} rows`,
    },
  ];
}

/**
 * A speculative plan for each speculative candidate, if only one reference has any. With several such references, one
 * plan with the first candidate of each.
 */
function attemptsOf(
  chosen: readonly ChosenPaths[],
  write: (choose: Choice) => Pick<Plan, 'sql' | 'views'>,
): SpeculativePlan[] {
  const uncertain = chosen.filter(({ speculative }) => speculative.length > 0);
  const count =
    uncertain.length === 1 ? (uncertain[0]?.speculative.length ?? 0) : Math.min(1, uncertain.length);
  return Array.from({ length: count }, (_, index) => {
    const choose: Choice = (each) => each.speculative[index] ?? each.certain;
    const candidates = chosen.map(choose);
    const { sql, views } = write(choose);
    return {
      sql,
      views,
      steps: candidates.flatMap(({ steps }) => steps),
      rowsMin: Math.max(0, ...candidates.map(({ guard }) => guard.rowsMin)),
      ...(candidates.some(({ guard }) => guard.failsLate === true) ? { failsLate: true } : {}),
      ...(candidates.some(({ fetched }) => fetched?.isPart === true) ? { isAnswerOnly: true } : {}),
    };
  });
}

/** The first plan, whose rows may be the result; without those whose rows would have to be. */
function withAnswer(
  [first, ...others]: readonly SpeculativePlan[],
  answer: RowAnswer | string | undefined,
): SpeculativePlan[] {
  if (first === undefined) return [];
  const attempts = [typeof answer === 'object' ? { ...first, answer } : first, ...others];
  return attempts.filter((attempt) => attempt.answer !== undefined || attempt.isAnswerOnly !== true);
}

/** The plans in which small sides are run first: rows of other tables are fetched, or read where they are too many. */
function smallAttempts(
  { kept, edits, candidates, candidatesElse }: SmallSides,
  chosen: readonly ChosenPaths[],
  write: (choose: Choice, replaced: readonly SpanEdit[]) => Pick<Plan, 'sql' | 'views'>,
): SpeculativePlan[] {
  const read = chosen.filter(({ question }) => !edits.some((edit) => question.isWithin(edit)));
  return [candidates, candidatesElse].map((from) => {
    const choose: Choice = (each) => from.get(each.question.place) ?? taken(each);
    const { sql, views } = write(choose, edits);
    return { sql, views, kept, steps: read.flatMap((each) => choose(each).steps), rowsMin: 0 };
  });
}

function routeOf(each: ChosenPaths, small: SmallSides | undefined): Route {
  const keyed = small?.candidates.get(each.question.place);
  if (keyed === undefined || keyed.steps.length === 0) return each.route;
  const { via, rows, bytes } = keyed;
  return { ...each.route, via, rowsEstimated: Math.round(rows), bytesEstimated: Math.round(bytes) };
}

/** The segments of tables that have a candidate which reads segments. */
function segmentsOf(chosen: readonly ChosenPaths[]): LiveSegment[] {
  const read = chosen.flatMap(({ context, certain, speculative }) =>
    [certain, ...speculative]
      .filter(({ readsSegments }) => readsSegments)
      .flatMap(({ segments = context.coverage.segments }) => segments),
  );
  return [...new Set(read)];
}

function writeOut(
  resolved: Resolved,
  chosen: readonly ChosenPaths[],
  choose: Choice,
  streams: ReadonlySet<ChosenPaths>,
  expressions: ExpressionEdits,
  /** What takes the place of parts of the text, and of the references in them. */
  replaced: readonly SpanEdit[],
): Pick<Plan, 'sql' | 'splices' | 'views'> {
  const { statement } = resolved;
  const edits: SpanEdit[] = [...replaced];
  const viewed = new Map<string, ChosenPaths[]>();
  for (const each of chosen) {
    const { question } = each;
    if (replaced.some((edit) => question.isWithin(edit))) continue;
    if (question.isInName) {
      viewed.set(question.nameInFrom, [...(viewed.get(question.nameInFrom) ?? []), each]);
      continue;
    }
    const { relation, edits: further } = choose(each);
    edits.push(question.replacedBy(formOf(relation(), each, streams)), ...further);
  }
  return {
    ...splice(statement.text, statement.endOffset, [...edits, ...editsBeside(expressions, edits)]),
    views: [...viewed].map(([name, each]) => viewOf(name, each, choose)),
  };
}

/**
 * The relation as the query names it. Without a barrier, DuckDB would choose the rows of a LIMIT by number first and join them to the
 * table, which takes three times as long for 500,000 rows, and twenty times as long for the first row.
 */
function formOf(relation: string, each: ChosenPaths, streams: ReadonlySet<ChosenPaths>): string {
  if (streams.has(each)) return withBarrier(relation);
  return each.question.equatesExpressions ? asUnion(relation) : relation;
}

/** The relation of one reference; references to the same table share the files that any of them needs. */
function viewOf(name: string, chosen: readonly ChosenPaths[], choose: Choice): TableView {
  const [first, another] = chosen;
  if (first === undefined) throw new Error('a view must have a reference');
  const { table } = first.question;
  const isUnion = chosen.some(({ question }) => question.equatesExpressions);
  const formed = (relation: string) => ({ name, relation: isUnion ? asUnion(relation) : relation });
  if (another === undefined || table.rows !== undefined || table.local !== undefined)
    return formed(choose(first).relation());
  const files = new Set<FileEntry>(chosen.flatMap(({ context }) => context.files));
  return formed(baseRelation(first.context, [...files]));
}
