import type { DataType } from './data-type.ts';

/** The struct of a map's entries: a map is stored as a list of them. */
export function entryOf(key: DataType, value: DataType): DataType {
  const members = [
    { name: 'key', type: key },
    { name: 'value', type: value },
  ];
  return { alias: null, name: 'STRUCT', members };
}
