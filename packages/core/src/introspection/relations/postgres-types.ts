/** A type of PostgreSQL: the values of `pg_type` that tools read. */
export interface PostgresType {
  readonly oid: number;
  readonly name: string;
  /** As `format_type` writes it, without a modifier. */
  readonly formatted: string;
  /** Bytes; -1 for values of different lengths. */
  readonly length: number;
  readonly category: string;
  /** For an array: the type of its elements. */
  readonly elementOid: number;
  /** The type of arrays of it; 0 for an array. */
  readonly arrayOid: number;
  /** Precision and scale of a decimal as PostgreSQL encodes them; -1 without. */
  readonly modifier: number;
}

type Row = readonly [
  oid: number,
  name: string,
  formatted: string,
  length: number,
  category: string,
  array: number,
];

/** Scalar types by DuckDB's name. */
const scalars: Readonly<Record<string, Row>> = {
  BOOLEAN: [16, 'bool', 'boolean', 1, 'B', 1000],
  BLOB: [17, 'bytea', 'bytea', -1, 'U', 1001],
  NAME: [19, 'name', 'name', 64, 'S', 1003],
  BIGINT: [20, 'int8', 'bigint', 8, 'N', 1016],
  SMALLINT: [21, 'int2', 'smallint', 2, 'N', 1005],
  INTEGER: [23, 'int4', 'integer', 4, 'N', 1007],
  TEXT: [25, 'text', 'text', -1, 'S', 1009],
  OID: [26, 'oid', 'oid', 4, 'N', 1028],
  JSON: [114, 'json', 'json', -1, 'U', 199],
  FLOAT: [700, 'float4', 'real', 4, 'N', 1021],
  DOUBLE: [701, 'float8', 'double precision', 8, 'N', 1022],
  CHAR: [1042, 'bpchar', 'character', -1, 'S', 1014],
  VARCHAR: [1043, 'varchar', 'character varying', -1, 'S', 1015],
  DATE: [1082, 'date', 'date', 4, 'D', 1182],
  TIME: [1083, 'time', 'time without time zone', 8, 'D', 1183],
  TIMESTAMP: [1114, 'timestamp', 'timestamp without time zone', 8, 'D', 1115],
  'TIMESTAMP WITH TIME ZONE': [1184, 'timestamptz', 'timestamp with time zone', 8, 'D', 1185],
  INTERVAL: [1186, 'interval', 'interval', 16, 'T', 1187],
  DECIMAL: [1700, 'numeric', 'numeric', -1, 'N', 1231],
  UUID: [2950, 'uuid', 'uuid', 16, 'U', 2951],
};

function scalar([oid, name, formatted, length, category, arrayOid]: Row, modifier = -1): PostgresType {
  return { oid, name, formatted, length, category, elementOid: 0, arrayOid, modifier };
}

function arrayOf(element: PostgresType): PostgresType {
  return {
    oid: element.arrayOid,
    name: `_${element.name}`,
    formatted: `${element.formatted}[]`,
    length: -1,
    category: 'A',
    elementOid: element.oid,
    arrayOid: 0,
    modifier: element.modifier,
  };
}

/** Every type that `pg_type` has. */
export const postgresTypes: readonly PostgresType[] = Object.values(scalars).flatMap((row) => [
  scalar(row),
  arrayOf(scalar(row)),
]);

const integers: Readonly<Record<string, string>> = {
  TINYINT: 'SMALLINT',
  UTINYINT: 'SMALLINT',
  USMALLINT: 'INTEGER',
  UINTEGER: 'BIGINT',
};
/** Digits of the whole numbers that no integer of PostgreSQL holds. */
const wide: Readonly<Record<string, number>> = { UBIGINT: 20, HUGEINT: 39, UHUGEINT: 39 };

function decimal(precision: number, scale: number): PostgresType {
  return scalar(scalars.DECIMAL as Row, precision * 65_536 + scale + 4);
}

/** The type of PostgreSQL that holds the values of a DuckDB type; `json` for structs and maps. */
export function postgresType(type: string): PostgresType {
  if (type.endsWith('[]') && !/^(?:STRUCT|MAP|UNION)\b/.test(type)) {
    const element = postgresType(type.slice(0, -2));
    // an array of arrays has the type of the array
    return element.arrayOid === 0 ? element : arrayOf(element);
  }
  const [, precision, scale] = /^DECIMAL\((\d+),\s*(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined) return decimal(Number(precision), Number(scale));
  const digits = wide[type];
  if (digits !== undefined) return decimal(digits, 0);
  const row = scalars[integers[type] ?? type];
  if (row !== undefined) return scalar(row);
  return scalar((/^ENUM\b/.test(type) ? scalars.VARCHAR : scalars.JSON) as Row);
}
