import type { Engine } from '@sdq/core';
import { linesOf, type PlainDuckDB } from './plain-duckdb.ts';

export type Comparison =
  | { outcome: 'same rows'; ordered: boolean; rowCount: number }
  /** DuckDB itself gives other rows each time: nothing to compare. */
  | { outcome: 'random'; rowCount: number }
  | { outcome: 'no such statement'; why: string }
  | { outcome: 'refused'; why: string }
  | { outcome: 'other rows'; why: string };

/** Values that differ from run to run even where two runs happen to agree. */
const random =
  /\b(?:random|uuid|uuidv4|uuidv7|gen_random_uuid|tablesample|using\s+sample|now|current_timestamp)\b/i;

/** Digits to which sums of floats agree, whatever order they were added in. */
const significantDigits = 10;

/** Runs a statement in plain DuckDB and in the engine, and compares the rows. */
export async function compareRows(sql: string, engine: Engine, plain: PlainDuckDB): Promise<Comparison> {
  const [expected, given] = await Promise.allSettled([plain.lines(sql), linesFrom(engine, sql)]);
  if (expected.status === 'rejected') {
    return { outcome: 'no such statement', why: (expected.reason as Error).message };
  }
  if (given.status === 'rejected') return { outcome: 'refused', why: (given.reason as Error).message };
  const rowCount = given.value.length;
  if (random.test(sql)) return { outcome: 'random', rowCount };
  const isSame = multiset(expected.value) === multiset(given.value);
  if (!isSame) {
    const again = await plain.lines(sql);
    return multiset(expected.value) === multiset(again)
      ? { outcome: 'other rows', why: difference(expected.value, given.value) }
      : { outcome: 'random', rowCount };
  }
  const ordered = expected.value.every((line, i) => rounded(line) === rounded(given.value[i] ?? ''));
  return { outcome: 'same rows', ordered, rowCount };
}

async function linesFrom(engine: Engine, sql: string): Promise<string[]> {
  const parts: Uint8Array[] = [];
  for await (const part of (await engine.query(sql)).bytes('ndjson')) parts.push(part);
  return linesOf(parts);
}

function difference(expected: readonly string[], given: readonly string[]): string {
  const rest = new Set(expected.map(rounded));
  const odd = given.map(rounded).find((line) => !rest.has(line));
  return `${given.length} rows, not ${expected.length}; not expected: ${odd?.slice(0, 300)}`;
}

function multiset(lines: readonly string[]): string {
  return lines.map(rounded).sort().join('\n');
}

function rounded(line: string): string {
  return line.replace(/-?\d+\.\d+(?:e[+-]?\d+)?/g, (number) =>
    String(Number(Number(number).toPrecision(significantDigits))),
  );
}
