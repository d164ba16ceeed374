import type { ParameterValue } from '../api/sql.ts';
import { shortType } from './short-type.ts';

export interface ReadParameter {
  value: ParameterValue;
  /** The SQL type, or what the typed text looks like where it is not known. */
  type: string;
  /** Whether the value can be of the SQL type. */
  fits: boolean;
}

/**
 * The value that a typed parameter stands for. Where its SQL type is known, of that type: 7300 for a VARCHAR is a text, `a, b` and
 * `["a", "b"]` for a VARCHAR[] are lists. Otherwise a number, true or false; a text otherwise. Nothing is NULL. Quotes
 * make a text of anything: '12'. Whole numbers beyond 2^53 stay exact: the service reads them from text.
 */
export function readParameter(typed: string, sqlType?: string): ReadParameter {
  const text = typed.trim();
  const looked = readUntyped(typed);
  if (sqlType === undefined) return { ...looked, fits: true };
  const type = shortType(sqlType);
  const elementType = /^(.*)\[\]$/.exec(sqlType)?.[1];
  if (text === '') return { value: null, type, fits: true };
  if (elementType !== undefined) {
    const elements = elementsOf(text).map((element) => readParameter(element, elementType));
    return { value: elements.map(({ value }) => value), type, fits: elements.every(({ fits }) => fits) };
  }
  if (isNumeric(sqlType)) return { value: looked.value, type, fits: isNumber(text) };
  if (sqlType === 'BOOLEAN') return { value: looked.value, type, fits: typeof looked.value === 'boolean' };
  return { value: /^'.*'$/s.test(text) ? looked.value : typed, type, fits: true };
}

const isNumber = (text: string) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
const isNumeric = (type: string) =>
  /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*)$/.test(type);

/** The elements of a list as it is typed: a JSON array, or texts between commas. */
function elementsOf(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const found: unknown = JSON.parse(text);
      if (Array.isArray(found)) return found.map((each) => (each === null ? '' : String(each)));
    } catch {
      // texts between commas may begin with a bracket
    }
  }
  return text.split(',').map((each) => each.trim());
}

function readUntyped(typed: string): { value: ParameterValue; type: string } {
  const text = typed.trim();
  if (text === '') return { value: null, type: 'NULL' };
  const quoted = /^'(.*)'$/s.exec(text);
  if (quoted !== null) return { value: (quoted[1] ?? '').replaceAll("''", "'"), type: 'text' };
  if (/^(true|false)$/i.test(text)) return { value: text.toLowerCase() === 'true', type: 'true or false' };
  if (/^[+-]?\d+$/.test(text)) {
    const number = Number(text);
    return { value: Number.isSafeInteger(number) ? number : text, type: 'number' };
  }
  if (isNumber(text)) return { value: Number(text), type: 'number' };
  return { value: typed, type: 'text' };
}

/** A value as it is typed: {@link readParameter} reads the same value from it. */
export function writeParameter(value: ParameterValue): string {
  if (value === null) return '';
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
