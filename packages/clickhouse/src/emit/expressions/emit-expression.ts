import type { CaseMaps } from '../bind/case-maps.ts';
import { functions } from '../functions/functions.ts';
import { isLambdaFunction, lambda } from '../functions/lambdas.ts';
import type { Exactness } from '../functions/translation.ts';
import { placeOf } from '../plan/check-plan.ts';
import { boolean, isFloating, isNested, readDuckType, sameType } from '../plan/duck-type.ts';
import { nodeOf, nodesOf, numberOf, type PlanNode, textOf } from '../plan/read-node.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Names } from '../sql/names.ts';
import { argument, castSql, needsOrder, needsValue, unboxed, type Value, value } from '../sql/value.ts';
import { cast } from '../values/cast.ts';
import { compare } from '../values/compare.ts';
import { constant } from '../values/constant.ts';

/** What an expression reads. */
export interface Columns {
  /** The column at a place of the input. */
  at(index: number): Value;
  /** The column of a table of the plan. */
  bound(table: number, column: number): Value;
}

export interface ExpressionContext {
  readonly names: Names;
  readonly caseMaps: CaseMaps;
  /** Told of each function that was translated. */
  used(name: string, exactness: Exactness): void;
  /** Told of what DuckDB leaves open. */
  open(what: string): void;
}

/** An expression of the plan in ClickHouse's SQL. */
export function emitExpression(node: PlanNode, columns: Columns, context: ExpressionContext): Value {
  try {
    return write(node, columns, context);
  } catch (error) {
    if (error instanceof Refusal) error.location ??= placeOf(node);
    throw error;
  }
}

function write(node: PlanNode, columns: Columns, context: ExpressionContext): Value {
  const one = (key: string) => emitExpression(nodeOf(node[key]), columns, context);
  switch (node.expression_class) {
    case 'BOUND_REF':
      return columns.at(numberOf(node.index));
    case 'BOUND_COLUMN_REF': {
      const { table_index: table, column_index: column } = nodeOf(node.binding);
      return columns.bound(numberOf(table), numberOf(column));
    }
    case 'BOUND_CONSTANT':
      return constant(nodeOf(node.value));
    case 'BOUND_COMPARISON':
      return compare(textOf(node.type), one('left'), one('right'));
    case 'BOUND_BETWEEN': {
      const [input, lower, upper] = [one('input'), one('lower'), one('upper')];
      const orEqual = (flag: unknown) => (flag === true ? 'OREQUALTO' : '');
      const above = compare(`COMPARE_GREATERTHAN${orEqual(node.lower_inclusive)}`, input, lower);
      const below = compare(`COMPARE_LESSTHAN${orEqual(node.upper_inclusive)}`, input, upper);
      return value(`(${above.sql} AND ${below.sql})`, boolean, [above, below]);
    }
    case 'BOUND_CONJUNCTION': {
      const parts = nodesOf(node.children).map((child) => emitExpression(child, columns, context));
      const sign = node.type === 'CONJUNCTION_AND' ? ' AND ' : ' OR ';
      return value(`(${parts.map(({ sql }) => sql).join(sign)})`, boolean, parts);
    }
    case 'BOUND_CAST':
      return cast(one('child'), readDuckType(node.return_type), node.try_cast === true, context.names);
    case 'BOUND_CASE':
      return caseOf(node, columns, context);
    case 'BOUND_OPERATOR':
      return operator(node, columns, context);
    case 'BOUND_FUNCTION':
      return call(node, columns, context);
    default:
      return refuse(`${textOf(node.expression_class).replace('BOUND_', '').toLowerCase()} at this place`);
  }
}

function caseOf(node: PlanNode, columns: Columns, context: ExpressionContext): Value {
  const type = readDuckType(node.return_type);
  const emit = (child: unknown) => emitExpression(nodeOf(child), columns, context);
  const result = (child: unknown) => cast(emit(child), type, false, context.names);
  const checks = nodesOf(node.case_checks).map(
    (check) => [emit(check.when_expr), result(check.then_expr)] as const,
  );
  const otherwise = result(node.else_expr);
  const results = [...checks.map(([, then]) => then), otherwise];
  if (isNested(type) && results.some((each) => each.nullable))
    refuse('a CASE of lists or structs that may be NULL');
  if (type.id === 'STRUCT') refuse('a CASE of structs');
  const branches = checks.map(([when, then]) => `${when.sql}, ${then.sql}`).join(', ');
  return value(`multiIf(${branches}, ${otherwise.sql})`, type, results, merged(results));
}

