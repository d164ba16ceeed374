import { fixedVector, packValidity, stringVector, type VectorBatch } from '@sdq/encode/vectors';
import { decimalOf, type KeyColumn } from '@sdq/row-store/keys';

/** A key, as text, and the ordinal of a row that has it. */
export interface KeyRow {
  readonly key: readonly string[];
  readonly ordinal: number;
}

/** The rows as batches of vectors, as DuckDB's chunks are read. */
export async function* batchesOf(
  columns: readonly KeyColumn[],
  rows: readonly KeyRow[],
  batchRows = 5,
): AsyncGenerator<VectorBatch> {
  for (let from = 0; from < rows.length; from += batchRows) {
    const part = rows.slice(from, from + batchRows);
    const vectors = columns.flatMap((column, at) =>
      vectorsFor(
        column,
        part.map(({ key }) => key[at] as string),
      ),
    );
    const ordinals = new Int32Array(part.map(({ ordinal }) => ordinal));
    vectors.push(fixedVector(part.length, null, new Uint8Array(ordinals.buffer)));
    yield { rows: part.length, vectors, free: () => {} };
  }
}

function vectorsFor({ type, form }: KeyColumn, values: readonly string[]) {
  if (form === 'text') return [textVector(values)];
  if (form === 'decimal') {
    const numbers = values.map((value) => decimalOf(value));
    return [
      fixedVector(
        values.length,
        packValidity(values.length, (row) => numbers[row] !== undefined),
        new Uint8Array(new BigInt64Array(numbers.map((number) => number ?? 0n)).buffer),
      ),
      textVector(values.map((value, row) => (numbers[row] === undefined ? value : ''))),
    ];
  }
  const numbers = values.map(BigInt);
  const bytes =
    type === 'SMALLINT'
      ? new Int16Array(numbers.map(Number)).buffer
      : type === 'INTEGER' || type === 'DATE'
        ? new Int32Array(numbers.map(Number)).buffer
        : type === 'UBIGINT'
          ? new BigUint64Array(numbers).buffer
          : new BigInt64Array(numbers).buffer;
  return [fixedVector(values.length, null, new Uint8Array(bytes))];
}

function textVector(values: readonly string[]) {
  const texts = values.map((value) => Buffer.from(value));
  return stringVector(
    null,
    Uint32Array.from(texts, ({ length }) => length),
    Buffer.concat(texts),
  );
}

/** The order of keys in a file: column by column, numbers before texts, texts by their UTF-8. */
export function compareKeyValues(columns: readonly KeyColumn[], a: KeyRow['key'], b: KeyRow['key']): number {
  for (const [at, { form }] of columns.entries()) {
    const [one, other] = [a[at] as string, b[at] as string];
    const [first, second] =
      form === 'text'
        ? []
        : form === 'decimal'
          ? [decimalOf(one), decimalOf(other)]
          : [BigInt(one), BigInt(other)];
    const difference =
      first !== undefined && second !== undefined
        ? Number(first > second) - Number(first < second)
        : first !== undefined || second !== undefined
          ? Number(first === undefined) - Number(second === undefined)
          : Buffer.compare(Buffer.from(one), Buffer.from(other));
    if (difference !== 0) return difference;
  }
  return 0;
}
