import { cellText, displayWidth } from './cell.ts';

const beforeMax = 60;
const afterMax = 40;

/**
 * The line that contains a position of a text, and a line of `^` that marks it. Long lines are truncated around the
 * position. `offset` and `length` are UTF-16 code units.
 */
export function excerpt(text: string, offset: number, length: number): [string, string] {
  const place = Math.min(Math.max(0, offset), text.length);
  const start = text.lastIndexOf('\n', place - 1) + 1;
  const newline = text.indexOf('\n', place);
  const end = newline < 0 ? text.length : newline;
  const stop = Math.min(place + Math.max(1, length), Math.max(end, place + 1));
  const from = place - start > beforeMax ? place - beforeMax : start;
  const to = end - stop > afterMax ? stop + afterMax : end;
  const before = (from > start ? '…' : '') + cellText(text.slice(from, place));
  const marked = cellText(text.slice(place, Math.min(stop, to)));
  const after = cellText(text.slice(stop, Math.max(stop, to))) + (to < end ? '…' : '');
  const carets = '^'.repeat(Math.min(Math.max(1, displayWidth(marked)), 80));
  return [`${before}${marked}${after}`.trimEnd(), `${' '.repeat(displayWidth(before))}${carets}`];
}
