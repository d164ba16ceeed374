import type { ParameterValue } from '../api/sql.ts';

/**
 * The value that a typed parameter stands for: a number, true or false; nothing for NULL; a text otherwise.
 * Quotes make a text of anything: '12'. Whole numbers beyond 2^53 stay exact: the service reads them from text.
 */
export function readParameter(typed: string): { value: ParameterValue; type: string } {
  const text = typed.trim();
  if (text === '') return { value: null, type: 'NULL' };
  const quoted = /^'(.*)'$/s.exec(text);
  if (quoted !== null) return { value: (quoted[1] ?? '').replaceAll("''", "'"), type: 'text' };
  if (/^(true|false)$/i.test(text)) return { value: text.toLowerCase() === 'true', type: 'true or false' };
  if (/^[+-]?\d+$/.test(text)) {
    const number = Number(text);
    return { value: Number.isSafeInteger(number) ? number : text, type: 'number' };
  }
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return { value: Number(text), type: 'number' };
  return { value: typed, type: 'text' };
}

/** A value as it is typed: {@link readParameter} reads the same value from it. */
export function writeParameter(value: ParameterValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
