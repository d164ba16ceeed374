import { databaseName, schemaName, userName } from './facts.ts';

/** What `version()` says: tools of PostgreSQL read the first number, people the rest. */
export const versionText = 'PostgreSQL 15.0 (sdq, SQL dialect of DuckDB v1.5.6)';

/**
 * Settings that tools read and set, by their names in lower case: the name as it is written, and its value. None of
 * them can be changed; what is not listed here is not told.
 */
export const sessionSettings: ReadonlyMap<string, { readonly name: string; readonly value: string }> =
  new Map(
    Object.entries({
      application_name: '',
      bytea_output: 'hex',
      calendar: 'gregorian',
      client_encoding: 'UTF8',
      DateStyle: 'ISO, MDY',
      default_null_order: 'NULLS_LAST',
      default_order: 'ASC',
      default_table_access_method: 'heap',
      default_transaction_isolation: 'repeatable read',
      default_transaction_read_only: 'on',
      extra_float_digits: '1',
      integer_datetimes: 'on',
      IntervalStyle: 'postgres',
      is_superuser: 'off',
      jit: 'off',
      lc_collate: 'C',
      lc_ctype: 'C',
      max_identifier_length: '63',
      row_security: 'off',
      schema: schemaName,
      search_path: schemaName,
      server_encoding: 'UTF8',
      server_version: '15.0',
      server_version_num: '150000',
      session_authorization: userName,
      standard_conforming_strings: 'on',
      TimeZone: 'UTC',
      transaction_isolation: 'repeatable read',
      transaction_read_only: 'on',
    }).map(([name, value]) => [name.toLowerCase(), { name, value }]),
  );

/** Values that set what already holds, in lower case, besides the value itself. */
const alike: Readonly<Record<string, RegExp>> = {
  // a name for logs: it changes no answer
  application_name: /^/,
  client_encoding: /^(?:utf-?8|unicode)$/,
  datestyle: /^iso\b/,
  // doubles are always written in full
  extra_float_digits: /^[0-3]$/,
  search_path: new RegExp(`^(?:(?:${schemaName}|public|pg_catalog|"\\$user"|\\$user|)(?:\\s*,\\s*|$))+$`),
  timezone: /^(?:utc|gmt|etc\/utc|etc\/gmt|z|zulu|uct|universal|0|\+?00:00)$/,
  default_null_order: /^(?:nulls_last|nulls last|last)$/,
  default_order: /^(?:asc|ascending)$/,
  default_transaction_isolation: /^(?:serializable|repeatable read|read committed|read uncommitted)$/,
  transaction_isolation: /^(?:serializable|repeatable read|read committed|read uncommitted)$/,
  schema: new RegExp(`^(?:${databaseName}\\.)?${schemaName}$`),
};

const on = new Set(['on', 'true', 't', '1', 'yes']);
const off = new Set(['off', 'false', 'f', '0', 'no']);

/** Whether a setting already has a value. */
export function holds(name: string, value: string): boolean {
  const key = name.toLowerCase();
  const setting = sessionSettings.get(key);
  if (setting === undefined) return false;
  const wanted = value.trim().toLowerCase();
  const has = setting.value.toLowerCase();
  if (wanted === has || wanted === 'default') return true;
  if (has === 'on') return on.has(wanted);
  if (has === 'off') return off.has(wanted);
  return alike[key]?.test(wanted) === true;
}
