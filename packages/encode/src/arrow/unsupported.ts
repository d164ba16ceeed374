import type { DataType } from '../types/data-type.ts';
import { type ArrowConversion, conversionInArrow } from './schema.ts';

/**
 * How a type is represented in Arrow streams where Arrow, or most of its readers, lack it: the first such part of a
 * nested type. Null when the whole type has its own representation.
 */
export function unsupportedInArrow(type: DataType): ArrowConversion | null {
  const own = conversionInArrow(type);
  if (own !== null) return own;
  switch (type.name) {
    case 'LIST':
    case 'ARRAY':
      return unsupportedInArrow(type.child);
    case 'MAP':
      return unsupportedInArrow(type.key) ?? unsupportedInArrow(type.value);
    case 'STRUCT':
      for (const member of type.members) {
        const found = unsupportedInArrow(member.type);
        if (found !== null) return found;
      }
      return null;
    default:
      return null;
  }
}
