import {
  AppError,
  type SqlErrorDetail,
  type SqlParameter,
  type SqlParameters,
  sqlLimits,
} from '@sdq/contract';
import { placeAt } from '../../syntax/text-position.ts';
import type { Token } from '../../syntax/tokens.ts';

/** Elements of all lists given, nested ones included, and the maximum nesting depth of lists. */
const elementsMax = 10_000;
const listDepthMax = 4;
const hugeintMax = 2n ** 127n - 1n;

/** The parameters of the text: a number of positions, or names. */
interface Asked {
  readonly positions: number;
  readonly names: readonly string[];
  readonly tokens: readonly Token[];
}

function askedOf(text: string, named: readonly { key: string }[], tokens: readonly Token[]): Asked {
  const keys = named.map(({ key }) => key);
  const numbers = keys.filter((key) => /^\d+$/.test(key)).map(Number);
  const parameters = tokens.filter(({ kind }) => kind === 'parameter');
  if (parameters.length > 0 && keys.length === 0)
    throw refusal(text, parameters, ['A parameter is not allowed at this position']);
  return {
    positions: numbers.length === 0 ? 0 : Math.max(...numbers),
    names: keys.filter((key) => !/^\d+$/.test(key)),
    tokens: parameters,
  };
}

function refusal(
  text: string,
  tokens: readonly Token[],
  messages: readonly string[],
  hint?: string,
): AppError {
  const place = placeAt(text, tokens[0]?.start ?? null);
  const sql = messages.map(
    (message): SqlErrorDetail => ({ message, ...place, candidates: [], hint: hint ?? null }),
  );
  return new AppError('sql_parameter_error', sentences(messages), {
    param: 'parameters',
    sql,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Returns what is wrong with a value, or null. */
function faultOf(value: unknown, budget: { elements: number }, depth = 0): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'string') return value.isWellFormed() ? null : 'is not well-formed Unicode';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'is not a finite number';
  if (typeof value === 'bigint') {
    return value <= hugeintMax && value >= -hugeintMax ? null : 'is beyond 128 bits';
  }
  if (!Array.isArray(value)) return 'is not null, a boolean, a number, a string or a list of these';
  if (depth >= listDepthMax) return `is nested more than ${listDepthMax} lists deep`;
  budget.elements += value.length;
  if (budget.elements > elementsMax) return `has more than ${elementsMax.toLocaleString('en')} list elements`;
  for (const element of value) {
    const fault = faultOf(element, budget, depth + 1);
    if (fault !== null) return `contains an element that ${fault}`;
  }
  return null;
}

/** One message as it is; several as sentences. */
function sentences(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] as string) : messages.map((each) => `${each}.`).join(' ');
}

function checkList(text: string, asked: Asked, given: readonly SqlParameter[]): string[] {
  if (asked.names.length > 0) {
    const names = asked.names.map((name) => `$${name}`).join(', ');
    throw refusal(text, asked.tokens, [`The query has named parameters (${names}): pass them as an object`]);
  }
  if (given.length === asked.positions) return [];
  const wanted = count(asked.positions, 'parameter placeholder');
  const got = `${count(given.length, 'value')} ${given.length === 1 ? 'was' : 'were'} provided`;
  return [`The query has ${wanted}, but ${got}`];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function checkNames(text: string, asked: Asked, given: readonly string[]): string[] {
  if (asked.positions > 0) {
    throw refusal(text, asked.tokens, ['The query has positional parameters (? or $1): pass them as a list']);
  }
  const has = new Set(given.map((name) => name.toLowerCase()));
  const wants = new Set(asked.names.map((name) => name.toLowerCase()));
  const missing = asked.names.filter((name) => !has.has(name.toLowerCase()));
  const left = given.filter((name) => !wants.has(name.toLowerCase()));
  return [
    ...missing.map((name) => `No value was provided for $${name}`),
    ...left.map((name) => `Parameter "${name.slice(0, 60)}" is not used in the query`),
  ];
}

/**
 * Returns the parameters, names spelt as in the text, after checking that they are exactly those of the text and of
 * types that can be bound. Throws `sql_parameter_error` that names each one that is missing, unused or of a wrong
 * type.
 */
export function checkParameters(
  text: string,
  named: readonly { key: string }[],
  tokens: readonly Token[],
  given: SqlParameters | undefined,
): SqlParameters {
  const asked = askedOf(text, named, tokens);
  const count = asked.names.length + asked.positions;
  if (count > sqlLimits.parametersMax) {
    throw refusal(text, asked.tokens, [`A query may have at most ${sqlLimits.parametersMax} parameters`]);
  }
  if (given === undefined) {
    if (count === 0) return [];
    const names = asked.names.map((name) => `$${name}`).join(', ') || `${asked.positions} values`;
    throw refusal(text, asked.tokens, [`The query has parameters, but no values were provided: ${names}`]);
  }
  const isList = Array.isArray(given);
  const entries = Object.entries(given);
  const faults =
    !isList && entries.length === 0 && count === 0
      ? []
      : isList
        ? checkList(text, asked, given)
        : checkNames(text, asked, Object.keys(given));
  const budget = { elements: 0 };
  for (const [name, value] of entries) {
    const fault = faultOf(value, budget);
    if (fault !== null) faults.push(`Parameter ${isList ? Number(name) + 1 : `$${name}`} ${fault}`);
  }
  if (faults.length > 0) throw refusal(text, asked.tokens, faults);
  if (isList) return given;
  const spelling = new Map(asked.names.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    entries.map(([name, value]) => [spelling.get(name.toLowerCase()) ?? name, value]),
  );
}
