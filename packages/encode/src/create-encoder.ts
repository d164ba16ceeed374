import type { ResultFormat } from '@sdq/contract';
import { type ArrowBatchLimits, ArrowEncoder, arrowBatchDefaults } from './arrow/encoder.ts';
import { CsvEncoder } from './csv/encoder.ts';
import type { Encoder } from './encoder.ts';
import { JsonEncoder } from './json/encoder.ts';
import { ParquetEncoder } from './parquet/encoder.ts';
import type { DataType } from './types/data-type.ts';

/** A column of a result, as an encoder needs it. */
export interface StreamColumn {
  /** Unique among the columns: see `uniqueNames`. */
  readonly name: string;
  readonly type: DataType;
}

export interface EncoderOptions {
  /** JSON and NDJSON: a row as an object (default) or as an array of its values. */
  readonly shape?: 'objects' | 'arrays';
  /** CSV: texts that a spreadsheet would take for formulas get a leading apostrophe. */
  readonly csvSafe?: boolean;
  /** Arrow: maximum size of a record batch; default 65,536 rows and 2 MiB. */
  readonly batch?: Partial<ArrowBatchLimits>;
}

/**
 * The encoder of one result.
 *
 * @example
 * const encoder = createEncoder('ndjson', [{ name: 'plays', type: { alias: null, name: 'BIGINT' } }]);
 * const parts = [...encoder.start(), ...encoder.encode(batch), ...encoder.finish()];
 */
export function createEncoder(
  format: ResultFormat,
  columns: readonly StreamColumn[],
  options: EncoderOptions = {},
): Encoder {
  if (columns.length === 0) throw new Error('A result must have at least one column');
  const rows = options.shape ?? 'objects';
  switch (format) {
    case 'arrow':
      return new ArrowEncoder(columns, { ...arrowBatchDefaults, ...options.batch });
    case 'json':
      return new JsonEncoder(columns, { framing: 'array', rows });
    case 'ndjson':
      return new JsonEncoder(columns, { framing: 'lines', rows });
    case 'csv':
      return new CsvEncoder(columns, options.csvSafe);
    case 'parquet':
      return new ParquetEncoder(columns);
  }
}
