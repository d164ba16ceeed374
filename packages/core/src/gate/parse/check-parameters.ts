import {
  AppError,
  type SqlErrorDetail,
  type SqlParameter,
  type SqlParameters,
  sqlLimits,
} from '@sdq/contract';
import { placeAt } from '../../syntax/text-position.ts';
import type { Token } from '../../syntax/tokens.ts';

/** Elements of all lists given, nested ones included, and how deep lists may nest. */
const elementsMax = 10_000;
const listDepthMax = 4;
const hugeintMax = 2n ** 127n - 1n;

/** What the text asks for: as many positions, or these names. */
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
    throw refusal(text, parameters, ['A parameter stands where none can.']);
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
  return new AppError('sql_parameter_error', messages.join(' '), {
    param: 'parameters',
    sql,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** What is wrong with a value, or null. */
function faultOf(value: unknown, budget: { elements: number }, depth = 0): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'string') return value.isWellFormed() ? null : 'is not well-formed Unicode';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'is not a finite number';
  if (typeof value === 'bigint') {
    return value <= hugeintMax && value >= -hugeintMax ? null : 'is beyond 128 bits';
  }
  if (!Array.isArray(value)) return 'is neither null, boolean, number, text nor a list of these';
  if (depth >= listDepthMax) return `is nested more than ${listDepthMax} lists deep`;
  budget.elements += value.length;
  if (budget.elements > elementsMax)
    return `makes more than ${elementsMax.toLocaleString('en')} list elements`;
  for (const element of value) {
    const fault = faultOf(element, budget, depth + 1);
    if (fault !== null) return `holds an element that ${fault}`;
  }
  return null;
}

function checkList(text: string, asked: Asked, given: readonly SqlParameter[]): string[] {
  if (asked.names.length > 0) {
    const names = asked.names.map((name) => `$${name}`).join(', ');
    throw refusal(text, asked.tokens, [`The text names its parameters (${names}); give them as an object.`]);
  }
  if (given.length === asked.positions) return [];
  return [`The text asks for ${asked.positions} parameters, but ${given.length} were given.`];
}

function checkNames(text: string, asked: Asked, given: readonly string[]): string[] {
  if (asked.positions > 0) {
    throw refusal(text, asked.tokens, ['The text numbers its parameters (? or $1); give them as a list.']);
  }
  const has = new Set(given.map((name) => name.toLowerCase()));
  const wants = new Set(asked.names.map((name) => name.toLowerCase()));
  const missing = asked.names.filter((name) => !has.has(name.toLowerCase()));
  const left = given.filter((name) => !wants.has(name.toLowerCase()));
  return [
    ...missing.map((name) => `No value was given for $${name}.`),
    ...left.map((name) => `A value was given for "${name.slice(0, 60)}", which the text does not use.`),
  ];
}

/**
 * The parameters, names spelt as in the text, once they are known to be exactly those that the text asks for
 * and of types that can be bound. Throws `sql_parameter_error` naming each one that is missing, left over or of
 * a wrong type.
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
    throw refusal(text, asked.tokens, [`A text may have at most ${sqlLimits.parametersMax} parameters.`]);
  }
  if (given === undefined) {
    if (count === 0) return [];
    const names = asked.names.map((name) => `$${name}`).join(', ') || `${asked.positions} values`;
    throw refusal(text, asked.tokens, [`The text asks for parameters, but none were given: ${names}.`]);
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
    if (fault !== null) faults.push(`Parameter ${isList ? Number(name) + 1 : `$${name}`} ${fault}.`);
  }
  if (faults.length > 0) throw refusal(text, asked.tokens, faults);
  if (isList) return given;
  const spelling = new Map(asked.names.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    entries.map(([name, value]) => [spelling.get(name.toLowerCase()) ?? name, value]),
  );
}
