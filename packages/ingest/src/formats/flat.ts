import type { Catalog } from '@sdq/catalog';
import { planFlatTable } from '../flat/plan-table.ts';
import type { SourceFormat } from './format.ts';

/** Flat formats come last: a record of a known collector is read with all it holds, not by its columns alone. */
function detectFlat(medium: SourceFormat['medium'], catalog: Catalog): SourceFormat['detect'] {
  return (sample) => (sample.kind === medium && planFlatTable(sample, { catalog }) !== undefined ? 0.3 : 0);
}

export const csv = (catalog: Catalog): SourceFormat => ({
  name: 'csv',
  description: 'CSV with a header; commas, semicolons, tabs or bars; columns by usual names or by --mapping',
  medium: 'csv',
  detect: detectFlat('csv', catalog),
});

export const parquet = (catalog: Catalog): SourceFormat => ({
  name: 'parquet',
  description: 'Parquet; columns by usual names or by --mapping',
  medium: 'parquet',
  detect: detectFlat('parquet', catalog),
});

export const json = (catalog: Catalog): SourceFormat => ({
  name: 'json',
  description: 'NDJSON or a JSON array of objects; fields by usual names or by --mapping',
  medium: 'json',
  detect: detectFlat('json', catalog),
});
