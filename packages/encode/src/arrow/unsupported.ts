import type { LogicalType } from '@duckdb/node-bindings';
import { type DataType, readType } from '../types/data-type.ts';
import { type ArrowConversion, conversionInArrow } from './schema.ts';

/**
 * How a type is carried in Arrow streams where Arrow, or most of its readers, have nothing like it: the first such
 * part of a nested type. Null when all of it is carried as it is.
 */
export function unsupportedInArrow(type: LogicalType): ArrowConversion | null {
  return firstConversion(readType(type));
}

function firstConversion(type: DataType): ArrowConversion | null {
  const own = conversionInArrow(type);
  if (own !== null) return own;
  switch (type.name) {
    case 'LIST':
    case 'ARRAY':
      return firstConversion(type.child);
    case 'MAP':
      return firstConversion(type.key) ?? firstConversion(type.value);
    case 'STRUCT':
      for (const member of type.members) {
        const found = firstConversion(member.type);
        if (found !== null) return found;
      }
      return null;
    default:
      return null;
  }
}
