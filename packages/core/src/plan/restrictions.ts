import type { Expression } from '../syntax/ast.ts';
import {
  type ConstantScope,
  parseInstant,
  readInstant,
  readInteger,
  readText,
  readWhole,
  unitLengthMax,
} from './instants.ts';
import { mirrored } from './mirrored.ts';
import { type Compare, intersect, type Range, type Restriction, unite } from './ranges.ts';

/** How the planner reads conditions on columns of one type. */
export interface ColumnReader<Value> {
  compare: Compare<Value>;
  /** Bounds of a constant expression. */
  constant(expression: Expression): { min: Value; max: Value } | undefined;
  /** A restriction from a comparison whose one side is a function of the column. */
  derived(
    expression: Expression,
    operator: string,
    isColumn: IsColumn,
    other: Expression,
  ): Restriction<Value>;
}

/** Whether an expression is the very column looked at, of the very table reference. */
export type IsColumn = (expression: Expression) => boolean;

/** What a condition leaves of a column. Only conditions that are never true for NULL restrict anything. */
export function restrictionOf<Value>(
  condition: Expression | null,
  isColumn: IsColumn,
  reader: ColumnReader<Value>,
): Restriction<Value> {
  if (condition === null) return 'everything';
  const recurse = (child: Expression) => restrictionOf(child, isColumn, reader);
  switch (condition.class) {
    case 'CONJUNCTION':
      return condition.type === 'CONJUNCTION_AND'
        ? condition.children
            .map(recurse)
            .reduce((a, b) => intersect(a, b, reader.compare), 'everything' as Restriction<Value>)
        : condition.children.map(recurse).reduce(unite, [] as Restriction<Value>);
    case 'COMPARISON':
      return comparison(condition.left, condition.type, condition.right, isColumn, reader);
    case 'BETWEEN':
      return intersect(
        comparison(condition.input, 'COMPARE_GREATERTHANOREQUALTO', condition.lower, isColumn, reader),
        comparison(condition.input, 'COMPARE_LESSTHANOREQUALTO', condition.upper, isColumn, reader),
        reader.compare,
      );
    case 'OPERATOR': {
      const [subject, ...values] = condition.children;
      if (condition.type !== 'COMPARE_IN' || subject === undefined) return 'everything';
      return values
        .map((value) => comparison(subject, 'COMPARE_EQUAL', value, isColumn, reader))
        .reduce(unite, [] as Restriction<Value>);
    }
    default:
      return 'everything';
  }
}

function comparison<Value>(
  left: Expression,
  operator: string,
  right: Expression,
  isColumn: IsColumn,
  reader: ColumnReader<Value>,
): Restriction<Value> {
  const mirror = mirrored[operator];
  if (mirror === undefined) return 'everything';
  if (isColumn(left)) return rangeFor(operator, reader.constant(right));
  if (isColumn(right)) return rangeFor(mirror, reader.constant(left));
  const direct = reader.derived(left, operator, isColumn, right);
  return direct === 'everything' ? reader.derived(right, mirror, isColumn, left) : direct;
}

/** The values that `column <operator> constant` can leave. Strict bounds are kept as inclusive ones: wider is safe. */
function rangeFor<Value>(
  operator: string,
  constant: { min: Value; max: Value } | undefined,
): Restriction<Value> {
  if (constant === undefined) return 'everything';
  const range: Range<Value> = {
    ...(operator.startsWith('COMPARE_LESSTHAN') ? {} : { min: constant.min }),
    ...(operator.startsWith('COMPARE_GREATERTHAN') ? {} : { max: constant.max }),
  };
  return [range];
}

/** Text columns compare by their UTF-8 bytes, as DuckDB does. */
export function textReader(scope: ConstantScope): ColumnReader<Buffer> {
  return {
    compare: Buffer.compare,
    constant: (expression) => {
      const text = readText(expression, scope);
      if (text === undefined) return undefined;
      const bytes = Buffer.from(text);
      return { min: bytes, max: bytes };
    },
    derived: () => 'everything',
  };
}

function compareWhole(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Columns of whole numbers. */
export function integerReader(scope: ConstantScope): ColumnReader<bigint> {
  return {
    compare: compareWhole,
    constant: (expression) => {
      const value = readInteger(expression, scope);
      return value === undefined ? undefined : { min: value, max: value };
    },
    derived: () => 'everything',
  };
}

/** TIMESTAMPTZ columns, in microseconds UTC; knows `::DATE`, `date_trunc` and `year` of the column. */
export function timeReader(scope: ConstantScope): ColumnReader<bigint> {
  const constant = (expression: Expression) => readInstant(expression, scope);
  return {
    compare: compareWhole,
    constant,
    derived: (expression, operator, isColumn, other) => {
      const year = yearOf(expression, isColumn, scope) ? readWhole(other) : undefined;
      if (year !== undefined && year >= 1n && year <= 9_999n) {
        const begin = parseInstant(`${String(year).padStart(4, '0')}-01-01`);
        return begin === undefined
          ? 'everything'
          : rangeFor(operator, { min: begin.min, max: begin.min + unitMax('year') });
      }
      const unit = truncationOf(expression, isColumn, scope);
      const at = unit === undefined ? undefined : constant(other);
      return unit === undefined || at === undefined
        ? 'everything'
        : rangeFor(operator, { min: at.min - unitMax(unit), max: at.max + unitMax(unit) });
    },
  };
}

function unitMax(unit: string): bigint {
  return unitLengthMax(unit) ?? 0n;
}

/** The unit to which an expression truncates the column. */
function truncationOf(expression: Expression, isColumn: IsColumn, scope: ConstantScope): string | undefined {
  if (expression.class === 'CAST' && expression.cast_type.id === 'DATE' && isColumn(expression.child))
    return 'day';
  if (expression.class !== 'FUNCTION' || expression.function_name.toLowerCase() !== 'date_trunc')
    return undefined;
  const [unit, subject] = expression.children;
  if (unit === undefined || subject === undefined || !isColumn(subject)) return undefined;
  const text = readText(unit, scope)?.toLowerCase();
  return text !== undefined && unitLengthMax(text) !== undefined ? text : undefined;
}

function yearOf(expression: Expression, isColumn: IsColumn, scope: ConstantScope): boolean {
  if (expression.class !== 'FUNCTION') return false;
  const [first, second] = expression.children;
  const name = expression.function_name.toLowerCase();
  if (name === 'year') return first !== undefined && second === undefined && isColumn(first);
  if (name !== 'date_part' || first === undefined || second === undefined) return false;
  return readText(first, scope)?.toLowerCase() === 'year' && isColumn(second);
}
