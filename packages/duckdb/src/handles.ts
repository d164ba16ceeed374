import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { Connection, PreparedStatement, Result } from '@duckdb/node-bindings';

/**
 * The bindings' own handles behind the classes of @duckdb/node-api. Table functions, appending whole chunks, and
 * streaming chunk by chunk exist only in the bindings, and the classes keep their handles in private fields. The
 * names are those of version 1.5.6-r.1; after an upgrade that renames them, these functions throw, and their test
 * fails.
 */
export function connectionHandle(connection: DuckDBConnection): Connection {
  return privateField(connection, 'connection') as Connection;
}

export function statementHandle(prepared: DuckDBPreparedStatement): PreparedStatement {
  return privateField(prepared, 'prepared_statement') as PreparedStatement;
}

export function resultHandle(result: DuckDBResult): Result {
  return privateField(result, 'result') as Result;
}

function privateField(owner: object, name: string): unknown {
  const value = (owner as Readonly<Record<string, unknown>>)[name];
  if (typeof value === 'object' && value !== null) return value;
  throw new Error(`${owner.constructor.name} of this version of @duckdb/node-api has no field ${name}`);
}
