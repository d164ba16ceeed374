import { sqlString } from '@sdq/duckdb/sql';
import { either, joined, type Sql, sql } from './sql.ts';

/** A text as a literal. ClickHouse interprets a backslash as an escape. */
export function text(value: string): Sql {
  return either(sqlString(value), sqlString(value.replaceAll('\\', '\\\\')));
}

/** Literals for IN. */
export function texts(values: readonly string[]): Sql {
  return joined(values.map(text), ', ');
}

/** A list of texts. */
export function listOf(values: readonly string[]): Sql {
  return sql`[${texts(values)}]`;
}

/** A point in time, given as `YYYY-MM-DD HH:MM:SS` in UTC. */
export function instant(value: string): Sql {
  return either(`TIMESTAMPTZ ${sqlString(`${value}+00`)}`, `toDateTime64(${sqlString(value)}, 6, 'UTC')`);
}

/** A day, given as `YYYY-MM-DD`. */
export function day(value: string): Sql {
  return either(`DATE ${sqlString(value)}`, `toDate32(${sqlString(value)})`);
}
