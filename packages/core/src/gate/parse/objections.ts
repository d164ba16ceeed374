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
 * What the advisory parser holds against a text it could parse: no plain SELECT, or a table that is neither
 * visible nor a CTE. DuckDB's AST decides what is said about it; these stand in where that AST shows nothing
 * wrong, because then the two differ.
 */
export function objectionsOf(reading: Reading, tables: readonly string[]): Objection[] {
  if (!reading.parsed) return [];
  const found: Objection[] = [];
  const kind = reading.kinds.find((type) => type !== 'select');
  if (kind !== undefined) found.push(objection('statement_not_allowed', 'Only a SELECT can be run.'));
  if (reading.kinds.length > 1) {
    found.push(objection('multiple_statements', 'Only one statement can be run at a time.'));
  }
  const known = new Set([...tables.map((name) => name.toLowerCase()), ...reading.ctes]);
  for (const { verb, schema, name } of reading.tables) {
    if (verb !== 'select') found.push(objection('statement_not_allowed', 'Only a SELECT can be run.'));
    else if (schema !== '' || !known.has(name.toLowerCase())) {
      found.push(objection('sql_unknown_table', `There is no table "${name.slice(0, 60)}".`));
    }
  }
  return found;
}
