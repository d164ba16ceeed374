import type { SqlParameter, SqlParameters } from '@sdq/contract';
import { AppError } from '@sdq/contract';

/**
 * Values for `$name`, `$1` or `?`, from repeated `--param`: `name=text` binds text, `name:=JSON` a JSON value;
 * without a name (`=text`, `:=JSON`) they are bound by position. Errors: `usage_error`.
 */
export function parseSqlParameters(texts: readonly string[]): SqlParameters | undefined {
  if (texts.length === 0) return undefined;
  const entries = texts.map(parseOne);
  const named = entries.filter((entry) => entry.name !== '');
  if (named.length === 0) return entries.map((entry) => entry.value);
  if (named.length < entries.length) throw fault('Parameters must be either all named or all positional');
  const values: Record<string, SqlParameter> = Object.create(null);
  for (const { name, value } of entries) {
    if (name in values) throw fault(`Parameter "${name}" is given twice`);
    values[name] = value;
  }
  return values;
}

function parseOne(text: string): { name: string; value: SqlParameter } {
  const match = /^([A-Za-z_][A-Za-z0-9_]*)?(:?=)(.*)$/s.exec(text);
  if (match === null) throw fault(`Invalid parameter "${text}"`);
  const [, name = '', sign, value = ''] = match;
  return { name, value: sign === '=' ? value : parseJson(value) };
}

function parseJson(text: string): SqlParameter {
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))) return BigInt(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fault(`The parameter value ${text} is not valid JSON`, cause);
  }
  if (!isParameter(value)) throw fault(`The parameter value ${text} is an object; objects cannot be bound`);
  return value;
}

function isParameter(value: unknown): value is SqlParameter {
  return Array.isArray(value) ? value.every(isParameter) : value === null || typeof value !== 'object';
}

function fault(message: string, cause?: unknown): AppError {
  return new AppError('usage_error', message, {
    cause,
    hint: '--param name=text binds text; --param name:=JSON binds a number, boolean, null or list. Omit the name to bind ? by position.',
  });
}
