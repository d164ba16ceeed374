import type { SqlParameters } from '@sdq/contract';
import type { Expression } from '../../syntax/ast.ts';
import { type Known, knownValue } from './constant.ts';
import { admitLimits } from './limits.ts';
import { magnitudeOf } from './magnitude.ts';
import { seriesLength } from './series.ts';

/** What is known about a call when its arguments are checked. */
export interface Call {
  readonly name: string;
  /** In DuckDB's order; the object of a method call comes first. */
  readonly children: readonly Expression[];
  readonly parameters: SqlParameters;
  /** Whether the call is in FROM. */
  readonly inFrom: boolean;
  /** The rules of an aggregate that may be named in a string argument; null when there is no aggregate of this name. */
  readonly aggregateRules: (name: string) => readonly ArgumentRule[] | null;
}

/** Returns what is wrong with a call's arguments, or null. A missing argument is never wrong. */
export type ArgumentRule = (call: Call) => string | null;

const known = (call: Call, index: number): Known => knownValue(call.children[index], call.parameters);

/**
 * Constant folding: whether DuckDB would compute the expression while planning, because it reads no column and no
 * table.
 */
function isFoldable(expression: Expression): boolean {
  switch (expression.class) {
    case 'CONSTANT':
    case 'PARAMETER':
      return true;
    case 'CAST':
    case 'COLLATE':
      return isFoldable(expression.child);
    case 'FUNCTION':
    case 'OPERATOR':
    case 'CONJUNCTION':
      return expression.children.every(isFoldable);
    case 'COMPARISON':
      return isFoldable(expression.left) && isFoldable(expression.right);
    case 'BETWEEN':
      return [expression.input, expression.lower, expression.upper].every(isFoldable);
    case 'CASE':
      return (
        (expression.else_expr === null || isFoldable(expression.else_expr)) &&
        expression.case_checks.every((check) => isFoldable(check.when_expr) && isFoldable(check.then_expr))
      );
    default:
      return false;
  }
}

const words = (max: number): string => max.toLocaleString('en');

/**
 * A number of at most `max`. A column is allowed, because the process that runs the query is bounded too. A constant
 * expression must be bounded by its form: DuckDB would fold it while planning, when it cannot be interrupted.
 */
export function atMost(index: number, max: number, what: string): ArgumentRule {
  return (call) => {
    const argument = call.children[index];
    return argument === undefined || !isFoldable(argument) ? null : faultOfNumber(call, argument, max, what);
  };
}

/** As {@link atMost}, but a column is not allowed. */
export function constantAtMost(index: number, max: number, what: string): ArgumentRule {
  return (call) => {
    const argument = call.children[index];
    return argument === undefined ? null : faultOfNumber(call, argument, max, what);
  };
}

/** As {@link constantAtMost}, for an argument that is given by name: `num_rows = 3`. */
export function namedAtMost(name: string, max: number, what: string): ArgumentRule {
  return (call) => {
    for (const argument of call.children) {
      if (argument.class !== 'COMPARISON' || argument.left.class !== 'COLUMN_REF') continue;
      const [given = ''] = argument.left.column_names;
      if (given.toLowerCase() === name) return faultOfNumber(call, argument.right, max, what);
    }
    return null;
  };
}

function faultOfNumber(call: Call, argument: Expression, max: number, what: string): string | null {
  const magnitude = magnitudeOf(argument, call.parameters);
  if (magnitude === undefined) {
    return `The ${what} of ${call.name} must be a number literal of at most ${words(max)}`;
  }
  const value = knownValue(argument, call.parameters);
  const isSmall = magnitude <= max || (typeof value === 'number' && value < 0);
  return isSmall ? null : `The ${what} of ${call.name} may be at most ${words(max)}`;
}

/** A constant string may have at most `max` characters. */
export function textAtMost(index: number, max: number, what: string): ArgumentRule {
  return (call) => {
    const value = known(call, index);
    return typeof value === 'string' && value.length > max
      ? `The ${what} of ${call.name} may have at most ${words(max)} characters`
      : null;
  };
}

/** A constant string may contain `wildcard` at most `max` times. */
export function wildcardsAtMost(index: number, wildcard: string, max: number): ArgumentRule {
  return (call) => {
    const value = known(call, index);
    return typeof value === 'string' && value.split(wildcard).length - 1 > max
      ? `The pattern may contain "${wildcard}" at most ${max} times`
      : null;
  };
}

