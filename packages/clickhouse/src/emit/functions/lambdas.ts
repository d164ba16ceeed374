import type { DuckType } from '../plan/duck-type.ts';
import { clickhouseType, elementOf, sameType } from '../plan/duck-type.ts';
import { refuse } from '../refusal.ts';
import type { Names } from '../sql/names.ts';
import { castSql, guarded, type Value, value } from '../sql/value.ts';
import { cast } from '../values/cast.ts';

export interface LambdaCall {
  readonly name: string;
  readonly list: Value;
  readonly type: DuckType;
  readonly hasIndex: boolean;
  readonly names: Names;
  /** The body, for parameters in the order in which the caller wrote them. */
  body(parameters: readonly Value[]): Value;
}

const transforms = ['list_transform', 'list_apply', 'array_transform', 'array_apply', 'apply', 'transform'];
const filters = ['list_filter', 'array_filter', 'filter'];
const reductions = ['list_reduce', 'array_reduce', 'reduce'];

export function isLambdaFunction(name: string): boolean {
  return [...transforms, ...filters, ...reductions].includes(name);
}

/** A function with a lambda over a list. */
export function lambda(call: LambdaCall): Value {
  const { name, list, type, hasIndex, names } = call;
  if (list.nullable) refuse('a lambda over a list that may be NULL');
  const element = {
    type: elementOf(list.type),
    nullable: list.elementsNullable ?? true,
    elementsNullable: list.innerNullable ?? true,
    mayBeNaN: true,
  };
  if (reductions.includes(name)) return reduce(call, element);
  const item = names.next('x');
  const index = names.next('x');
  const parameters: Value[] = [{ ...element, sql: item }];
  if (hasIndex) parameters.push({ sql: index, type: { id: 'BIGINT' }, nullable: false });
  const body = call.body(parameters);
  const heads = hasIndex ? `(${item}, ${index})` : item;
  const lists = hasIndex ? `${list.sql}, CAST(arrayEnumerate(${list.sql}), 'Array(Int64)')` : list.sql;
  if (transforms.includes(name)) {
    const inner = { elementsNullable: body.nullable, innerNullable: body.elementsNullable ?? true };
    const sql = `arrayMap(${heads} -> ${body.sql}, ${lists})`;
    const isFlat = body.type.id !== 'LIST';
    return value(isFlat ? castSql(sql, type, false, body.nullable) : sql, type, false, inner);
  }
  const kept = `arrayFilter(${heads} -> ifNull(${body.sql}, 0), ${lists})`;
  return value(kept, type, false, {
    elementsNullable: element.nullable,
    innerNullable: element.elementsNullable,
  });
}

function reduce(call: LambdaCall, element: Omit<Value, 'sql'>): Value {
  const { list, type, hasIndex, names } = call;
  if (hasIndex || !sameType(type, element.type) || type.id === 'LIST' || type.id === 'STRUCT')
    return refuse('list_reduce of that kind');
  const [all, one] = [names.next('x'), names.next('x')];
  const body = cast(
    call.body([
      { ...element, sql: all, nullable: true },
      { ...element, sql: one },
    ]),
    type,
    false,
    names,
  );
  const start = `CAST(arrayElement(${list.sql}, 1), '${clickhouseType(type, true).replaceAll("'", "\\'")}')`;
  const rest = `arrayPopFront(${guarded(`empty(${list.sql})`, 'sql_conversion_error', 'list_reduce of an empty list', list.sql)})`;
  return value(
    `arrayFold((${all}, ${one}) -> ${castSql(body.sql, type, true)}, ${rest}, ${start})`,
    type,
    true,
  );
}
