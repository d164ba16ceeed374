import { sqlName, sqlString } from '../../duckdb/sql.ts';
import type { LiveSegment } from '../../index/coverage.ts';
import { cost } from '../cost.ts';
import type { Candidate, RouteContext, RouteRule } from '../rule.ts';
import { type RequiredRun, type TextCondition, textConditions } from '../shape/required-words.ts';
import { fetchCandidate, semiJoinCandidate } from './ordinals.ts';
import { tableOf } from './structure-relation.ts';

/** Rows that hold a run: a guess for the cost model alone. A low one: to learn that there are more costs little. */
const rowsOfRun = 1_000;

/** Finds rows by words of their description: which words hold the text looked for, and which rows those words. */
export const wordRows: RouteRule = {
  name: 'word-rows',
  propose(context) {
    const { coverage, reference, scope } = context;
    if (coverage.segments.length === 0) return 'no segment is built';
    const conditions = textConditions(reference, scope);
    const condition = conditions.find(({ witness }) => witness !== undefined) ?? conditions[0];
    if (condition === undefined)
      return 'no condition that asks the description for three letters or digits in a row';
    const runs = condition.witness === undefined ? conditions.flatMap((each) => each.runs) : condition.runs;
    const ordinals = (live: LiveSegment) => withRuns(live, runs);
    const note = `by words with ${runs.map(({ run }) => run).join(', ')}`;
    const words = coverage.segments.reduce(
      (sum, { segment }) => sum + (segment.structures.words?.rows ?? 0),
      0,
    );
    return [
      fetchCandidate(context, ordinals, rowsOfRun, note),
      ...witnessed(context, condition, ordinals, note),
    ].map((candidate) => ({ ...candidate, cost: candidate.cost + runs.length * words * cost.searchedWord }));
  },
};

/**
 * Where the rows found are those that pass, and the condition alone names the description, a text that passes stands
 * for it: then narrow columns do. Files beside segments have no such text, so there must be none.
 */
function witnessed(
  context: RouteContext,
  { witness }: TextCondition,
  ordinals: (live: LiveSegment) => string,
  note: string,
): Candidate[] {
  const { columns, uncovered } = context;
  if (witness === undefined || columns === 'everything' || columns.get('description') !== 1) return [];
  if (uncovered.length > 0) return [];
  const found = semiJoinCandidate(context, ordinals, rowsOfRun, note, { description: sqlString(witness) });
  return found === undefined ? [] : [found];
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