/** What is known of a value that is one of several. */
function merged(values: readonly Value[]): Partial<Value> {
  return {
    mayBeNaN: values.some((each) => isFloating(each.type) && each.mayBeNaN !== false),
    elementsNullable: values.some((each) => each.elementsNullable),
    innerNullable: values.some((each) => each.innerNullable),
  };
}

function operator(node: PlanNode, columns: Columns, context: ExpressionContext): Value {
  const parts = nodesOf(node.children).map((child) => emitExpression(child, columns, context));
  const type = readDuckType(node.return_type);
  const [first, second] = [argument(parts, 0), parts[1]];
  switch (node.type) {
    case 'OPERATOR_NOT':
      return value(`NOT (${first.sql})`, boolean, parts);
    case 'OPERATOR_IS_NULL':
      return value(first.nullable ? isNullSql(first) : 'false', boolean, false);
    case 'OPERATOR_IS_NOT_NULL':
      return value(first.nullable ? `NOT ${isNullSql(first)}` : 'true', boolean, false);
    case 'OPERATOR_COALESCE': {
      if (isNested(type)) return coalesceNested(first, second);
      const all = parts.map((each) => cast(each, type, false, context.names));
      const sql = `coalesce(${all.map((each) => each.sql).join(', ')})`;
      return value(
        sql,
        type,
        all.every((each) => each.nullable),
        merged(all),
      );
    }
    case 'OPERATOR_NULLIF': {
      if (second === undefined || isNested(type)) return refuse('nullif of lists');
      const equal = compare('COMPARE_EQUAL', first, second);
      return value(`if(ifNull(${equal.sql}, 0), NULL, ${first.sql})`, type, true, merged([first]));
    }
    case 'COMPARE_IN':
      return among(parts);
    case 'COMPARE_NOT_IN': {
      const found = among(parts);
      return { ...found, sql: `NOT (${found.sql})` };
    }
    default:
      return refuse(`the operator ${textOf(node.type)}`);
  }
}

function isNullSql(given: Value): string {
  if (given.isBoxed) return `empty(${given.sql})`;
  return isNested(given.type) ? refuse('a list or struct that may be NULL') : `isNull(${given.sql})`;
}

/** A list that is never NULL is the result itself. */
function coalesceNested(first: Value, second: Value | undefined): Value {
  if (!first.nullable) return first;
  if (!first.isBoxed || second === undefined || second.nullable || !sameType(first.type, second.type))
    return refuse('a list or struct that may be NULL');
  const both = [unboxed(first), second];
  const known = merged(both);
  const [a, b] = both.map(({ sql }) => castSql(sql, first.type, false, known.elementsNullable));
  return value(`if(empty(${first.sql}), ${b}, ${a})`, first.type, false, known);
}

/** `IN` with a list: NULL where nothing is equal and a NULL is among the values. */
function among([wanted, ...values]: readonly Value[]): Value {
  if (wanted === undefined) return refuse('IN with nothing');
  const equals = values.map((each) => compare('COMPARE_EQUAL', wanted, each));
  const isPlain =
    !isNested(wanted.type) &&
    !(isFloating(wanted.type) && wanted.mayBeNaN !== false) &&
    values.every((each) => !each.nullable && each.constant !== undefined);
  if (!isPlain) return value(`(${equals.map(({ sql }) => sql).join(' OR ')})`, boolean, equals);
  const found = `(${wanted.sql} IN (${values.map(({ sql }) => sql).join(', ')}))`;
  return wanted.nullable
    ? value(`if(isNull(${wanted.sql}), NULL, ${found})`, boolean, true)
    : value(found, boolean, false);
}

