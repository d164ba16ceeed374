import { hash } from 'node:crypto';

const lineFeed = 10;
const comma = 44;
/** Of a row's digest: collisions would only cost the caller who made them a row. */
export const digestBytes = 16;

/** Rows, one JSON text per line, as one JSON array. The rows' own line feeds are escaped, so each one ends a row. */
export function toJsonArray(parts: readonly Uint8Array[]): Buffer {
  const array = Buffer.concat([opening, ...parts, closing]);
  for (let at = array.indexOf(lineFeed); at !== -1; at = array.indexOf(lineFeed, at + 1)) array[at] = comma;
  // the last row's comma becomes the bracket
  if (array.length === 2) return array;
  array[array.length - 2] = closing[0] as number;
  return array.subarray(0, -1);
}

const opening = Buffer.from('[');
const closing = Buffer.from(']');

/** The digest of each row of such lines, one after the other. */
export function digestRows(parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([...linesOf(parts)].map(digestRow));
}

export function digestRow(line: Uint8Array): Buffer {
  return hash('sha256', line, 'buffer').subarray(0, digestBytes);
}

/** Whole lines, without what ends them; parts may end inside of one. */
export function* linesOf(parts: readonly Uint8Array[]): Generator<Buffer> {
  const text = Buffer.concat(parts);
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(lineFeed, from);
    if (end === -1) return;
    yield text.subarray(from, end);
    from = end + 1;
  }
}
