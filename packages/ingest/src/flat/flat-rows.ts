import type { Row } from '../containers/record-chunk.ts';
import { recordsIn } from '../containers/records-in.ts';
import { isObject } from '../values/json-object.ts';
import type { FlatTable } from './plan-table.ts';

/** The rows in a value of a flat JSON file. */
export function rowsIn(value: unknown, plan: FlatTable): readonly unknown[] {
  if (!isObject(value) && !Array.isArray(value)) return [value];
  return recordsIn(value, (row) => isFlatRow(row, plan)).map(({ record }) => record);
}

/** Whether an object is a flat row: it has a field of a key column. */
export function isFlatRow(value: Row, plan: FlatTable): boolean {
  let names = keyFields.get(plan);
  if (names === undefined) {
    const { table, columns } = plan;
    const key = columns.filter((column) => table.key.includes(column.name));
    names = key.flatMap(({ sources }) => sources.map(({ field }) => field.split('.')[0] as string));
    keyFields.set(plan, names);
  }
  return names.some((name) => name in value);
}

/** The outermost fields of a plan's key columns. */
const keyFields = new WeakMap<FlatTable, readonly string[]>();
