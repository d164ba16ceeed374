import { expect } from 'vitest';
import type { Answer } from '../open-index.ts';
import type { RoleQuery } from './query-parts.ts';

/** Fails where the rows of `routed` are not rows that `original` may be. `answer` gives those of another query. */
export async function expectSame(
  { tells, among }: RoleQuery,
  original: Answer,
  routed: Answer,
  answer: (text: string) => Promise<Answer>,
): Promise<void> {
  expect(routed.columns).toEqual(original.columns);
  const [wanted, found] = [original.lines.map(rounded), routed.lines.map(rounded)];
  if (tells === 'order') expect(found).toEqual(wanted);
  else if (tells === 'rows' || among === undefined) expect(found.sort()).toEqual(wanted.sort());
  else {
    expect(routed.lines.map(leadOf)).toEqual(original.lines.map(leadOf));
    const left = new Map<string, number>();
    for (const line of (await answer(among)).lines) left.set(line, (left.get(line) ?? 0) + 1);
    for (const line of routed.lines) {
      const count = left.get(line) ?? 0;
      expect(count, `${line} is no row of the query, or comes too often`).toBeGreaterThan(0);
      left.set(line, count - 1);
    }
  }
}

function leadOf(line: string): unknown {
  return (JSON.parse(line) as { lead?: unknown }).lead;
}

/** Means above 2^53 may differ in the last digits: DuckDB makes them of 80 bits. */
function rounded(line: string): string {
  return line.replace(/(?<=:)-?\d{16,}(?=[,}])/g, (number) => Number(number).toPrecision(14));
}
