/**
 * Volatile functions: they return another value for each row, so rows selected first could differ from those selected
 * again.
 */
const names = new Set(['random', 'uuid', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'nextval', 'setseed']);

/** Whether a function of this name, in lower case, may return another value at each call. */
export function isVolatile(name: string): boolean {
  return names.has(name);
}
