import type { Catalog } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { planFlatTable } from '../flat/plan-table.ts';
import type { SourceFormat } from './format.ts';

/** Flat formats have the lowest certainty: the format of a known collector reads nested fields as well as columns. */
function detectFlat(container: SourceFormat['container'], catalog: Catalog): SourceFormat['detect'] {
  return (sample) => {
    if (sample.kind !== container) return 0;
    try {
      return planFlatTable(sample, { catalog }) === undefined ? 0 : 0.3;
    } catch (error) {
      // Where no other format fits, planning again tells why.
      if (error instanceof AppError && error.code === 'format_unknown') return 0.01;
      throw error;
    }
  };
}

export const csv = (catalog: Catalog): SourceFormat => ({
  name: 'csv',
  description:
    'CSV with a header and a comma, semicolon, tab or bar as delimiter; columns matched by common names or --mapping',
  container: 'csv',
  detect: detectFlat('csv', catalog),
});

export const parquet = (catalog: Catalog): SourceFormat => ({
  name: 'parquet',
  description: 'Parquet; columns matched by common names or --mapping',
  container: 'parquet',
  detect: detectFlat('parquet', catalog),
});

export const json = (catalog: Catalog): SourceFormat => ({
  name: 'json',
  description: 'NDJSON or a JSON array of objects; fields matched by common names or --mapping',
  container: 'json',
  detect: detectFlat('json', catalog),
});
