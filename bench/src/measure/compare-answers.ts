import type { WorkloadQuery } from '../workload/query.ts';
import type { AnswerDigest } from './answer-digest.ts';

/** The maximum number of characters of a row in a message. */
const headCharacters = 160;

/** A message about the difference between an answer and the expected one; undefined if they agree as required. */
export function differenceOf(
  query: Pick<WorkloadQuery, 'agreement'>,
  answer: AnswerDigest,
  expected: AnswerDigest,
): string | undefined {
  const differences: string[] = [];
  if (answer.rowCount !== expected.rowCount)
    differences.push(`${answer.rowCount} rows instead of ${expected.rowCount}`);
  if (String(answer.columns) !== String(expected.columns)) {
    differences.push(columnDifference(answer.columns, expected.columns));
  }
  if (query.agreement !== 'row count' && answer.multiset !== expected.multiset)
    differences.push('other rows');
  else if (query.agreement === 'ordered' && answer.ordered !== expected.ordered)
    differences.push('another order');
  if (differences.length === 0) return undefined;
  return [
    `the answers differ: ${differences.join(', ')}`,
    ...answer.head.map((row) => `  got      ${row.slice(0, headCharacters)}`),
    ...expected.head.map((row) => `  expected ${row.slice(0, headCharacters)}`),
  ].join('\n');
}

function columnDifference(columns: readonly string[], expected: readonly string[]): string {
  const i = expected.findIndex((name, place) => columns[place] !== name);
  return i === -1
    ? `${columns.length} columns instead of ${expected.length}`
    : `column ${i + 1} is ${columns[i]} instead of ${expected[i]}`;
}