function call(node: PlanNode, columns: Columns, context: ExpressionContext): Value {
  const name = textOf(node.name).toLowerCase();
  const type = readDuckType(node.return_type);
  const children = nodesOf(node.children);
  const data =
    node.function_data === undefined || node.function_data === null ? undefined : nodeOf(node.function_data);
  if (name === 'error') return refuse('error()');
  if (data?.lambda_expr !== undefined && data.lambda_expr !== null) {
    if (!isLambdaFunction(name)) return refuse(`the function ${name}`);
    if (data.has_initial === true) return refuse(`${name} with a start value`);
    return lambdaCall(name, node, data, columns, context);
  }
  if (isLambdaFunction(name)) return refuse(`${name} of that kind`);
  const args = children.map((child) => emitExpression(child, columns, context));
  const isOfStruct = name === 'array_extract' && args[0]?.type.id === 'STRUCT';
  if (isOfStruct || name === 'struct_extract' || name === 'struct_extract_at')
    return field(args, node, context);
  // the binder takes some constants out of the arguments: what they said is not known here
  if (nodesOf(node.arguments).length > children.length || nodesOf(node.original_arguments).length > 0)
    return refuse(`${name} of that kind`);
  const translation = functions.get(name) ?? refuse(`the function ${name}`);
  if (args.some((each) => each.isNull && each.type.id === 'NULL')) return refuse(`${name} of NULL`);
  if (!orderless.has(name)) args.forEach(needsOrder);
  context.used(name, translation.exactness);
  const first = args[0];
  const box = first?.isBoxed && (nullOfList.has(name) || listOfList.has(name)) ? first : undefined;
  const result = translation.write({
    name,
    args: box === undefined ? args : [unboxed(box), ...args.slice(1)],
    type,
    names: context.names,
    caseMaps: context.caseMaps,
    data,
  });
  if (result.open !== undefined) context.open(result.open);
  return box === undefined ? result : ofBox(box, result);
}

/** What a function gives for a list in a box; NULL for an empty one. */
function ofBox(box: Value, result: Value): Value {
  const isList = result.type.id === 'LIST';
  const sql = isList
    ? `if(empty(${box.sql}), [], [${result.sql}])`
    : `if(empty(${box.sql}), NULL, ${result.sql})`;
  return { ...result, sql, nullable: true, isBoxed: isList };
}

/** Functions that give a list, and NULL for a list that is NULL in the first place. */
const listOfList: ReadonlySet<string> = new Set(
  'list_sort array_sort list_reverse_sort array_reverse_sort list_distinct array_distinct list_slice array_slice list_reverse array_reverse'.split(
    ' ',
  ),
);

/** Functions that give no list, and NULL for a list that is NULL in the first place. */
const nullOfList: ReadonlySet<string> = new Set(
  'length len array_length list_contains list_has array_contains array_has contains array_extract list_extract list_element array_to_string'.split(
    ' ',
  ),
);

/** Functions whose result does not depend on the order of the list that they read. */
const orderless: ReadonlySet<string> = new Set(
  'length len array_length list_sort array_sort list_contains list_has array_contains array_has contains list_unique array_unique list_has_any list_has_all array_has_any array_has_all && @> <@'.split(
    ' ',
  ),
);

function lambdaCall(
  name: string,
  node: PlanNode,
  data: PlanNode,
  columns: Columns,
  context: ExpressionContext,
): Value {
  const [first, ...captured] = nodesOf(node.children).map((child) => emitExpression(child, columns, context));
  if (first === undefined) return refuse(`${name} of nothing`);
  needsOrder(first);
  context.used(name, 'exact');
  const result = lambda({
    name,
    list: unboxed(first),
    type: readDuckType(node.return_type),
    hasIndex: data.has_index === true,
    names: context.names,
    body(parameters) {
      // the plan counts parameters from the last, and then what the body reads of the row
      const all = [...parameters.toReversed(), ...captured];
      const inner: Columns = {
        at: (index) => all[index] ?? refuse('a lambda of that kind'),
        bound: () => refuse('a lambda of that kind'),
      };
      return emitExpression(nodeOf(data.lambda_expr), inner, context);
    },
  });
  return first.isBoxed ? ofBox(first, result) : result;
}

/** A field of a struct, by name or place. */
function field(args: readonly Value[], node: PlanNode, context: ExpressionContext): Value {
  const [struct, key] = [argument(args, 0), argument(args, 1)];
  const { type } = struct;
  if (type.id !== 'STRUCT') return refuse(`a field of ${type.id}`);
  const wanted = key.constant;
  const at =
    typeof wanted === 'string'
      ? type.fields.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase())
      : Number(wanted) - 1;
  const of = type.fields[at] ?? refuse('a field of a struct');
  context.used('struct_extract', 'exact');
  const made = struct.fields?.[at];
  if (made !== undefined) return cast(made, readDuckType(node.return_type), false, context.names);
  needsValue(struct, 'a struct');
  if (isNested(of.type)) return refuse('a list or struct inside of a struct');
  return value(`tupleElement(${struct.sql}, ${at + 1})`, of.type, true);
}
