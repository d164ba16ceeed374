import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { type MapContext, Refusal, type Values } from '../observation.ts';
import { checkColumns } from './mapping-file.ts';
import { readingOf } from './plan-table.ts';

/** The values of constants for columns of a table, from their texts. Errors: `mapping_invalid`. */
export function readConstants(
  table: CatalogTable,
  texts: Readonly<Record<string, string>>,
  context: MapContext,
): Values {
  checkColumns(table, Object.keys(texts));
  const writing = { durationUnit: 'ms', dayFirst: false } as const;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const column = table.columns.find((candidate) => candidate.name === name);
      if (column === undefined) return [];
      try {
        return [[name, readingOf(table, column).read(text, { field: name, writing, context })]];
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new AppError('mapping_invalid', `Invalid constant ${name}=${text}: ${error.message}`, {
          param: 'set',
        });
      }
    }),
  );
}
