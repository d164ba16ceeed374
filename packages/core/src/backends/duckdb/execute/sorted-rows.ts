import type { FixedValues, RowValues, TextValues } from '@sdq/row-store';
import { numberAt } from './stored-numbers.ts';
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

/** These rows, sorted as ORDER BY does; rows that are equal stay in their order. */
export function sortedRows(rows: Uint32Array, terms: readonly SortTerm[]): Uint32Array {
  if (terms.length === 0) return rows;
  const compares = terms.map(comparedBy);
  return rows.sort((a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

/** How two rows are compared by one term. */
export function comparedBy(term: SortTerm): Compare {
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

function compareNumbers(values: FixedValues, isUnsigned: boolean): Compare {
  const at = numberAt(values, isUnsigned);
  return (a, b) => {
    const [one, other] = [at(a), at(b)];
    return one < other ? -1 : one > other ? 1 : 0;
  };
}
