import { isTooLongInteger } from '@sdq/contract';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A pydantic error without its location and input. */
export interface Wording {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
}

/** The bound of 64-bit integers. */
export const wordMax = 2 ** 63;

/** Converts a zod issue of `input` to the pydantic error. */
export function wordingOf(issue: Issue, input: unknown): Wording {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'float' ? notFloat(issue, input) : wrongType(issue.expected, input);
    case 'too_small':
      if (issue.origin === 'date')
        return dateTimeWording('datetime_parsing', 'datetime', 'year 0 is out of range');
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false, input);
    case 'too_big':
      if ('note' in issue) return tooManyDigits;
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false, input);
    case 'invalid_value': {
      const expected = listOfValues(issue.values);
      const type = issue.message === 'enum' ? 'enum' : 'literal_error';
      return { type, msg: `Input should be ${expected}`, ctx: { expected } };
    }
    case 'invalid_union':
      return unionWording(issue, input);
    case 'invalid_format':
      if (issue.format === 'datetime') {
        return dateTimeWording('datetime_from_date_parsing', 'datetime or date', issue.message);
      }
      return patternMismatch(issue) ?? valueErrorOf(issue);
    default:
      return valueErrorOf(issue);
  }
}

function valueErrorOf(issue: Issue): Wording {
  return { type: 'value_error', msg: `Value error, ${issue.message}`, ctx: { error: {} } };
}

/** The message, unless the schema has a custom one. */
function patternMismatch({ pattern, message }: Issue & { code: 'invalid_format' }): Wording | undefined {
  if (pattern === undefined || !message.startsWith('Invalid string: must match pattern')) return undefined;
  const source = pattern.slice(1, -1); // zod gives the expression with its slashes
  return {
    type: 'string_pattern_mismatch',
    msg: `String should match pattern '${source}'`,
    ctx: { pattern: source },
  };
}

/** Of a value that may also be null, what is wrong with it as what it is otherwise. */
function unionWording(issue: Issue & { code: 'invalid_union' }, input: unknown): Wording {
  const other = issue.errors.flat().find((each) => each.code !== 'invalid_type' || each.expected !== 'null');
  return other === undefined ? valueErrorOf(issue) : wordingOf(other, input);
}

function dateTimeWording(type: string, what: string, error: string): Wording {
  return { type, msg: `Input should be a valid ${what}, ${error}`, ctx: { error } };
}

function notFloat(issue: Issue, input: unknown): Wording {
  if ('received' in issue && issue.received === 'Infinity') {
    return { type: 'finite_number', msg: 'Input should be a finite number' };
  }
  if (typeof input === 'string') {
    const msg = 'Input should be a valid number, unable to parse string as a number';
    return { type: 'float_parsing', msg };
  }
  return { type: 'float_type', msg: 'Input should be a valid number' };
}

export const tooManyDigits: Wording = {
  type: 'int_parsing_size',
  msg: 'Unable to parse input string as an integer, exceeded maximum size',
};

function wrongType(expected: string, input: unknown): Wording {
  switch (expected) {
    case 'int':
    case 'number':
      if (typeof input === 'string') {
        if (isTooLongInteger(input)) return tooManyDigits;
        return {
          type: 'int_parsing',
          msg: 'Input should be a valid integer, unable to parse string as an integer',
        };
      }
      if (typeof input === 'number') {
        return {
          type: 'int_from_float',
          msg: 'Input should be a valid integer, got a number with a fractional part',
        };
      }
      return { type: 'int_type', msg: 'Input should be a valid integer' };
    case 'boolean':
      if (typeof input === 'string' || (Number.isInteger(input) && Math.abs(Number(input)) <= wordMax)) {
        return { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' };
      }
      return { type: 'bool_type', msg: 'Input should be a valid boolean' };
    case 'string':
      return { type: 'string_type', msg: 'Input should be a valid string' };
    case 'date':
      return { type: 'datetime_type', msg: 'Input should be a valid datetime' };
    case 'array':
      return { type: 'list_type', msg: 'Input should be a valid list' };
    case 'record':
      return { type: 'dict_type', msg: 'Input should be a valid dictionary' };
    default:
      return {
        type: 'model_attributes_type',
        msg: 'Input should be a valid dictionary or object to extract fields from',
      };
  }
}

function tooSmall(origin: string, least: number, isInclusive: boolean, input: unknown): Wording {
  if (origin === 'string') {
    const msg = `String should have at least ${counted(least, 'character')}`;
    return { type: 'string_too_short', msg, ctx: { min_length: least } };
  }
  if (origin === 'array') {
    const actual = Array.isArray(input) ? input.length : 0;
    const msg = `List should have at least ${counted(least, 'item')} after validation, not ${actual}`;
    return { type: 'too_short', msg, ctx: { field_type: 'List', min_length: least, actual_length: actual } };
  }
  return isInclusive
    ? {
        type: 'greater_than_equal',
        msg: `Input should be greater than or equal to ${least}`,
        ctx: { ge: least },
      }
    : { type: 'greater_than', msg: `Input should be greater than ${least}`, ctx: { gt: least } };
}

function tooBig(origin: string, most: number, isInclusive: boolean, input: unknown): Wording {
  if (origin === 'string') {
    const msg = `String should have at most ${counted(most, 'character')}`;
    return { type: 'string_too_long', msg, ctx: { max_length: most } };
  }
  if (origin === 'array') {
    const actual = Array.isArray(input) ? input.length : 0;
    const msg = `List should have at most ${counted(most, 'item')} after validation, not ${actual}`;
    return { type: 'too_long', msg, ctx: { field_type: 'List', max_length: most, actual_length: actual } };
  }
  return isInclusive
    ? { type: 'less_than_equal', msg: `Input should be less than or equal to ${most}`, ctx: { le: most } }
    : { type: 'less_than', msg: `Input should be less than ${most}`, ctx: { lt: most } };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `'a', 'b' or 'c'` */
export function listOfValues(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
