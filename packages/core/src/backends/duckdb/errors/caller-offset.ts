import type { Plan } from '../runnable-plan.ts';

/**
 * Maps a byte of the executed text to the caller's own text, in UTF-16 units. A position inside a replaced table
 * reference maps to the reference; null for one beyond the caller's text.
 */
export function callerOffset(
  plan: Pick<Plan, 'sql' | 'splices' | 'statement'>,
  byteOffset: number,
): number | null {
  const executed = Buffer.from(plan.sql).subarray(0, byteOffset).toString().length;
  let shift = 0;
  for (const { start, end, length } of plan.splices) {
    const begin = start + shift;
    if (executed < begin) break;
    if (executed < begin + length) return start;
    shift += length - (end - start);
  }
  const offset = executed - shift;
  return offset <= plan.statement.endOffset ? offset : null;
}
