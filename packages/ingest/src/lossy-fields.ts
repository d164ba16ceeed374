import type { Sample } from './containers/record-chunk.ts';
import { looksRounded, lossyText } from './values/id.ts';

/** Minimum number of long numbers in a lossy text column: text rarely comes from a double. */
const textNumbersMin = 8;

/** Bits of chance in a field's rounded numbers: one of 2^54 is exact in a double every second time, one of 2^63 every 1,024th. */
const bitsMin = 6;

function spareBits(integer: bigint): number {
  const magnitude = integer < 0n ? -integer : integer;
  return Math.max(0, magnitude.toString(2).length - 53);
}

/**
 * The fields whose large numbers were stored as doubles before they were written, so that their last digits are wrong.
 * A single number can look rounded by chance; most numbers of a field cannot. Fields are paths such as `music.id`,
 * without list positions.
 */
export function findLossyFields(sample: Sample): Set<string> {
  const tallies = new Map<string, { numbers: number; rounded: number; bits: number }>();
  const tally = (field: string, integer: bigint) => {
    const entry = tallies.get(field) ?? { numbers: 0, rounded: 0, bits: 0 };
    entry.numbers++;
    if (looksRounded(integer)) {
      entry.rounded++;
      entry.bits += spareBits(integer);
    }
    tallies.set(field, entry);
  };
  if (sample.kind === 'json') for (const record of sample.records) walk(record, '', 0, tally);
  else {
    for (const row of sample.rows) {
      for (const [field, value] of Object.entries(row)) {
        if (typeof value === 'string' && /^\d{17,20}$/.test(value)) tally(lossyText(field), BigInt(value));
      }
    }
  }
  const least = sample.kind === 'json' ? 1 : textNumbersMin;
  const share = sample.kind === 'json' ? 0.5 : 0.99;
  return new Set(
    [...tallies]
      .filter(([, { numbers, rounded, bits }]) => {
        return numbers >= least && rounded > share * numbers && bits >= bitsMin;
      })
      .map(([field]) => field),
  );
}

const depthMax = 8;

function walk(
  value: unknown,
  path: string,
  depth: number,
  tally: (field: string, integer: bigint) => void,
): void {
  if (typeof value === 'bigint') tally(path, value);
  else if (depth >= depthMax || typeof value !== 'object' || value === null) return;
  else if (Array.isArray(value)) for (const member of value) walk(member, path, depth + 1, tally);
  else {
    for (const [key, member] of Object.entries(value)) {
      walk(member, path === '' ? key : `${path}.${key}`, depth + 1, tally);
    }
  }
}
