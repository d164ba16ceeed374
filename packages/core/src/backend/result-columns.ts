import type { ResultColumn } from '@sdq/contract';
import { describeType, type StreamColumn, uniqueNames } from '@sdq/encode';

/** Columns as a result has them: each with a name of its own, and its type by the language's name. */
export function resultColumns(columns: readonly StreamColumn[]): ResultColumn[] {
  const names = uniqueNames(columns.map(({ name }) => name));
  return columns.map(({ type }, index) => ({
    name: names[index] ?? '',
    type: describeType(type),
    nullable: true,
  }));
}
