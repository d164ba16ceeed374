import type { VectorData } from './vector-data.ts';

/** The assumed size of a value whose text is not known yet. */
const textBytesGuess = 128;

/**
 * The approximate size of one row in a message, at least that of its strings and elements. It is used for chunks that
 * are so large that they must be split between rows.
 */
export function rowBytes(data: VectorData, row: number): number {
  switch (data.kind) {
    case 'fixed':
      return data.rows === 0 ? 0 : data.bytes.length / data.rows;
    case 'string':
      return 4 + (data.words[row * 4] as number);
    case 'list':
      return 4 + rangeBytes(data.child, data.words[row * 4] as number, data.words[row * 4 + 2] as number);
    case 'array':
      return rangeBytes(data.child, row * data.size, data.size);
    case 'struct':
      return data.members.reduce((sum, member) => sum + rowBytes(member, row), 0);
    case 'variant':
      return textBytesGuess;
  }
}

function rangeBytes(data: VectorData, start: number, count: number): number {
  if (data.kind === 'fixed') return data.rows === 0 ? 0 : (data.bytes.length / data.rows) * count;
  let bytes = 0;
  for (let row = start; row < start + count; row++) bytes += rowBytes(data, row);
  return bytes;
}
