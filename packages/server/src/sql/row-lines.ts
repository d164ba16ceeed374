import { hash } from 'node:crypto';

const lineFeed = 10;
const comma = 44;
/** Length of a row digest: a collision only costs its own author a row. */
export const digestBytes = 16;

/** Converts NDJSON to a JSON array. Line feeds in rows are escaped, so each line feed ends a row. */
export function toJsonArray(parts: readonly Uint8Array[]): Buffer {
  const array = Buffer.concat([opening, ...parts, closing]);
  for (let at = array.indexOf(lineFeed); at !== -1; at = array.indexOf(lineFeed, at + 1)) array[at] = comma;
  // the comma after the last row becomes the bracket
  if (array.length === 2) return array;
  array[array.length - 2] = closing[0] as number;
  return array.subarray(0, -1);
}

const opening = Buffer.from('[');
const closing = Buffer.from(']');

/** The concatenated digests of the rows of NDJSON. */
export function digestRows(parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([...linesOf(parts)].map(digestRow));
}

export function digestRow(line: Uint8Array): Buffer {
  return hash('sha256', line, 'buffer').subarray(0, digestBytes);
}

/** The complete lines without their line feeds; parts may end within a line. */
export function* linesOf(parts: readonly Uint8Array[]): Generator<Buffer> {
  const text = Buffer.concat(parts);
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(lineFeed, from);
    if (end === -1) return;
    yield text.subarray(from, end);
    from = end + 1;
  }
}
