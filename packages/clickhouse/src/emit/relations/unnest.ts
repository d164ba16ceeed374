import { elementOf } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import { type Column, plain, type Select, selectFrom } from '../select/select.ts';
import type { Names } from '../sql/names.ts';
import { needsValue, unboxed, type Value } from '../sql/value.ts';

export interface UnnestPlace {
  /** The number of its table in the plan. */
  readonly table: number;
  /** Whether the element comes before the other columns. */
  readonly isFirst: boolean;
}

/** Lists side by side, which all have as many elements: `UNPIVOT` makes them. */
export function explodeAll(input: Select, lists: readonly Value[], table: number, names: Names): Select {
  const lengths = lists.map(({ sql }) => /^CAST\(\[/.test(sql));
  if (lengths.includes(false))
    refuse('several unnests side by side', 'one unnest in each of several subqueries');
  const items = lists.map(() => names.next('sdq__item'));
  const joined = lists.map(({ sql }, at) => `${sql} AS ${items[at]}`).join(', ');
  const elements = lists.map((list, column): Column => {
    const type = elementOf(list.type);
    if (type.id === 'LIST' || type.id === 'STRUCT') refuse('UNPIVOT of lists');
    return {
      sql: items[column] ?? '',
      type,
      nullable: list.elementsNullable === true,
      mayBeNaN: true,
      table,
      column,
    };
  });
  return selectFrom(`${input.from} ARRAY JOIN ${joined}`, [...input.columns, ...elements], {
    where: input.where,
  });
}

/** A row for each element of a list; none for an empty one. */
export function explode(
  given: Select,
  list: Value,
  others: readonly Column[],
  { table, isFirst }: UnnestPlace,
  names: Names,
): Select {
  needsValue(unboxed(list), 'a list that is unnested');
  const input = plain(given, names);
  if (input !== given) {
    const at = (column: Value) => given.columns.findIndex(({ sql }) => sql === column.sql);
    const moved = [list, ...others].map(
      (column) => input.columns[at(column)] ?? refuse('unnest of that kind'),
    );
    const [first, ...rest] = moved;
    return first === undefined
      ? refuse('unnest of nothing')
      : explode(input, first, rest, { table, isFirst }, names);
  }
  const type = elementOf(list.type);
  const item = names.next('sdq__item');
  const element: Column = {
    sql: item,
    type,
    nullable: type.id !== 'STRUCT' && list.elementsNullable === true,
    mayBeNaN: true,
    elementsNullable: list.innerNullable === true,
    table,
    column: 0,
  };
  const columns = isFirst ? [element, ...others] : [...others, element];
  return selectFrom(`${input.from} ARRAY JOIN ${unboxed(list).sql} AS ${item}`, columns, {
    where: input.where,
  });
}
