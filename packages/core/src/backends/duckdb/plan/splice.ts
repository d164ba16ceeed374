import type { SpanEdit } from '../../../shape/table-question.ts';
import type { Plan } from '../runnable-plan.ts';

/** The text up to `endOffset` with its replacements, and their positions. */
export function splice(
  text: string,
  endOffset: number,
  replacements: readonly SpanEdit[],
): Pick<Plan, 'sql' | 'splices'> {
  const ascending = [...replacements].sort((a, b) => a.start - b.start);
  let sql = '';
  let at = 0;
  for (const { start, end, text: inserted } of ascending) {
    sql += text.slice(at, start) + inserted;
    at = end;
  }
  sql += text.slice(at, endOffset);
  return { sql, splices: ascending.map(({ start, end, text: { length } }) => ({ start, end, length })) };
}
