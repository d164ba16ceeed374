import type { LogicalType } from '@duckdb/node-bindings';
import { type DataType, type Member, readType } from './data-type.ts';
import { keywords } from './keywords.ts';

/** A type's name as DuckDB prints it, for example `STRUCT(a INTEGER, "b c" VARCHAR[])`. */
export function describeType(type: LogicalType): string {
  return printType(readType(type));
}

function printType(type: DataType): string {
  if (type.alias !== null) return type.alias;
  switch (type.name) {
    case 'DECIMAL':
      return `DECIMAL(${type.width},${type.scale})`;
    case 'ENUM':
      return `ENUM(${type.values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`;
    case 'LIST':
      return `${printType(type.child)}[]`;
    case 'ARRAY':
      return `${printType(type.child)}[${type.size}]`;
    case 'MAP':
      return `MAP(${printType(type.key)}, ${printType(type.value)})`;
    case 'STRUCT':
    case 'UNION':
      return `${type.name}(${type.members.map(printMember).join(', ')})`;
    default:
      return type.name;
  }
}

function printMember({ name, type }: Member): string {
  return name === '' ? printType(type) : `${printName(name)} ${printType(type)}`;
}

function printName(name: string): string {
  const plain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !keywords.has(name.toLowerCase());
  return plain ? name : `"${name.replaceAll('"', '""')}"`;
}
