import { type DuckDBVariantValue, DuckDBVariantVector } from '@duckdb/node-api';
import type { Vector } from '@duckdb/node-bindings';
import { isValid, type Validity } from './validity.ts';

/**
 * VARIANT values, decoded by DuckDB's own client: a row is an object of its classes, or null. Slow (some µs a value)
 * next to every other vector here; our tables have no such column.
 */
export interface VariantVector {
  readonly kind: 'variant';
  readonly rows: number;
  readonly validity: Validity;
  readonly weightBytes: number;
  readonly values: readonly (DuckDBVariantValue | null)[];
}

/** What a value is taken to weigh before its text is known. */
const valueBytesGuess = 64;

export function readVariants(vector: Vector, rows: number, validity: Validity): VariantVector {
  const source = DuckDBVariantVector.fromRawVector(vector, rows);
  const values = Array.from({ length: rows }, (_, row) =>
    isValid(validity, row) ? source.getItem(row) : null,
  );
  return { kind: 'variant', rows, validity, weightBytes: rows * valueBytesGuess, values };
}
