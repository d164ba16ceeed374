import type { Expression } from '../../syntax/ast.ts';
import { Constant } from '../constants/constant.ts';
import { type ConstantScope, readText, unitLengthMax } from '../constants/instants.ts';
import { mirrored, negations, type Operator, operatorOf } from '../constants/operators.ts';
import { zonedTime } from '../constants/zoned-time.ts';
import type { ColumnMeant } from './column-meant.ts';
import { type Comparison, type DerivationInUtc, everyRow, type Filter, opaque } from './filter.ts';
import { readTagTest } from './tag-test.ts';
import { readTextTest } from './text-test.ts';

/** A condition as a tree over the columns of one table. */
export function readFilter(condition: Expression, column: ColumnMeant, scope: ConstantScope): Filter {
  const recurse = (child: Expression) => readFilter(child, column, scope);
  const compare = (left: Expression, operator: Operator | undefined, right: Expression) =>
    readComparison(left, operator, right, column, scope);
  switch (condition.class) {
    case 'CONJUNCTION':
      return {
        kind: condition.type === 'CONJUNCTION_AND' ? 'and' : 'or',
        children: condition.children.map(recurse),
      };
    case 'COMPARISON':
      return compare(condition.left, operatorOf(condition.type), condition.right);
    case 'BETWEEN': {
      const { input, lower, upper } = condition;
      return { kind: 'and', children: [compare(input, '>=', lower), compare(input, '<=', upper)] };
    }
    case 'OPERATOR':
      return readOperator(condition, recurse, compare, column);
    case 'COLUMN_REF': {
      const meant = column(condition);
      return meant?.type === 'BOOLEAN' ? { kind: 'is true', column: meant.name } : opaque;
    }
    case 'CAST':
      return isTrue(condition) ? everyRow : opaque;
    case 'FUNCTION':
    case 'SUBQUERY':
      return readTagTest(condition, column, scope) ?? readTextTest(condition, column, scope) ?? opaque;
    default:
      return opaque;
  }
}

/** The word TRUE, as DuckDB parses it. */
function isTrue({ child, cast_type: type }: Extract<Expression, { class: 'CAST' }>): boolean {
  const isBoolean = type.id === 'BOOLEAN' && child.class === 'CONSTANT';
  return isBoolean && child.value.type.id === 'VARCHAR' && child.value.value === 't';
}

function readOperator(
  { type, children }: Extract<Expression, { class: 'OPERATOR' }>,
  recurse: (child: Expression) => Filter,
  compare: (left: Expression, operator: Operator, right: Expression) => Filter,
  column: ColumnMeant,
): Filter {
  const [subject, ...values] = children;
  if (subject === undefined) return opaque;
  switch (type) {
    case 'OPERATOR_NOT':
      return negated(recurse(subject));
    case 'COMPARE_IN':
    case 'COMPARE_NOT_IN': {
      const among: Filter = { kind: 'or', children: values.map((value) => compare(subject, '=', value)) };
      return type === 'COMPARE_IN' ? among : { kind: 'not', child: among };
    }
    case 'OPERATOR_IS_NULL':
    case 'OPERATOR_IS_NOT_NULL': {
      const meant = column(subject);
      if (meant === undefined) return opaque;
      const isNull: Filter = { kind: 'is null', column: meant.name };
      return type === 'OPERATOR_IS_NULL' ? isNull : { kind: 'not', child: isNull };
    }
    default:
      return opaque;
  }
}

/** NOT of a condition, as far as it can be told without one: for NULL too, it gives the same. */
function negated(filter: Filter): Filter {
  switch (filter.kind) {
    case 'not':
      return filter.child;
    case 'and':
    case 'or':
      return { kind: filter.kind === 'and' ? 'or' : 'and', children: filter.children.map(negated) };
    case 'comparison': {
      const operator = filter.of.kind === 'itself' ? negations[filter.operator] : undefined;
      return operator === undefined ? { kind: 'not', child: filter } : { ...filter, operator };
    }
    default:
      return { kind: 'not', child: filter };
  }
}

