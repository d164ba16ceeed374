import type { DuckDBConnection } from '@duckdb/node-api';
import { unreadable } from '../containers/parquet-record-chunks.ts';
import type { Row, Sample } from '../containers/record-chunk.ts';
import { connectSourceReader } from '../containers/source-reader.ts';
import type { FlatTable } from '../flat/plan-table.ts';
import type { Survey } from '../flat/survey.ts';
import { isObject } from '../values/json-object.ts';
import type { BulkFile } from './bulk-file.ts';
import type { BulkSource } from './bulk-plan.ts';
import { type BulkOptions, BulkRows } from './bulk-rows.ts';
import { openParquetFile } from './parquet-file.ts';
import { surveyRows } from './survey-rows.ts';
import { type ColumnsOptions, openTextFile } from './text-file.ts';

export interface BulkFileOptions {
  readonly plan: FlatTable;
  /** Undefined if text files are read by rows. */
  readonly columns: ColumnsOptions | undefined;
  readonly signal: AbortSignal | undefined;
  /** The rows of a table in a record. */
  readonly rowsOf: (value: unknown) => readonly Row[];
}

/** A file whose rows DuckDB reads in columns; undefined where all rows are mapped one by one. */
export async function openBulkFile(
  path: string,
  sample: Sample,
  { columns, ...options }: BulkFileOptions,
): Promise<BulkFile | undefined> {
  const fields = sample.kind === 'json' ? [] : sample.columns;
  if (!BulkRows.areOver(options.plan, fields)) return undefined;
  if (sample.kind === 'parquet')
    return await reading(path, (connection) => openParquetFile(connection, path));
  return columns && (await openTextFile(path, { ...options, sample, columns }));
}

/** Surveys the rows of such a file; undefined if that has to be done row by row. */
export async function surveyBulkFile(
  path: string,
  file: BulkFile,
  plan: FlatTable,
  sample: Sample,
  latest: bigint,
): Promise<Survey | undefined> {
  const rows = rowsOfSample(sample);
  return await reading(path, (connection) => surveyRows(connection, file, plan, { sample: rows, latest }));
}

/** The rows of such a file as SQL; undefined if they have to be mapped one by one. */
export function bulkSource(
  file: BulkFile,
  plan: FlatTable,
  options: Omit<BulkOptions, 'types' | 'checked'>,
): BulkSource | undefined {
  const rows = BulkRows.over(plan, [...file.types.keys()], {
    ...options,
    types: file.types,
    checked: file.checked,
  });
  return rows && { file, rows };
}

/** The first rows of a flat file. */
export function rowsOfSample(sample: Sample): readonly Row[] {
  return sample.kind === 'json' ? sample.records.filter(isObject) : sample.rows;
}

async function reading<Result>(
  path: string,
  use: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  using reader = await connectSourceReader();
  try {
    return await use(reader.connection);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
