import type { SqlErrorDetail } from '@sdq/contract';
import type { Objection } from '../../stages.ts';
import type { Reading } from './advisory-parser.ts';

function objection(code: Objection['code'], message: string): Objection {
  const detail: SqlErrorDetail = {
    message,
    offset: null,
    length: null,
    line: null,
    column: null,
    near: null,
    candidates: [],
    hint: null,
  };
  return { code, detail };
}

/**
 * Objections of the advisory parser to a text it could parse: not a plain SELECT, or a table that is neither visible
 * nor a CTE. DuckDB's AST takes precedence for the message; these objections are used when that AST shows nothing
 * wrong, because then the two parsers disagree.
 */
export function objectionsOf(reading: Reading, tables: readonly string[]): Objection[] {
  if (!reading.parsed) return [];
  const found: Objection[] = [];
  const kind = reading.kinds.find((type) => type !== 'select');
  if (kind !== undefined)
    found.push(objection('statement_not_allowed', 'Only SELECT statements are allowed'));
  if (reading.kinds.length > 1) {
    found.push(objection('multiple_statements', 'Only one statement is allowed'));
  }
  const known = new Set([...tables.map((name) => name.toLowerCase()), ...reading.ctes]);
  for (const { verb, schema, name } of reading.tables) {
    if (verb !== 'select')
      found.push(objection('statement_not_allowed', 'Only SELECT statements are allowed'));
    else if (schema !== '' || !known.has(name.toLowerCase())) {
      found.push(objection('sql_unknown_table', `There is no table "${name.slice(0, 60)}"`));
    }
  }
  return found;
}