/** One fraction, or a list of them, as literals: from -1 (counted from the top) to 1. */
export function fractions(index: number): ArgumentRule {
  return (call) => {
    if (call.children[index] === undefined) return null;
    const value = known(call, index);
    const list = Array.isArray(value) ? value : [value];
    const valid = list.length > 0 && list.length <= admitLimits.quantilesMax;
    return valid && list.every((item) => typeof item === 'number' && Math.abs(item) <= 1)
      ? null
      : `The fraction of ${call.name} must be a number literal from 0 to 1, or a list of up to ${admitLimits.quantilesMax} such literals`;
  };
}

/** Number of elements between bounds that are known by their form alone; null when it is unknown. */
function lengthAtMost({ children, parameters }: Call): number | null {
  const [first, stop, step] = children;
  if (step !== undefined) {
    const value = knownValue(step, parameters);
    if (typeof value !== 'number' || Math.abs(value) < 1) return null;
  }
  const bounds = [first, stop].map((bound) => (bound === undefined ? 0 : magnitudeOf(bound, parameters)));
  return bounds.includes(undefined) ? null : (bounds as number[]).reduce((sum, bound) => sum + bound + 1, 0);
}

/**
 * The length of `range` and `generate_series` when the bounds are constants. As rows in FROM it may be longer than as
 * a list.
 */
export const seriesBounded: ArgumentRule = (call) => {
  const max = call.inFrom ? admitLimits.seriesRowsMax : admitLimits.listElementsMax;
  const length = seriesLength(call.children, call.parameters) ?? lengthAtMost(call);
  if (length === null) {
    return !call.inFrom && call.children.every(isFoldable)
      ? `The bounds of ${call.name} must be number, date or interval literals`
      : null;
  }
  return length <= max
    ? null
    : `${call.name} may make at most ${words(max)} ${call.inFrom ? 'rows' : 'elements'}`;
};

const aWidth = /%[-+ #0]*(\d+|\*)?(?:\.(\d+|\*))?|\{[^{}]*\}/g;

/**
 * Widths and precisions in a constant `printf` (`%10d`) or `format` (`{:10d}`) string. A column is allowed, because the
 * process that runs the query is bounded too.
 */
export const widthsBounded: ArgumentRule = (call) => {
  const [format] = call.children;
  const value = known(call, 0);
  if (value === null || format === undefined || !isFoldable(format)) return null;
  if (typeof value !== 'string') return `The format of ${call.name} must be a string literal or a column`;
  for (const [field] of value.matchAll(aWidth)) {
    const nested = field.startsWith('%') && field.includes('*');
    const numbers = [...field.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    if (nested || numbers.some((number) => number > admitLimits.formatWidthMax)) {
      return `Widths in the format of ${call.name} must be literals of at most ${admitLimits.formatWidthMax}`;
    }
  }
  return /\{[^}]*\{/.test(value.replaceAll('{{', ''))
    ? `Widths in the format of ${call.name} must be literals`
    : null;
};

/** The name of a supported aggregate, as a constant; the arguments after it are that aggregate's. */
export function aggregateName(index: number): ArgumentRule {
  return (call) => {
    if (call.children[index] === undefined) return null;
    const value = known(call, index);
    if (typeof value !== 'string') return `${call.name} needs the name of an aggregate as a string literal`;
    const rules = call.aggregateRules(value.toLowerCase());
    if (rules === null) return `There is no aggregate "${value.slice(0, 60)}" to use in ${call.name}`;
    const children = call.children.filter((_, position) => position !== index);
    const inner: Call = { ...call, name: value.toLowerCase(), children };
    return rules.map((rule) => rule(inner)).find((fault) => fault !== null) ?? null;
  };
}

/** The structure of a JSON document, as a constant with few levels: DuckDB makes a type of it while planning. */
export function structureBounded(index: number): ArgumentRule {
  return (call) => {
    const argument = call.children[index];
    if (argument === undefined || !isFoldable(argument)) return null;
    const value = known(call, index);
    if (value === null || (typeof value === 'string' && levelsOf(value) <= admitLimits.structureDepthMax)) {
      return null;
    }
    return `The structure of ${call.name} must be a string literal with at most ${admitLimits.structureDepthMax} levels`;
  };
}

/** Levels of brackets outside of the strings of a JSON document. */
function levelsOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}
