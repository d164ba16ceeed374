import type { VectorBatch, VectorData } from '@sdq/encode/vectors';
import { type DataType, fixedVector, listVector, packValidity, stringVector } from '@sdq/encode/vectors';

/** Bytes of a value, by the catalogue's name of its type. */
const widths: Record<string, number> = { BOOLEAN: 1, INTEGER: 4, BIGINT: 8, HUGEINT: 16 };

export function dataType(type: string): DataType {
  if (type.endsWith('[]')) return { alias: null, name: 'LIST', child: dataType(type.slice(0, -2)) };
  return { alias: null, name: type as 'VARCHAR' };
}

/** Rows as SQLite gives them: whole numbers as bigint, lists as JSON. */
export function toBatch(columns: readonly { type: string }[], rows: readonly unknown[][]): VectorBatch {
  const valuesOf = (column: number) => rows.map((row) => row[column]);
  const vectors = columns.map(({ type }, index) => toVector(type, valuesOf(index)));
  return { rows: rows.length, vectors, free: () => {} };
}

function toVector(type: string, values: readonly unknown[]): VectorData {
  const rows = values.length;
  const validity = values.includes(null) ? packValidity(rows, (row) => values[row] !== null) : null;
  if (type === 'VARCHAR') {
    const texts = values.map((value) => Buffer.from(String(value ?? '')));
    const lengths = Uint32Array.from(texts, ({ length }) => length);
    return stringVector(validity, lengths, Buffer.concat(texts));
  }
  if (type.endsWith('[]')) {
    const lists = values.map((value) => JSON.parse(String(value ?? '[]')) as unknown[]);
    const child = toVector(type.slice(0, -2), lists.flat());
    const lengths = Uint32Array.from(lists, ({ length }) => length);
    return listVector(validity, lengths, child);
  }
  const width = widths[type] ?? 8; // times are microseconds
  const bytes = new Uint8Array(rows * width);
  values.forEach((value, row) => {
    const bits = BigInt.asUintN(width * 8, (value ?? 0n) as bigint);
    for (let at = 0; at < width; at++) bytes[row * width + at] = Number((bits >> BigInt(at * 8)) & 255n);
  });
  return fixedVector(rows, validity, bytes);
}
