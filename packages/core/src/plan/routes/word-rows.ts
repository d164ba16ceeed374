import { sqlName, sqlString } from '@sdq/duckdb/sql';
import type { LiveSegment } from '@sdq/index';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext, RouteRule } from '../rule.ts';
import { type RequiredRun, type TextCondition, textConditions } from '../shape/required-words.ts';
import { fetchOrdinals, type OrdinalsOf, semiJoin } from './candidates.ts';
import { hasColumns, rowsOfStructure, tableOf } from './structure-relation.ts';

/** Rows that hold a run: a guess for the cost model alone. A low one: to learn that there are more costs little. */
const rowsOfRun = 1_000;

/** Rows that hold what a condition asks of the description, and perhaps others. */
export interface WordSearch {
  readonly condition: TextCondition;
  readonly runs: readonly RequiredRun[];
  readonly ordinals: OrdinalsOf;
  /** Of looking through the words, in microseconds. */
  readonly cost: number;
}

/** Undefined where no condition asks the description for three letters or digits in a row. */
export function wordSearch(context: RouteContext): WordSearch | undefined {
  const { reference, scope } = context;
  const conditions = textConditions(reference, scope);
  const condition = conditions.find(({ isExact }) => isExact) ?? conditions[0];
  if (condition === undefined || !hasColumns(context, 'postings', [])) return undefined;
  const runs = condition.isExact ? condition.runs : conditions.flatMap((each) => each.runs);
  const words = rowsOfStructure(context, 'words');
  return {
    condition,
    runs,
    ordinals: (live) => withRuns(live, runs),
    cost: runs.length * words * cost.searchedWord,
  };
}

/** Finds rows by words of their description: which words hold the text looked for, and which rows those words. */
export const wordRows: RouteRule = {
  name: 'word-rows',
  propose(context) {
    const search = wordSearch(context);
    if (search === undefined)
      return 'no condition that asks the description for three letters or digits in a row';
    const { ordinals } = search;
    const note = `by words with ${search.runs.map(({ run }) => run).join(', ')}`;
    const narrow = narrowRows(context, search, note);
    return [fetchOrdinals(context, ordinals, rowsOfRun, note), ...(narrow === undefined ? [] : [narrow])].map(
      (candidate) => ({ ...candidate, cost: candidate.cost + search.cost }),
    );
  },
};

/**
 * Where the rows found are those that pass, and the condition alone names the description, a text that passes stands
 * for it: then narrow columns do. Files beside segments have no such text, so there must be none.
 */
function narrowRows(
  context: RouteContext,
  { condition, ordinals }: WordSearch,
  note: string,
): Candidate | undefined {
  const { columns, uncovered } = context;
  const { isExact, passing } = condition;
  if (!isExact || passing === undefined || uncovered.length > 0) return undefined;
  if (columns === 'everything' || columns.get('description') !== 1) return undefined;
  return semiJoin(context, ordinals, rowsOfRun, note, { description: sqlString(passing) });
}

function withRuns(live: LiveSegment, runs: readonly RequiredRun[]): string {
  const [first, ...others] = runs.map((run) => withRun(live, run));
  return others.reduce((sql, other) => `${sql} AND ordinal IN (${other})`, first ?? '');
}

function withRun(live: LiveSegment, { run, beginsWord, endsWord }: RequiredRun): string {
  const text = sqlString(run);
  const test =
    beginsWord && endsWord
      ? `word = ${text}`
      : beginsWord
        ? `starts_with(word, ${text})`
        : endsWord
          ? `ends_with(word, ${text})`
          : `contains(word, ${text})`;
  return `SELECT ordinal FROM ${tableOf(live, 'postings')} WHERE word_id IN (SELECT ${sqlName('word_id')} FROM ${tableOf(live, 'words')} WHERE ${test})`;
}
