import type { LogicalType } from '../../syntax/ast.ts';
import { enumPlaceholder } from '../../syntax/enum-placeholder.ts';
import { admitLimits } from './limits.ts';

/**
 * Types that a cast, a constant or a column definition may name: DuckDB's ids, and the names it resolves while
 * binding.
 */
const allowedTypes = new Set(
  `BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT UHUGEINT BIGNUM
  FLOAT DOUBLE DECIMAL VARCHAR CHAR BLOB BIT UUID DATE TIME TIME_NS INTERVAL
  TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS LIST ARRAY STRUCT MAP UNION ENUM JSON VARIANT GEOMETRY
  NULL SQLNULL INTEGER_LITERAL STRING_LITERAL ANY`.split(/\s+/),
);
allowedTypes.add(enumPlaceholder.toUpperCase());
allowedTypes.add('TIMESTAMP WITH TIME ZONE').add('TIME WITH TIME ZONE');

/** Keys of each kind of `type_info`, beside `type`, `alias` and `extension_info`. */
const typeInfoKeys: Readonly<Record<string, readonly string[]>> = {
  DECIMAL_TYPE_INFO: ['width', 'scale'],
  LIST_TYPE_INFO: ['child_type'],
  ARRAY_TYPE_INFO: ['child_type', 'size'],
  STRUCT_TYPE_INFO: ['child_types'],
  UNBOUND_TYPE_INFO: ['name', 'catalog', 'schema', 'user_type_modifiers'],
  GENERIC_TYPE_INFO: [],
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function onlyKeys(value: Record<string, unknown>, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

/** Returns why a named type is refused, or null. */
function faultOfNamed(info: Record<string, unknown>): string | null {
  const name = String(info.name);
  if (info.catalog !== '' || info.schema !== '') return 'Types cannot be qualified by a schema';
  if (!allowedTypes.has(name.toUpperCase())) return `The type ${name.slice(0, 60)} is not supported`;
  const modifiers = info.user_type_modifiers;
  if (!Array.isArray(modifiers)) return 'This type is not supported';
  if (modifiers.length > admitLimits.enumValuesMax) {
    return `A type may list at most ${admitLimits.enumValuesMax} values`;
  }
  return modifiers.map((modifier) => faultOfConstant(modifier)).find((fault) => fault !== null) ?? null;
}

/** Returns why a type is refused, or null. */
export function faultOfType(type: unknown, depth = 0, elements = 1): string | null {
  if (!isRecord(type) || typeof type.id !== 'string' || !onlyKeys(type, ['id', 'type_info'])) {
    return 'This type is not supported';
  }
  if (depth > admitLimits.typeDepthMax) return `Types may be nested at most ${admitLimits.typeDepthMax} deep`;
  const info = type.type_info;
  if (type.id !== 'UNBOUND' && !allowedTypes.has(type.id)) return `The type ${type.id} is not supported`;
  if (info === null) return null;
  if (!isRecord(info)) return 'This type is not supported';
  const keys = typeInfoKeys[String(info.type)];
  if (keys === undefined || !onlyKeys(info, ['type', 'alias', 'extension_info', ...keys])) {
    return 'This type is not supported';
  }
  if ((info.alias !== '' && !allowedTypes.has(String(info.alias))) || info.extension_info !== null)
    return `The type ${String(info.alias)} is not supported`;
  // What a VARIANT is stored as is DuckDB's own: callers cannot name another form.
  if (type.id === 'VARIANT') return null;
  if (info.type === 'UNBOUND_TYPE_INFO') return faultOfNamed(info);
  const inside = elements * (typeof info.size === 'number' ? info.size : 1);
  if (inside > admitLimits.arrayElementsMax) {
    return `A fixed-size array may have at most ${admitLimits.arrayElementsMax} elements`;
  }
  if ('child_type' in info) return faultOfType(info.child_type, depth + 1, inside);
  if (!('child_types' in info)) return null;
  if (!Array.isArray(info.child_types)) return 'This type is not supported';
  for (const member of info.child_types) {
    const fault = isRecord(member)
      ? faultOfType(member.second, depth + 1, inside)
      : 'This type is not supported';
    if (fault !== null) return fault;
  }
  return null;
}

/** Returns why a constant is refused, or null. */
export function faultOfConstant(constant: unknown): string | null {
  if (!isRecord(constant) || !onlyKeys(constant, ['type', 'is_null', 'value']))
    return 'This constant is not supported';
  return faultOfType(constant.type);
}

/** Whether a type is of this name, in any spelling, or contains such a type. */
export function namesType(type: LogicalType, name: string): boolean {
  const spelled = [type.id, type.type_info?.name, type.type_info?.alias];
  if (spelled.some((each) => String(each ?? '').toUpperCase() === name)) return true;
  const { child_type: child, child_types: members } = type.type_info ?? {};
  const parts = [child, ...(Array.isArray(members) ? members.map((member) => member?.second) : [])];
  return parts.some((part) => isRecord(part) && namesType(part as unknown as LogicalType, name));
}
