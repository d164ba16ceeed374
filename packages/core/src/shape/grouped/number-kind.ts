import type { Expression, LogicalType } from '../../syntax/ast.ts';
import type { ColumnName } from './group-test.ts';

/**
 * What kind of value an expression gives: a truth value, or a number with `scale` digits after the decimal point and at most
 * `digits` in total. NULL alone is of any kind.
 */
export type NumberKind =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer' | 'decimal'; readonly scale: number; readonly digits: number }
  | { readonly kind: 'NULL' };

/** Functions that give whole numbers for arguments of any type. */
const wholeFunctions = new Set(
  'length len strlen char_length character_length array_length list_length date_diff datediff year month day hour minute second quarter week weekofyear dayofweek dayofmonth dayofyear weekday isodow isoyear decade century millennium'.split(
    ' ',
  ),
);
const wholeOperators = new Set(['+', '-', '*', '//', '%']);
const truthOperators = new Set([
  'OPERATOR_IS_NULL',
  'OPERATOR_IS_NOT_NULL',
  'OPERATOR_NOT',
  'COMPARE_IN',
  'COMPARE_NOT_IN',
]);

const integerDigits: Readonly<Record<string, number>> = {
  TINYINT: 3,
  SMALLINT: 5,
  INTEGER: 10,
  BIGINT: 19,
  UTINYINT: 3,
  USMALLINT: 5,
  UINTEGER: 10,
  UBIGINT: 20,
};

/** The kind of an expression over the columns that `columnName` maps; undefined where it is not certain. */
export function numberKind(
  expression: Expression,
  columnName: ColumnName,
  typeOf: (column: string) => string | undefined,
): NumberKind | undefined {
  const kindOf = (part: Expression) => numberKind(part, columnName, typeOf);
  switch (expression.class) {
    case 'CONSTANT':
      return expression.value.is_null ? { kind: 'NULL' } : kindOfType(expression.value.type);
    case 'COLUMN_REF': {
      const name = columnName(expression);
      const type = name === undefined ? undefined : typeOf(name);
      return type === undefined ? undefined : kindOfTypeName(type);
    }
    case 'COMPARISON':
    case 'CONJUNCTION':
    case 'BETWEEN':
      return { kind: 'boolean' };
    case 'OPERATOR':
      if (truthOperators.has(expression.type)) return { kind: 'boolean' };
      return expression.type === 'OPERATOR_COALESCE' ? common(expression.children.map(kindOf)) : undefined;
    case 'CASE': {
      const results = [...expression.case_checks.map((check) => check.then_expr), expression.else_expr];
      return common(results.map((part) => (part === null ? { kind: 'NULL' } : kindOf(part))));
    }
    case 'CAST':
      return expression.try_cast ? undefined : kindOfType(expression.cast_type);
    case 'FUNCTION': {
      if (expression.schema !== '' && expression.schema !== 'main') return undefined;
      const name = expression.function_name.toLowerCase();
      if (wholeFunctions.has(name)) return { kind: 'integer', scale: 0, digits: 19 };
      if (!wholeOperators.has(name)) return undefined;
      const kind = common(expression.children.map(kindOf));
      return kind?.kind === 'integer' ? { ...kind, digits: 19 } : undefined;
    }
    default:
      return undefined;
  }
}

/** The type of a value that has one of several kinds. */
function common(kinds: readonly (NumberKind | undefined)[]): NumberKind | undefined {
  let found: NumberKind = { kind: 'NULL' };
  for (const kind of kinds) {
    if (kind === undefined) return undefined;
    if (kind.kind === 'NULL') continue;
    if (found.kind === 'NULL') found = kind;
    else if (found.kind === 'boolean' || kind.kind === 'boolean') {
      if (found.kind !== kind.kind) return undefined;
    } else {
      const scale = Math.max(found.scale, kind.scale);
      const whole = Math.max(found.digits - found.scale, kind.digits - kind.scale);
      const isWhole: boolean = found.kind === 'integer' && kind.kind === 'integer';
      found = { kind: isWhole ? 'integer' : 'decimal', scale, digits: whole + scale };
    }
  }
  return found;
}

function kindOfType({ id, type_info }: LogicalType): NumberKind | undefined {
  if (id !== 'DECIMAL') return kindOfTypeName(id);
  const { width, scale } = type_info ?? {};
  return typeof width === 'number' && typeof scale === 'number'
    ? { kind: 'decimal', scale, digits: width }
    : undefined;
}

function kindOfTypeName(type: string): NumberKind | undefined {
  if (type === 'BOOLEAN') return { kind: 'boolean' };
  const digits = integerDigits[type];
  if (digits !== undefined) return { kind: 'integer', scale: 0, digits };
  const [, width, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? [];
  return width === undefined ? undefined : { kind: 'decimal', scale: Number(scale), digits: Number(width) };
}
