import { isFloating } from '../plan/duck-type.ts';
import type { Names } from '../sql/names.ts';
import { castSql, needsOrder, type Value } from '../sql/value.ts';

export interface OrderKey {
  readonly value: Value;
  readonly isDescending: boolean;
  readonly nullsFirst: boolean;
}

/** A column of a relation, and its name in the plan. */
export interface Column extends Value {
  readonly table?: number | undefined;
  readonly column?: number | undefined;
}

/** One SELECT that is being written. Operators are added to it as long as ClickHouse does them in the same order. */
export interface Select {
  readonly from: string;
  readonly columns: readonly Column[];
  readonly where: readonly string[];
  /** The keys of GROUP BY; null without one, empty for one group. */
  readonly group: readonly string[] | null;
  /** Positions in `group`. */
  readonly groupingSets: readonly (readonly number[])[] | null;
  readonly having: readonly string[];
  readonly hasWindows: boolean;
  readonly isDistinct: boolean;
  readonly order: readonly OrderKey[] | null;
  readonly limitBy: readonly string[] | null;
  readonly limit: string | null;
  readonly offset: string | null;
  /** Sets of expressions, each of which no two rows have in common; `[[]]`: there is one row at most. */
  readonly identities: readonly (readonly string[])[];
}

export function selectFrom(from: string, columns: readonly Column[], more: Partial<Select> = {}): Select {
  return {
    from,
    columns,
    where: [],
    group: null,
    groupingSets: null,
    having: [],
    hasWindows: false,
    isDistinct: false,
    order: null,
    limitBy: null,
    limit: null,
    offset: null,
    identities: [],
    ...more,
  };
}

const isCut = ({ limit, offset, limitBy }: Select) => limit !== null || offset !== null || limitBy !== null;

/** Whether it only reads, joins and filters: anything can be added. */
export function isPlain(select: Select): boolean {
  return select.group === null && !select.hasWindows && !select.isDistinct && !isCut(select);
}

/** Whether rows can be sorted, and conditions over groups added. */
export function isOpenForFilter(select: Select): boolean {
  return (
    isPlain(select) || (select.group !== null && !select.hasWindows && !select.isDistinct && !isCut(select))
  );
}

export function isOpenForOrder(select: Select): boolean {
  return !isCut(select) && !select.isDistinct;
}

/** The same rows as a table: one SELECT inside of another. */
export function nested(select: Select, names: Names): Select {
  const alias = names.next('q');
  const columnNames = select.columns.map((_, at) => `x${at}`);
  const columns = select.columns.map((column, at): Column => {
    const {
      type,
      nullable,
      isBoxed,
      mayBeNaN,
      elementsNullable,
      innerNullable,
      isUnordered,
      open,
      table,
      column: place,
    } = column;
    return {
      sql: `${alias}.x${at}`,
      type,
      nullable,
      ...(isBoxed !== undefined && { isBoxed }),
      ...(mayBeNaN !== undefined && { mayBeNaN }),
      ...(elementsNullable !== undefined && { elementsNullable }),
      ...(innerNullable !== undefined && { innerNullable }),
      ...(isUnordered !== undefined && { isUnordered }),
      ...(open !== undefined && { open }),
      table,
      column: place,
    };
  });
  const identities = select.identities.flatMap((identity) => {
    const places = identity.map((sql) => select.columns.findIndex((column) => column.sql === sql));
    return places.includes(-1) ? [] : [places.map((at) => `${alias}.x${at}`)];
  });
  const inner = isCut(select) ? select : { ...select, order: null };
  return selectFrom(`(${render(inner, columnNames)}) AS ${alias}`, columns, { identities });
}

export function plain(select: Select, names: Names): Select {
  return isPlain(select) ? select : nested(select, names);
}

/** A column as it leaves a SELECT: comparisons give numbers in ClickHouse. */
function selected({ sql, type, nullable }: Value): string {
  return type.id === 'BOOLEAN' ? castSql(sql, type, nullable) : sql;
}

export function render(select: Select, names: readonly string[]): string {
  const list = select.columns.map((column, at) => `${selected(column)} AS ${names[at] ?? `x${at}`}`);
  let sql = `SELECT ${select.isDistinct ? 'DISTINCT ' : ''}${list.length === 0 ? '1 AS one' : list.join(', ')} FROM ${select.from}`;
  if (select.where.length > 0) sql += ` WHERE ${select.where.join(' AND ')}`;
  if (select.groupingSets !== null) {
    const sets = select.groupingSets.map((set) => `(${set.map((at) => select.group?.[at]).join(', ')})`);
    sql += ` GROUP BY GROUPING SETS (${sets.join(', ')})`;
  } else if (select.group !== null && select.group.length > 0) sql += ` GROUP BY ${select.group.join(', ')}`;
  if (select.having.length > 0) sql += ` HAVING ${select.having.join(' AND ')}`;
  if (select.order !== null && select.order.length > 0) sql += ` ORDER BY ${orderText(select.order)}`;
  if (select.limitBy !== null) sql += ` LIMIT 1 BY ${select.limitBy.join(', ')}`;
  if (select.limit !== null) sql += ` LIMIT ${select.limit}`;
  if (select.offset !== null) sql += ` OFFSET ${select.offset}`;
  return sql;
}

/** NaN is greater than all numbers, and NULL stands where the plan says. */
export function orderText(keys: readonly OrderKey[]): string {
  return keys
    .flatMap(({ value, isDescending, nullsFirst }) => {
      const direction = `${isDescending ? 'DESC' : 'ASC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
      const mayBeNaN = isFloating(value.type) && value.mayBeNaN !== false;
      return [...(mayBeNaN ? [`isNaN(${value.sql}) ${direction}`] : []), `${value.sql} ${direction}`];
    })
    .join(', ');
}

/** A key of groups, in a form in which equal values are equal to the bit, and no constant stands alone. */
export function groupKey(value: Value): string {
  needsOrder(value);
  if (value.constant !== undefined || value.isNull) return `materialize(${value.sql})`;
  if (!isFloating(value.type)) return value.sql;
  const positive = `(${value.sql} + 0.)`;
  return value.mayBeNaN === false ? positive : `if(isNaN(${value.sql}), nan, ${positive})`;
}

/** Whether ORDER BY decides the place of every row. */
export function orderOf({ order, identities, group, groupingSets }: Select): 'total' | 'partial' | 'none' {
  const isOneRow = identities.some((identity) => identity.length === 0);
  if (isOneRow || (group?.length === 0 && groupingSets === null)) return 'total';
  if (order === null || order.length === 0) return 'none';
  const keys = new Set(order.map(({ value }) => value.sql));
  return identities.some((identity) => identity.every((sql) => keys.has(sql))) ? 'total' : 'partial';
}
