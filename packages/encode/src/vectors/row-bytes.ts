import type { VectorData } from './vector-data.ts';

/** What is taken for a value whose text is not known yet. */
const textBytesGuess = 128;

/**
 * About the bytes one row takes in a message, never less than its strings and elements: for chunks so heavy that they
 * must be cut between rows.
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
