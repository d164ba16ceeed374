import type { FixedValues, RowValues, TextValues } from '@sdq/row-store';
import { hasValue } from './stored-vectors.ts';

/** A column by which rows are sorted: texts by their bytes, whole numbers and times by their value. */
export interface SortTerm {
  readonly values: RowValues;
  readonly isFalling: boolean;
  readonly nullsFirst: boolean;
  readonly isUnsigned: boolean;
}

/** Compares two rows: below 0 where the first one comes first. */
type Compare = (a: number, b: number) => number;

/** The numbers of `count` rows, sorted as ORDER BY does; rows that are equal stay in their order. */
export function sortedRows(count: number, terms: readonly SortTerm[]): Uint32Array {
  const rows = Uint32Array.from({ length: count }, (_, row) => row);
  if (terms.length === 0) return rows;
  const compares = terms.map(compareBy);
  return rows.sort((a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

function compareBy(term: SortTerm): Compare {
  const { values, isFalling, nullsFirst } = term;
  const ascending = compareValues(term);
  const compare: Compare = isFalling ? (a, b) => ascending(b, a) : ascending;
  const { validity } = values;
  if (validity === null) return compare;
  return (a, b) => {
    const [hasA, hasB] = [hasValue(validity, a), hasValue(validity, b)];
    if (hasA && hasB) return compare(a, b);
    if (hasA === hasB) return 0;
    return hasA === nullsFirst ? 1 : -1;
  };
}

function compareValues({ values, isUnsigned }: SortTerm): Compare {
  switch (values.kind) {
    case 'text':
      return compareTexts(values);
    case 'fixed':
      return compareNumbers(values, isUnsigned);
    case 'list':
      throw new Error('Lists are sorted by DuckDB');
  }
}

function compareTexts({ offsets, bytes }: TextValues): Compare {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (a, b) =>
    all.compare(
      all,
      offsets[b] as number,
      offsets[b + 1] as number,
      offsets[a] as number,
      offsets[a + 1] as number,
    );
}

function compareNumbers({ width, bytes }: FixedValues, isUnsigned: boolean): Compare {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const order = <Value extends number | bigint>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0);
  switch (width) {
    case 1:
      return (a, b) => view.getUint8(a) - view.getUint8(b);
    case 2:
      return (a, b) => view.getInt16(a * 2, true) - view.getInt16(b * 2, true);
    case 4:
      return (a, b) => order(view.getInt32(a * 4, true), view.getInt32(b * 4, true));
    case 8:
      return isUnsigned
        ? (a, b) => order(view.getBigUint64(a * 8, true), view.getBigUint64(b * 8, true))
        : (a, b) => order(view.getBigInt64(a * 8, true), view.getBigInt64(b * 8, true));
    case 16:
      throw new Error('Numbers of 16 bytes are sorted by DuckDB');
  }
}
