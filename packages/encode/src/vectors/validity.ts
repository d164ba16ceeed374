/** One bit per row, least significant first, 1 for a value and 0 for NULL; null when no row is NULL. */
export type Validity = Uint8Array | null;

/** Builds the validity bitmap of rows, each of which either has a value or is NULL. */
export function packValidity(rows: number, hasValue: (row: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(rows / 64) * 8);
  for (let row = 0; row < rows; row++) {
    if (hasValue(row)) bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
  }
  return bits;
}

export function isValid(validity: Validity, row: number): boolean {
  return validity === null || (((validity[row >> 3] as number) >> (row & 7)) & 1) === 1;
}

/** The rows that are valid in both bitmaps. A member of a NULL struct counts as NULL, regardless of its own bit. */
export function bothValid(own: Validity, parent: Validity): Validity {
  if (parent === null) return own;
  if (own === null) return parent;
  const both = new Uint8Array(own.length);
  for (let index = 0; index < both.length; index++) {
    both[index] = (own[index] as number) & (parent[index] as number);
  }
  return both;
}

/** The bits of the parent, each repeated for the `size` elements of a fixed-size array. */
export function repeatValidity(parent: Validity, rows: number, size: number): Validity {
  if (parent === null) return null;
  const repeated = new Uint8Array(Math.ceil((rows * size) / 64) * 8);
  for (let row = 0; row < rows; row++) {
    if (!isValid(parent, row)) continue;
    for (let bit = row * size; bit < (row + 1) * size; bit++) {
      repeated[bit >> 3] = (repeated[bit >> 3] as number) | (1 << (bit & 7));
    }
  }
  return repeated;
}

const bitsSet = new Uint8Array(256);
for (let byte = 1; byte < 256; byte++) bitsSet[byte] = (bitsSet[byte >> 1] as number) + (byte & 1);

/** The number of rows in `[start, start + count)` that are not NULL. */
export function countValid(validity: Validity, start: number, count: number): number {
  if (validity === null) return count;
  let valid = 0;
  let row = start;
  const end = start + count;
  for (; row < end && (row & 7) !== 0; row++) valid += ((validity[row >> 3] as number) >> (row & 7)) & 1;
  for (; row + 8 <= end; row += 8) valid += bitsSet[validity[row >> 3] as number] as number;
  for (; row < end; row++) valid += ((validity[row >> 3] as number) >> (row & 7)) & 1;
  return valid;
}
