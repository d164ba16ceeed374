import type { ClusterColumn } from './context.ts';

const scalars: Readonly<Record<string, string>> = {
  BOOLEAN: 'Bool',
  TINYINT: 'Int8',
  SMALLINT: 'Int16',
  INTEGER: 'Int32',
  BIGINT: 'Int64',
  HUGEINT: 'Int128',
  UTINYINT: 'UInt8',
  USMALLINT: 'UInt16',
  UINTEGER: 'UInt32',
  UBIGINT: 'UInt64',
  FLOAT: 'Float32',
  DOUBLE: 'Float64',
  VARCHAR: 'String',
  DATE: 'Date32',
  TIMESTAMP: "DateTime64(6, 'UTC')",
  'TIMESTAMP WITH TIME ZONE': "DateTime64(6, 'UTC')",
};

/**
 * The ClickHouse type in which a column is stored. Lists hold `Nullable` elements only where the column says so; fields
 * of structs are always `Nullable`. Undefined for a type that cannot be stored.
 */
export function storageType(column: ClusterColumn): string | undefined {
  const { type, nullable, elementsNullable = false } = column;
  const struct = /^STRUCT\((.*)\)\[\]$/.exec(type);
  if (struct !== null) {
    const fields = [...(struct[1] ?? '').matchAll(/("(?:[^"]|"")*"|\w+) ([A-Z ]+)(?:, |$)/g)].map(
      ([, name = '', of = '']) => {
        const plain = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
        const scalar = scalars[of];
        return scalar === undefined ? undefined : `\`${plain}\` Nullable(${scalar})`;
      },
    );
    return fields.includes(undefined) ? undefined : `Array(Tuple(${fields.join(', ')}))`;
  }
  const scalar = scalarType(type.replace(/\[\]$/, ''));
  if (scalar === undefined) return undefined;
  if (type.endsWith('[]')) return `Array(${elementsNullable ? `Nullable(${scalar})` : scalar})`;
  return nullable ? `Nullable(${scalar})` : scalar;
}

function scalarType(type: string): string | undefined {
  return type.startsWith('DECIMAL(') ? type.replace('DECIMAL', 'Decimal').replace(',', ', ') : scalars[type];
}
