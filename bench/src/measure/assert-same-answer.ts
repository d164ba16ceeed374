import type { WorkloadQuery } from '../workload/query.ts';
import type { AnswerDigest } from './answer-digest.ts';

/** Throws when two answers to a query do not agree as they must. */
export function assertSameAnswer(query: WorkloadQuery, ours: AnswerDigest, theirs: AnswerDigest): void {
  const differences: string[] = [];
  if (ours.rowCount !== theirs.rowCount)
    differences.push(`${ours.rowCount} rows instead of ${theirs.rowCount}`);
  if (String(ours.columns) !== String(theirs.columns)) {
    differences.push(`columns ${ours.columns} instead of ${theirs.columns}`);
  }
  if (query.agreement !== 'row count' && ours.multiset !== theirs.multiset) differences.push('other rows');
  else if (query.agreement === 'ordered' && ours.ordered !== theirs.ordered)
    differences.push('another order');
  if (differences.length === 0) return;
  throw new Error(
    [
      `${query.name}: the answers differ: ${differences.join(', ')}`,
      `  ${query.sql}`,
      ...ours.head.map((row) => `  ours   ${row}`),
      ...theirs.head.map((row) => `  theirs ${row}`),
    ].join('\n'),
  );
}
