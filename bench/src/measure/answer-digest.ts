import { createHash } from 'node:crypto';
import { canonicalValue } from './canonical-value.ts';

/** What is kept of an answer to compare it with another peer's. */
export interface AnswerDigest {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Hash over the rows in their order. */
  readonly ordered: string;
  /** Sum of the rows' hashes: the same for the same rows in any order. */
  readonly multiset: string;
  /** The first rows as text, for the message when two answers differ. */
  readonly head: readonly string[];
}

const headRows = 3;
const mask = (1n << 64n) - 1n;

/** Reads an answer to its end. Values are compared in one spelling, whatever the peer's. */
export async function digestRows(
  columns: readonly string[],
  types: readonly string[],
  rows: AsyncIterable<readonly unknown[]>,
): Promise<AnswerDigest> {
  const ordered = createHash('sha256');
  const head: string[] = [];
  let sum = 0n;
  let rowCount = 0;
  for await (const row of rows) {
    const text = JSON.stringify(row.map((value, i) => canonicalValue(value, types[i] ?? 'VARCHAR')));
    ordered.update(text).update('\n');
    sum = (sum + createHash('sha256').update(text).digest().readBigUInt64LE()) & mask;
    if (rowCount < headRows) head.push(text);
    rowCount++;
  }
  return { columns, rowCount, ordered: ordered.digest('hex'), multiset: sum.toString(16), head };
}
