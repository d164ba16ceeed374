import { clickhouseType, type DuckType, isNested } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';

export interface Interval {
  readonly months: number;
  readonly days: number;
  readonly micros: bigint;
}

/** An expression in ClickHouse's SQL, and what is known of its values. */
export interface Value {
  readonly sql: string;
  readonly type: DuckType;
  /** Whether it may be NULL. A list or struct that may be NULL has no form in ClickHouse, unless it is boxed. */
  readonly nullable: boolean;
  /** Of a list that may be NULL: whether it is in a list of its own, which is empty where it is NULL. */
  readonly isBoxed?: boolean;
  /** Of floating-point numbers: whether NaN may be among them. ClickHouse compares and sorts NaN differently. */
  readonly mayBeNaN?: boolean;
  /** Of a list: whether elements may be NULL. */
  readonly elementsNullable?: boolean;
  /** Of a list of lists: whether elements of elements may be NULL. */
  readonly innerNullable?: boolean;
  /** What it is, where it is a constant: whole numbers are bigints. */
  readonly constant?: string | bigint | number | boolean | Interval | readonly Value[];
  readonly isNull?: boolean;
  /** Of a struct that was just made: its fields. */
  readonly fields?: readonly Value[];
  /** Of a list: whether the order of its elements is not DuckDB's. It is refused where that would show. */
  readonly isUnordered?: boolean;
  /** What DuckDB leaves open about it. */
  readonly open?: string;
}

/** Longer expressions are refused: a value that is used more than once is written more than once. */
const lengthMax = 100_000;

export function value(
  sql: string,
  type: DuckType,
  from: readonly Value[] | boolean,
  more: Partial<Value> = {},
): Value {
  if (sql.length > lengthMax) refuse('an expression that is so long in its SQL', 'steps in WITH');
  const nullable = typeof from === 'boolean' ? from : from.some((each) => each.nullable);
  return { sql, type, nullable, ...more };
}

/** A text as a literal. */
export function text(content: string): string {
  if (content.includes('\0')) refuse('a text with a character of code 0');
  return `'${content.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}

export function castSql(sql: string, type: DuckType, nullable: boolean, elementsNullable = true): string {
  return `CAST(${sql}, ${text(clickhouseType(type, nullable, elementsNullable))})`;
}

export function nullOf(type: DuckType): Value {
  if (isNested(type))
    refuse('a list or struct that is NULL', 'coalesce(…, []), or a condition that leaves NULLs out');
  if (type.id === 'INTERVAL') refuse('an interval that is NULL');
  return { sql: castSql('NULL', type, true), type, nullable: true, isNull: true };
}

/** Lists and structs are never NULL in ClickHouse. */
export function needsValue(given: Value, what: string): Value {
  if (given.nullable) refuse(`${what} that may be NULL`, 'coalesce(…), or a condition that leaves NULLs out');
  return given;
}

/** Whether a list or struct may be NULL and is not boxed. */
export function lacksForm({ type, nullable, isBoxed }: Value): boolean {
  return isNested(type) && nullable && !isBoxed;
}

/** The list of a box; empty where the box is. */
export function unboxed(given: Value): Value {
  return given.isBoxed ? { ...given, sql: `${given.sql}[1]`, nullable: false, isBoxed: false } : given;
}

export function textConstant(given: Value | undefined, what: string): string {
  return typeof given?.constant === 'string' ? given.constant : refuse(`${what} that is no constant`);
}

export function wholeConstant(given: Value | undefined, what: string): bigint {
  return typeof given?.constant === 'bigint' ? given.constant : refuse(`${what} that is no constant`);
}

/** Refuses a list whose order would show. */
export function needsOrder(given: Value): Value {
  if (given.isUnordered) refuse('the order of a list_distinct', 'list_sort(list_distinct(…))');
  return given;
}

/** The argument at a place; a plan that lacks it is refused. */
export function argument(args: readonly Value[], at: number): Value {
  return args[at] ?? refuse('a call with so few arguments');
}

/** Ends the query with an error of the caller's where the condition holds; else gives the value. */
export function guarded(condition: string, code: string, message: string, sql: string): string {
  return `if(throwIf(ifNull(${condition}, 0), ${text(`sdq:${code}:${message}`)}) = 0, ${sql}, ${sql})`;
}
