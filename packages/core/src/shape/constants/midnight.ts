import type { Expression } from '../../syntax/ast.ts';
import { type ConstantScope, parseInstant, readText, readWhole, truncate } from './instants.ts';

const dayMicros = 86_400_000_000n;
const truncating = new Set(['day', 'week', 'month', 'quarter', 'year', 'decade', 'century']);
const wholeDays = new Set(['to_days', 'to_weeks', 'to_months', 'to_quarters', 'to_years']);

/** What is known of a constant that a time column is compared with. */
export interface ComparedInstant {
  /** Whether it is the beginning of a UTC day. */
  readonly isMidnight: boolean;
  /** The beginning of its day, `YYYY-MM-DD`; undefined when that depends on the clock. */
  readonly day: string | undefined;
}

/** Undefined where the constant is not known to be exactly one instant, or at least a midnight. */
export function comparedInstant(expression: Expression, scope: ConstantScope): ComparedInstant | undefined {
  const exact = exactInstant(expression, scope);
  if (exact !== undefined) {
    const begin = truncate({ min: exact, max: exact }, 'day')?.min ?? exact;
    return { isMidnight: begin === exact, day: new Date(Number(begin / 1_000n)).toISOString().slice(0, 10) };
  }
  return isMidnight(expression, scope) ? { isMidnight: true, day: undefined } : undefined;
}

function exactInstant(expression: Expression, scope: ConstantScope): bigint | undefined {
  if (expression.class === 'CAST') {
    const inner = exactInstant(expression.child, scope);
    const { id } = expression.cast_type;
    if (inner === undefined) return undefined;
    if (id === 'DATE') return inner - (((inner % dayMicros) + dayMicros) % dayMicros);
    return id === 'TIMESTAMP' || id === 'TIMESTAMP WITH TIME ZONE' ? inner : undefined;
  }
  const text = readText(expression, scope);
  const instant = text === undefined ? undefined : parseInstant(text);
  return instant !== undefined && instant.min === instant.max ? instant.min : undefined;
}

function isMidnight(expression: Expression, scope: ConstantScope): boolean {
  switch (expression.class) {
    case 'COLUMN_REF':
      return expression.column_names.length === 1 && /^current_date$/i.test(expression.column_names[0] ?? '');
    case 'CAST':
      if (expression.cast_type.id === 'DATE') return isOfClock(expression.child);
      return expression.cast_type.id.startsWith('TIMESTAMP') && isMidnight(expression.child, scope);
    case 'FUNCTION': {
      const name = expression.function_name.toLowerCase();
      const [first, second] = expression.children;
      if (first === undefined) return name === 'today' || name === 'current_date';
      if (second === undefined) return false;
      if (name === 'date_trunc')
        return truncating.has(readText(first, scope)?.toLowerCase() ?? '') && isOfClock(second);
      if (name !== '-' && name !== '+') return false;
      const exact = exactInstant(first, scope);
      const begins = exact === undefined ? isMidnight(first, scope) : exact % dayMicros === 0n;
      return begins && isWholeDays(second);
    }
    default:
      return false;
  }
}

/** `now()` in one of its spellings, or a date computed from it. */
function isOfClock(expression: Expression): boolean {
  if (expression.class === 'CAST') return isOfClock(expression.child);
  if (expression.class === 'COLUMN_REF')
    return /^current_(timestamp|date)$/i.test(expression.column_names.join('.'));
  if (expression.class !== 'FUNCTION') return false;
  const [first, second] = expression.children;
  const name = expression.function_name.toLowerCase();
  if (first === undefined)
    return /^(now|today|current_date|current_timestamp|get_current_timestamp)$/.test(name);
  return (name === '-' || name === '+') && second !== undefined && isOfClock(first) && isInterval(second);
}

function isInterval(expression: Expression): boolean {
  return expression.class === 'FUNCTION' && expression.function_name.startsWith('to_');
}

function isWholeDays(expression: Expression): boolean {
  if (readWhole(expression) !== undefined) return true; // days added to a date
  if (expression.class !== 'FUNCTION') return false;
  const [count] = expression.children;
  return (
    wholeDays.has(expression.function_name.toLowerCase()) &&
    count !== undefined &&
    readWhole(count) !== undefined
  );
}
