import type { ResultColumn } from '@sdq/contract';
import { describeType, type StreamColumn, uniqueNames } from '@sdq/encode';

/** The columns of a result: each with a unique name, and its type as the language spells it. */
export function resultColumns(columns: readonly StreamColumn[]): ResultColumn[] {
  const names = uniqueNames(columns.map(({ name }) => name));
  return columns.map(({ type }, index) => ({
    name: names[index] ?? '',
    type: describeType(type),
    nullable: true,
  }));
}
