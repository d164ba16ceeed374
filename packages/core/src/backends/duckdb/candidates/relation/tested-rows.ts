import { rowFileType, storedColumns } from '@sdq/catalog';
import type { Filter } from '../../../../shape/filter/filter.ts';
import { isExactlyKeys } from '../../../../shape/filter/key-values.ts';
import { type RowTest, rowTestOf } from '../../../../shape/filter/row-test.ts';
import type { FetchedRows, RouteContext } from '../access-path.ts';

/** What the rows of all keys that WHERE allows are; undefined where only DuckDB can tell which of them pass. */
export function rowsOfKeys(
  context: RouteContext,
  columns: Parameters<typeof isExactlyKeys>[1],
): FetchedRows | undefined {
  if (isExactlyKeys(context.question.filter, columns)) return {};
  const test = testOfRows(context, [context.question.filter]);
  return test && { test };
}

/** Conditions as a test of fetched rows; undefined where they need more than columns that row files have as they are. */
export function testOfRows({ table }: RouteContext, conditions: readonly Filter[]): RowTest | undefined {
  const types = new Map(storedColumns(table).map(({ name, type }) => [name, type]));
  return rowTestOf({ kind: 'and', children: conditions }, (column) => {
    const type = types.get(column);
    return type !== undefined && rowFileType(type)?.isJson === false ? type : undefined;
  });
}
