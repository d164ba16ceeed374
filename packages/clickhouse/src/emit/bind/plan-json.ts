import { AppError } from '@sdq/contract';

/** `1e309` is written as a bare Infinity, which is no JSON. */
const bareInfinity = /:-?(?:Infinity|NaN|inf|nan)\b/i;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?(?:Infinity|inf)\b|-?nan\b/gi;

/** What `json_serialize_plan` wrote. Whole numbers that a double does not hold become bigints. */
export function readPlanJson(json: string): Readonly<Record<string, unknown>> {
  const readable = bareInfinity.test(json)
    ? json.replaceAll(stringOrNumber, (token) => {
        if (token.startsWith('"')) return token;
        if (/nan/i.test(token)) return '"NaN"';
        return token.startsWith('-') ? '-1e999' : '1e999';
      })
    : json;
  try {
    return JSON.parse(readable, exact as (key: string, value: unknown) => unknown) as Record<string, unknown>;
  } catch (error) {
    // bytes of a BLOB are no text
    const message = 'ClickHouse does not answer this query: its constants have no exact form.';
    throw new AppError('not_supported_by_backend', message, { cause: error });
  }
}

function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
}