/** Normalises a comparison: the column, or function of one, becomes the left side. */
function readComparison(
  left: Expression,
  operator: Operator | undefined,
  right: Expression,
  column: ColumnMeant,
  scope: ConstantScope,
): Filter {
  if (operator === undefined) return opaque;
  const compared = (subject: Expression, by: Operator, other: Expression, meant: ColumnMeant) => {
    const found = derived(subject, meant, scope);
    if (found === undefined) return by === '=' ? formatted(subject, other, meant, scope) : undefined;
    return { kind: 'comparison', ...found, operator: by, value: new Constant(other, scope) } as const;
  };
  const comparison = (subject: Expression, by: Operator, other: Expression): Comparison | undefined => {
    const inUtc = compared(subject, by, other, column);
    if (inUtc !== undefined) return inUtc;
    const local = compared(subject, by, other, (expression) => localColumn(expression, column, scope));
    return local && { ...local, of: { kind: 'local', of: local.of } };
  };
  // A bare column takes precedence over a function of one: it may be compared with such a function of a constant.
  if (column(left) === undefined && column(right) !== undefined)
    return comparison(right, mirrored(operator), left) ?? opaque;
  return comparison(left, operator, right) ?? comparison(right, mirrored(operator), left) ?? opaque;
}

/** The column whose time an expression gives in a time zone: `t AT TIME ZONE 'Asia/Tokyo'`. */
function localColumn(
  expression: Expression,
  column: ColumnMeant,
  scope: ConstantScope,
): ReturnType<ColumnMeant> {
  const zoned = zonedTime(expression, scope);
  const meant = zoned && column(zoned.time);
  return meant?.type === 'TIMESTAMP WITH TIME ZONE' ? meant : undefined;
}

function derived(
  expression: Expression,
  column: ColumnMeant,
  scope: ConstantScope,
): { column: string; of: DerivationInUtc } | undefined {
  const itself = column(expression);
  if (itself !== undefined) return { column: itself.name, of: { kind: 'itself' } };
  if (expression.class === 'CAST') {
    const child = expression.cast_type.id === 'DATE' ? column(expression.child) : undefined;
    return child && { column: child.name, of: { kind: 'truncated', unit: 'day' } };
  }
  if (expression.class !== 'FUNCTION') return undefined;
  const name = expression.function_name.toLowerCase();
  const [first, second] = expression.children;
  if (first === undefined) return undefined;
  if (name === 'year') {
    const subject = second === undefined ? column(first) : undefined;
    return subject && { column: subject.name, of: { kind: 'year' } };
  }
  const subject = second && column(second);
  const unit = readText(first, scope)?.toLowerCase();
  if (subject === undefined || unit === undefined) return undefined;
  if ((name === 'date_part' || name === 'datepart') && unit === 'year')
    return { column: subject.name, of: { kind: 'year' } };
  return (name === 'date_trunc' || name === 'datetrunc') && unitLengthMax(unit) !== undefined
    ? { column: subject.name, of: { kind: 'truncated', unit } }
    : undefined;
}

/** Formats whose texts each stand for one unit of time, and what makes a moment of such a text. */
const unitFormats: Readonly<Record<string, readonly [unit: string, text: RegExp, rest: string]>> = {
  '%Y': ['year', /^\d{4}$/, '-01-01'],
  '%Y-%m': ['month', /^\d{4}-\d{2}$/, '-01'],
  '%Y-%m-%d': ['day', /^\d{4}-\d{2}-\d{2}$/, ''],
};

/** `strftime(t, '%Y-%m') = '2026-01'`: the unit of time that the column lies in begins at that moment. */
function formatted(
  subject: Expression,
  other: Expression,
  column: ColumnMeant,
  scope: ConstantScope,
): (Comparison & { readonly of: DerivationInUtc }) | undefined {
  if (subject.class !== 'FUNCTION' || subject.function_name.toLowerCase() !== 'strftime') return undefined;
  const [first, second, more] = subject.children;
  const meant = first && column(first);
  const known = unitFormats[(second && readText(second, scope)) ?? ''];
  const text = readText(other, scope);
  if (meant === undefined || known === undefined || text === undefined || more !== undefined)
    return undefined;
  const [unit, pattern, rest] = known;
  if (!pattern.test(text)) return undefined;
  const value = new Constant(textConstant(`${text}${rest}`), scope);
  return { kind: 'comparison', column: meant.name, of: { kind: 'truncated', unit }, operator: '=', value };
}

function textConstant(value: string): Expression {
  const type = { id: 'VARCHAR', type_info: null };
  const position = { type: 'VALUE_CONSTANT', alias: '', query_location: -1 };
  return { class: 'CONSTANT', ...position, value: { type, is_null: false, value } };
}
