import { applyEdits, type EditedText } from './text-edits.ts';
import { tokenize } from './tokens.ts';

/**
 * The text with `$1`, `$2` … in place of `?`. The planner moves parts of a text to other places and into statements of their
 * own, where DuckDB would number each `?` anew. Undefined if there is none, or if the text has other parameters too.
 */
export function numberParameters(text: string): EditedText | undefined {
  if (!text.includes('?')) return undefined;
  const parameters = tokenize(text).tokens.filter(({ kind }) => kind === 'parameter');
  if (parameters.length === 0 || parameters.some(({ start, end }) => text.slice(start, end) !== '?'))
    return undefined;
  return applyEdits(
    text,
    parameters.map(({ start, end }, at) => ({ start, end, text: `$${at + 1}` })),
  );
}
