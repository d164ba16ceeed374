import { type PostgresType, postgresType, postgresTypes } from '@sdq/core';

const textOid = 25;

/** Types of DuckDB that PostgreSQL has under another name, or not at all. */
const alike: Readonly<Record<string, string>> = {
  '"NULL"': 'TEXT',
  NULL: 'TEXT',
  TIMESTAMP_S: 'TIMESTAMP',
  TIMESTAMP_MS: 'TIMESTAMP',
  TIMESTAMP_NS: 'TIMESTAMP',
  TIME_NS: 'TIME',
  'TIME WITH TIME ZONE': 'VARCHAR',
  BIT: 'VARCHAR',
  BIGNUM: 'DECIMAL',
  GEOMETRY: 'BLOB',
};

/** The type of PostgreSQL in which values of a DuckDB type are sent. Arrays of arrays, structs and maps are JSON. */
export function sentType(type: string): PostgresType {
  const fixed = /^(.*)\[\d+\]$/s.exec(type);
  if (fixed?.[1] !== undefined) return sentType(`${fixed[1]}[]`);
  if (type.endsWith('[]')) {
    const inner = sentType(type.slice(0, -2));
    // drivers know arrays of texts without asking
    const element = inner.name === 'varchar' ? typeOfOid(textOid) : inner;
    const array = postgresTypes.find(({ oid }) => oid === element.arrayOid);
    return array === undefined || element.name === 'json'
      ? postgresType('JSON')
      : { ...array, modifier: element.modifier };
  }
  return postgresType(alike[type] ?? type);
}

const byOid = new Map(postgresTypes.map((type) => [type.oid, type]));

/** The type of a parameter; text for those that are not known. */
export function typeOfOid(oid: number): PostgresType {
  return byOid.get(oid) ?? (byOid.get(textOid) as PostgresType);
}

/** By a name as it is written after `::`, in lower case; undefined for others. */
export function typeNamed(name: string): PostgresType | undefined {
  const known = postgresTypes.find((type) => type.name === name || type.formatted === name);
  const duckdb = aliases[name];
  return known ?? (duckdb === undefined ? undefined : sentType(duckdb));
}

/** Names of types in DuckDB that `pg_type` does not have. */
const aliases: Readonly<Record<string, string>> = {
  tinyint: 'TINYINT',
  int: 'INTEGER',
  signed: 'INTEGER',
  long: 'BIGINT',
  short: 'SMALLINT',
  hugeint: 'HUGEINT',
  ubigint: 'UBIGINT',
  uinteger: 'UINTEGER',
  utinyint: 'UTINYINT',
  usmallint: 'USMALLINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  decimal: 'DECIMAL',
  string: 'VARCHAR',
  blob: 'BLOB',
  datetime: 'TIMESTAMP',
};
