import { count, decimal } from '../text/format.ts';
import { type Column, isTime } from './column.ts';

/** A value as the service writes it as text: exact, without grouping. NULL is an empty text. */
export function plainText(value: unknown, column: Column): string {
  if (value === null || value === undefined) return '';
  if (isTime(column)) return timeText(value, column);
  if (typeof value === 'bigint') return scaled(value, column.scale);
  if (typeof value === 'object') return nestedText(value);
  return String(value);
}

/** A value as the table shows it. */
export function displayText(value: unknown, column: Column): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'bigint' && column.scale === 0) return count(value);
  if (typeof value === 'number' && column.kind === 'float') return decimal(value);
  if (typeof value === 'number' && column.kind === 'integer') return count(value);
  if (isTime(column)) return timeText(value, column).replace('T', ' ').replace(/Z$/, '');
  return plainText(value, column);
}

/** A value as a number for a chart or statistics; NaN for what is none. */
export function numberOf(value: unknown, { scale }: Column): number {
  return typeof value === 'bigint' ? Number(value) / 10 ** scale : Number(value);
}

/** A value as a literal of SQL; undefined where it has none that is short and exact. */
export function sqlLiteral(value: unknown, column: Column): string | undefined {
  if (value === null || value === undefined) return 'NULL';
  const text = plainText(value, column);
  if (['integer', 'decimal', 'float'].includes(column.kind)) return text;
  if (column.kind === 'boolean') return text.toUpperCase();
  if (column.kind === 'time')
    return `${column.typeName.includes('UTC') ? 'TIMESTAMPTZ' : 'TIMESTAMP'} '${text}'`;
  if (column.kind === 'date') return `DATE '${text}'`;
  return column.kind === 'text' ? `'${text.replaceAll("'", "''")}'` : undefined;
}

/** Microseconds of a timestamp, or milliseconds of a date, in ISO 8601. */
function timeText(value: unknown, { kind }: Column): string {
  const ms = Number(value);
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return ms < 0 ? '-infinity' : 'infinity';
  const text = new Date(ms).toISOString();
  if (kind === 'date') return text.slice(0, 10);
  const micros = Math.round((ms - Math.floor(ms)) * 1_000);
  if (micros > 0) return text.replace('Z', `${String(micros).padStart(3, '0')}Z`);
  return text.replace('.000Z', 'Z');
}

function scaled(value: bigint, scale: number): string {
  if (scale === 0) return value.toString();
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Lists, structs and maps as JSON; integers keep all digits. */
export function nestedText(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_name, each: unknown) => {
      if (typeof each === 'bigint')
        return Number.isSafeInteger(Number(each)) ? Number(each) : each.toString();
      if (ArrayBuffer.isView(each)) return Array.from(each as unknown as ArrayLike<unknown>);
      if (each instanceof Map) return Object.fromEntries(each as Map<string, unknown>);
      return each;
    },
    indent,
  );
}
