import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBListType,
  type DuckDBPreparedStatement,
  type DuckDBType,
  type DuckDBValue,
  HUGEINT,
  LIST,
  listValue,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';
import { AppError, type SqlParameter, type SqlParameters } from '@sdq/contract';

const bigintMax = 2n ** 63n - 1n;

/** Binds values to a prepared statement. Errors: `sql_parameter_error`. */
export function bindParameters(prepared: DuckDBPreparedStatement, parameters: SqlParameters): void {
  for (let index = 1; index <= prepared.parameterCount; index++) {
    const name = prepared.parameterName(index);
    const value = Array.isArray(parameters)
      ? (parameters as readonly SqlParameter[])[Number(name) - 1]
      : (parameters as Readonly<Record<string, SqlParameter>>)[name];
    if (value === undefined)
      throw new AppError('sql_parameter_error', `No value was provided for parameter ${name}`);
    const type = typeOf(value, name);
    prepared.bindValue(index, bindable(value, type), type);
  }
}

/** Whole numbers are bound as integers, so that `LIMIT ?` and list positions accept them. */
function bindable(value: SqlParameter, type: DuckDBType): DuckDBValue {
  if (Array.isArray(value)) {
    const elementType = (type as DuckDBListType).valueType;
    return listValue(value.map((element) => bindable(element, elementType)));
  }
  return typeof value === 'number' && type !== DOUBLE ? BigInt(value) : (value as DuckDBValue);
}

function typeOf(value: SqlParameter, name: string): DuckDBType {
  switch (typeof value) {
    case 'boolean':
      return BOOLEAN;
    case 'string':
      return VARCHAR;
    case 'number':
      return Number.isSafeInteger(value) ? BIGINT : DOUBLE;
    case 'bigint':
      return value > bigintMax || value < -bigintMax - 1n ? HUGEINT : BIGINT;
    default:
      return value === null ? SQLNULL : LIST(elementType(value, name));
  }
}

/** The common type of all elements of a list parameter; integers together with fractions are DOUBLE. */
function elementType(values: readonly SqlParameter[], name: string): DuckDBType {
  const types = new Map(
    values
      .filter((value) => value !== null)
      .map((value) => typeOf(value, name))
      .map((type) => [type.toString(), type]),
  );
  if (types.size === 0) return SQLNULL;
  if (types.size === 1) return [...types.values()][0] as DuckDBType;
  if ([...types.keys()].every((type) => type === 'BIGINT' || type === 'DOUBLE')) return DOUBLE;
  throw new AppError(
    'sql_parameter_error',
    `Parameter ${name}: all elements of a list must have the same type, found ${[...types.keys()].join(', ')}`,
  );
}
