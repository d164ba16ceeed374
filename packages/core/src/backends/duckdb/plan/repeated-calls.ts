import type { StatementText } from '../../../shape/dates/statement-text.ts';
import type { EditedCall } from './edited-call.ts';

const groupingSets = /\b(grouping|rollup|cube)\b/i;

const repeated = 'it may be repeated in grouping sets';

/**
 * DuckDB parses an expression that several grouping sets have once: only the first of its places is known. The edits of a call are
 * made in all of them, where its text is the same there; otherwise it cannot be changed.
 */
export function inEveryGroupingSet(calls: readonly EditedCall[], text: StatementText): readonly EditedCall[] {
  if (!groupingSets.test(text.text)) return calls;
  const starts = new Set(calls.map(({ span }) => span.start));
  const all = calls.flatMap((edited): EditedCall[] => {
    if (edited.call.isCondition || typeof edited.edits === 'string') return [edited];
    if (!isNamed(edited)) return [{ ...edited, edits: repeated }];
    const others = text.placesOf(edited.span).filter((start) => !starts.has(start));
    for (const start of others) starts.add(start);
    return [edited, ...others.map((start) => movedTo(edited, start))];
  });
  return all.map((edited) =>
    edited.call.isCondition || !isNamed(edited) || areAllKnown(edited, all, text)
      ? edited
      : { ...edited, edits: repeated },
  );
}

/** Whether it is a call by name: operators and casts are not looked for in the text. */
function isNamed({ call: { node } }: EditedCall): boolean {
  return node.class === 'FUNCTION' && !node.is_operator;
}

function movedTo(edited: EditedCall, start: number): EditedCall {
  const { span, edits } = edited;
  const by = start - span.start;
  const own = typeof edits === 'string' ? [] : edits.filter(({ end }) => end <= span.end);
  return {
    ...edited,
    span: { start, end: span.end + by },
    edits: own.map((edit) => ({ ...edit, start: edit.start + by, end: edit.end + by })),
  };
}

function areAllKnown(
  { call: { node } }: EditedCall,
  all: readonly EditedCall[],
  text: StatementText,
): boolean {
  if (node.class !== 'FUNCTION') return false;
  const spans = all.filter(({ call }) => {
    return call.node.class === 'FUNCTION' && call.node.function_name === node.function_name;
  });
  return new Set(spans.map(({ span }) => span.start)).size === text.callsOf(node.function_name);
}
