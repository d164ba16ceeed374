import { AppError, type SqlParameter } from '@sdq/contract';
import { type Resolved, tokenize } from '@sdq/core/backend';
import { sqlName, sqlString } from '@sdq/duckdb/sql';

const bigintMax = 2n ** 63n - 1n;

export interface ValuedText {
  /** The statement, with names of tables that DuckDB resolves. */
  readonly text: string;
  /** The same with literals in place of parameters. */
  readonly valued: string;
  /** The byte offset in the caller's text of one in `valued`. */
  callerOffset(offset: number): number;
}

interface ByteEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text of a statement in which tables have their platform's name, and parameters their values as literals of the
 * types with which values are bound. Errors: `sql_parameter_error`, `not_supported_by_backend`.
 */
export function putInValues({ statement, platform, references }: Resolved): ValuedText {
  const text = statement.text.slice(0, statement.endOffset);
  const tables = references.map(({ start, end, table }): ByteEdit => {
    const [from, to] = [start, end].map((offset) => Buffer.byteLength(text.slice(0, offset)));
    return { start: from ?? 0, end: to ?? 0, text: `${sqlName(platform)}.${sqlName(table.name)}` };
  });
  const needed = tables.filter(({ start, end }, at) => {
    const written = Buffer.from(text).subarray(start, end).toString().replaceAll('"', '').toLowerCase();
    return written !== references[at]?.table.name;
  });
  const bytes = Buffer.from(text);
  const values = parametersOf(text).map(({ name, start, end }): ByteEdit => {
    const [from = 0, to = 0] = [start, end].map((offset) => Buffer.byteLength(text.slice(0, offset)));
    return { start: from, end: to, text: literal(givenValue(statement.parameters, name), name) };
  });
  const edits = [...needed, ...values].sort((a, b) => a.start - b.start);
  return {
    text: applied(bytes, needed),
    valued: applied(bytes, edits),
    callerOffset(offset) {
      let shift = 0;
      for (const { start, end, text: put } of edits) {
        if (start + shift >= offset) break;
        if (offset < start + shift + Buffer.byteLength(put)) return start;
        shift += Buffer.byteLength(put) - (end - start);
      }
      return offset - shift;
    },
  };
}

function applied(bytes: Buffer, edits: readonly ByteEdit[]): string {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(at, start), Buffer.from(text));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]).toString();
}

/** All parameters of a text: `?` counts, `$1` and `$name` say which they are. */
function parametersOf(text: string): { name: string; start: number; end: number }[] {
  let count = 0;
  return tokenize(text)
    .tokens.filter(({ kind }) => kind === 'parameter')
    .map(({ start, end }) => {
      count += 1;
      const name = text.slice(start + 1, end);
      return { name: name === '' ? String(count) : name, start, end };
    });
}

function givenValue(parameters: Resolved['statement']['parameters'], name: string): SqlParameter {
  const value = Array.isArray(parameters)
    ? (parameters as readonly SqlParameter[])[Number(name) - 1]
    : Object.entries(parameters as Readonly<Record<string, SqlParameter>>).find(
        ([key]) => key.toLowerCase() === name.toLowerCase(),
      )?.[1];
  if (value === undefined)
    throw new AppError('sql_parameter_error', `No value was provided for parameter ${name}`);
  return value;
}

/** A value as DuckDB's backend would bind it: texts as literals, all else with its type. */
function literal(value: SqlParameter, name: string): string {
  if (typeof value === 'string') {
    if (value.includes('\0'))
      throw new AppError('not_supported_by_backend', `Parameter ${name} holds a character with the code 0.`);
    return sqlString(value);
  }
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `[${value.map((each) => literal(each as SqlParameter, name)).join(', ')}]`;
  return `CAST('${String(value)}' AS ${typeOf(value as boolean | number | bigint)})`;
}

function typeOf(value: boolean | number | bigint): string {
  if (typeof value === 'boolean') return 'BOOLEAN';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'BIGINT' : 'DOUBLE';
  return value > bigintMax || value < -bigintMax - 1n ? 'HUGEINT' : 'BIGINT';
}
