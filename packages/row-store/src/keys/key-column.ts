import { bytesOf, keyFileTypes, readColumnType } from '@sdq/catalog';

/**
 * How the values of a key column are stored, in the order of their bytes:
 * - `signed`: whole numbers, dates and times, as DuckDB stores them, in 8 bytes.
 * - `unsigned`: the same for UBIGINT.
 * - `text`: UTF-8.
 * - `decimal`: texts most of which are whole numbers; see `decimalOf`.
 */
export type KeyForm = 'signed' | 'unsigned' | 'text' | 'decimal';

/** A column of a key: its name, its type as DuckDB prints it, and how its values are stored. */
export interface KeyColumn {
  readonly name: string;
  readonly type: string;
  readonly form: KeyForm;
}

/** Bytes of a value, as DuckDB stores it, of a type that is stored as a number. */
export function numberBytes(type: string): 2 | 4 | 8 {
  const read = readColumnType(type);
  const bytes = read === undefined || read.name === 'LIST' ? undefined : bytesOf(read);
  return bytes === 2 || bytes === 4 ? bytes : 8;
}

/**
 * The form of columns of a type; undefined for a type that key files do not store: lists, floating-point numbers,
 * decimals, booleans. A column of texts may have the form `decimal` instead.
 */
export function keyFormOf(type: string): KeyForm | undefined {
  if (type === 'VARCHAR') return 'text';
  if (type === 'UBIGINT') return 'unsigned';
  return keyFileTypes.has(type) ? 'signed' : undefined;
}

/** Whether a column has a form that its type allows. */
export function isKeyColumn({ type, form }: KeyColumn): boolean {
  const usual = keyFormOf(type);
  return usual !== undefined && (form === usual || (form === 'decimal' && usual === 'text'));
}

const numberMin = -(2n ** 63n);
const numberMax = 2n ** 63n - 1n;

/**
 * The number that a text is the canonical decimal spelling of, if it fits 64 bits: no plus sign, no leading zeros.
 * In SQL: `try_cast(text AS BIGINT)::VARCHAR = text`.
 */
export function decimalOf(text: string): bigint | undefined {
  if (!/^(0|-?[1-9]\d{0,18})$/.test(text)) return undefined;
  const number = BigInt(text);
  return number >= numberMin && number <= numberMax ? number : undefined;
}
