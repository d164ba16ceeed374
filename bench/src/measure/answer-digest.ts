import { createHash } from 'node:crypto';
import { canonicalValue } from './canonical-value.ts';

/** A digest of an answer, for comparison with another peer's. */
export interface AnswerDigest {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** A hash of the rows in their order. */
  readonly ordered: string;
  /** The sum of the rows' hashes: independent of the order of the rows. */
  readonly multiset: string;
  /** The first rows as text, for the message about a difference. */
  readonly head: readonly string[];
  /** DuckDB's names of the types of the columns. */
  readonly types: readonly string[];
  /** All rows as they came, if they were asked for and are not more than that. */
  readonly rows?: readonly (readonly unknown[])[];
}

const headRows = 3;
const mask = (1n << 64n) - 1n;

/**
 * Reads an answer to its end. Values are compared in a canonical form, independent of the peer. The rows are retained if
 * there are at most `rowsKept`.
 */
export async function digestRows(
  columns: readonly string[],
  types: readonly string[],
  rows: AsyncIterable<readonly unknown[]>,
  rowsKept = 0,
): Promise<AnswerDigest> {
  const ordered = createHash('sha256');
  const head: string[] = [];
  const kept: (readonly unknown[])[] = [];
  let sum = 0n;
  let rowCount = 0;
  for await (const row of rows) {
    const text = JSON.stringify(row.map((value, i) => canonicalValue(value, types[i] ?? 'VARCHAR')));
    ordered.update(text).update('\n');
    sum = (sum + createHash('sha256').update(text).digest().readBigUInt64LE()) & mask;
    if (rowCount < headRows) head.push(text);
    rowCount++;
    if (rowCount <= rowsKept) kept.push(row);
  }
  return {
    columns,
    rowCount,
    ordered: ordered.digest('hex'),
    multiset: sum.toString(16),
    head,
    types,
    ...(rowsKept > 0 && rowCount <= rowsKept ? { rows: kept } : {}),
  };
}
