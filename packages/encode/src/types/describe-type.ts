import type { DataType, Member } from './data-type.ts';
import { keywords } from './keywords.ts';

/** A type's name as DuckDB prints it, for example `STRUCT(a INTEGER, "b c" VARCHAR[])`. */
export function describeType(type: DataType): string {
  if (type.alias !== null) return type.alias;
  switch (type.name) {
    case 'DECIMAL':
      return `DECIMAL(${type.width},${type.scale})`;
    case 'ENUM':
      return `ENUM(${type.values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`;
    case 'LIST':
      return `${describeType(type.child)}[]`;
    case 'ARRAY':
      return `${describeType(type.child)}[${type.size}]`;
    case 'MAP':
      return `MAP(${describeType(type.key)}, ${describeType(type.value)})`;
    case 'STRUCT':
    case 'UNION':
      return `${type.name}(${type.members.map(printMember).join(', ')})`;
    default:
      return type.name;
  }
}

function printMember({ name, type }: Member): string {
  return name === '' ? describeType(type) : `${printName(name)} ${describeType(type)}`;
}

function printName(name: string): string {
  const plain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !keywords.has(name.toLowerCase());
  return plain ? name : `"${name.replaceAll('"', '""')}"`;
}
