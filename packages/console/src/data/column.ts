import type { DataType, Field } from '@uwdata/flechette';

/** What a column holds, as the table, its statistics and charts treat it. */
export type ColumnKind =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'time'
  | 'date'
  | 'text'
  | 'boolean'
  | 'nested'
  | 'other';

export interface Column {
  name: string;
  kind: ColumnKind;
  /** The type as a reader knows it: "integer", "timestamp UTC". */
  typeName: string;
  /** Digits after the point of a decimal, whose values are whole numbers of its smallest unit. */
  scale: number;
  /** Pixels in the table. */
  width: number;
}

const typeIds = {
  int: 2,
  float: 3,
  utf8: 5,
  bool: 6,
  decimal: 7,
  date: 8,
  timestamp: 10,
  largeUtf8: 20,
} as const;
const nested: ReadonlySet<number> = new Set([12, 13, 16, 17, 21]);

export const isNumber = ({ kind }: Column): boolean =>
  kind === 'integer' || kind === 'decimal' || kind === 'float';
export const isTime = ({ kind }: Column): boolean => kind === 'time' || kind === 'date';

export function columnOf(field: Field): Column {
  const [kind, typeName, scale] = kindOf(field.type);
  const width = { integer: 116, decimal: 116, float: 116, time: 178, date: 112, boolean: 84 }[
    kind as 'integer'
  ] as number | undefined;
  const least = Math.min(220, 34 + 8 * field.name.length);
  return { name: field.name, kind, typeName, scale, width: Math.max(least, width ?? 210) };
}

function kindOf(type: DataType): [kind: ColumnKind, typeName: string, scale: number] {
  const { typeId } = type;
  if (typeId === typeIds.int) return ['integer', 'integer', 0];
  if (typeId === typeIds.float) return ['float', 'number', 0];
  if (typeId === typeIds.decimal) {
    const { scale } = type as { scale: number };
    return scale === 0 ? ['decimal', 'integer', 0] : ['decimal', 'decimal', scale];
  }
  if (typeId === typeIds.timestamp)
    return ['time', (type as { timezone: string | null }).timezone ? 'time, UTC' : 'time', 0];
  if (typeId === typeIds.date) return ['date', 'date', 0];
  if (typeId === typeIds.bool) return ['boolean', 'true or false', 0];
  if (typeId === typeIds.utf8 || typeId === typeIds.largeUtf8) return ['text', 'text', 0];
  if (nested.has(typeId)) return ['nested', typeId === 13 ? 'struct' : typeId === 17 ? 'map' : 'list', 0];
  return ['other', 'other', 0];
}
