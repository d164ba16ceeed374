export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a key, or an empty object. */
export function objectAt(record: JsonObject, key: string): JsonObject {
  const value = record[key];
  return isObject(value) ? value : {};
}

/** The objects in the list at a key. */
export function objectsAt(record: JsonObject, key: string): JsonObject[] {
  const value = record[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The first non-empty value of the given keys. */
export function firstOf(record: JsonObject, ...keys: string[]): unknown {
  for (const key of keys) {
    const value = record[key];
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}
