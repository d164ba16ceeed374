import type { DataType } from './data-type.ts';

/** The struct that a map is a list of. */
export function entryOf(key: DataType, value: DataType): DataType {
  const members = [
    { name: 'key', type: key },
    { name: 'value', type: value },
  ];
  return { alias: null, name: 'STRUCT', members };
}
