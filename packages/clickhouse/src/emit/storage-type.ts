import { clickhouseName } from '../client/sql.ts';
import type { ClusterColumn } from './context.ts';
import { storedScalars } from './plan/duck-type.ts';

const scalars: Readonly<Record<string, string>> = storedScalars;

/**
 * The ClickHouse type in which a column is stored. Lists hold `Nullable` elements only where the column says so; fields
 * of structs are always `Nullable`. Undefined for a type that cannot be stored.
 */
export function storageType(column: ClusterColumn): string | undefined {
  const type = unboxedType(column);
  return column.isBoxed && type !== undefined ? `Array(${type})` : type;
}

function unboxedType(column: ClusterColumn): string | undefined {
  const { type, nullable, elementsNullable = false } = column;
  const struct = /^STRUCT\((.*)\)\[\]$/.exec(type);
  if (struct !== null) {
    const fields = [...(struct[1] ?? '').matchAll(/("(?:[^"]|"")*"|\w+) ([A-Z ]+)(?:, |$)/g)].map(
      ([, name = '', of = '']) => {
        const plain = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
        const scalar = scalars[of];
        return scalar === undefined ? undefined : `${clickhouseName(plain)} Nullable(${scalar})`;
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
