import { isTooLongInteger, type ValidationItem, type Wording } from '@sdq/contract';
import type { z } from 'zod';
import { listOfValues } from './request-invalid.ts';
import { isIntegerLiteral, type SourceJson, sourceAt } from './source-json.ts';

type Issue = z.core.$ZodIssue;
type Part = 'path' | 'query' | 'body';

/** Integers of 64 bits are below it. */
const wordMax = 2 ** 63;

/**
 * zod's issues about one part of a request, as the items that FastAPI would answer: in declaration order, one per
 * place, types and wording pydantic's. `raw` is the part as it arrived, `source` a JSON body as it was written.
 */
export function validationItems(
  part: Part,
  issues: readonly Issue[],
  raw: unknown,
  source?: SourceJson,
): ValidationItem[] {
  const items = new Map<string, ValidationItem>();
  for (const issue of issues) {
    if ('note' in issue && issues.some((other) => other !== issue && samePath(other, issue))) continue;
    const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
    const key = JSON.stringify(path);
    if (items.has(key)) continue;
    const written = source === undefined ? undefined : sourceAt(source, path);
    const wording = isInteger(issue) && isLongFloat(written) ? tooManyDigits : undefined;
    items.set(key, toItem({ part, path, raw, issue, wording }));
  }
  return [...items.values()];
}

function samePath(left: Issue, right: Issue): boolean {
  return left.path.length === right.path.length && left.path.every((key, i) => key === right.path[i]);
}

function isInteger(issue: Issue): boolean {
  return (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin !== 'string';
}

/** A whole number written with an exponent, beyond 64 bits: pydantic reads no integer from it. */
function isLongFloat(written: SourceJson | undefined): boolean {
  if (typeof written !== 'object' || written === null || !('literal' in written)) return false;
  return !isIntegerLiteral(written) && Math.abs(Number(written.literal)) >= wordMax;
}

interface Fault {
  part: Part;
  path: (string | number)[];
  raw: unknown;
  issue: Issue;
  /** Where it is known already. */
  wording: Wording | undefined;
}

function toItem({ part, path, raw, issue, wording }: Fault): ValidationItem {
  const loc = [part, ...path];
  // a part of a text, such as a word of a comma list, stands nowhere in what arrived
  const isPart = issue.code === 'custom' && issue.params !== undefined && 'input' in issue.params;
  const input = isPart ? issue.params?.input : valueAt(raw, path);
  const isMissing = part === 'body' && path.length === 0 ? (raw ?? null) === null : input === undefined;
  if (isMissing) {
    const enclosing = part === 'body' && path.length > 0 ? valueAt(raw, path.slice(0, -1)) : null;
    return { type: 'missing', loc, msg: 'Field required', input: enclosing };
  }
  const { type, msg, ctx } = wording ?? wordingOf(issue, input);
  return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx };
}

function valueAt(raw: unknown, path: readonly (string | number)[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

function wordingOf(issue: Issue, input: unknown): Wording {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, input);
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false, input);
    case 'too_big':
      if ('note' in issue) return tooManyDigits;
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false, input);
    case 'invalid_value': {
      const expected = listOfValues(issue.values);
      const type = issue.message === 'enum' ? 'enum' : 'literal_error';
      return { type, msg: `Input should be ${expected}`, ctx: { expected } };
    }
    case 'custom':
      return (issue.params?.wording as Wording | undefined) ?? valueErrorOf(issue);
    case 'invalid_union':
      return unionWording(issue, input);
    case 'invalid_format':
      return patternMismatch(issue) ?? valueErrorOf(issue);
    default:
      return valueErrorOf(issue);
  }
}

function valueErrorOf(issue: Issue): Wording {
  return { type: 'value_error', msg: `Value error, ${issue.message}`, ctx: { error: {} } };
}

/** Unless the schema has words of its own for it. */
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
  const worded = issue.errors.flat().find((each) => each.code === 'custom');
  return worded === undefined ? valueErrorOf(issue) : wordingOf(worded, input);
}

const tooManyDigits: Wording = {
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
