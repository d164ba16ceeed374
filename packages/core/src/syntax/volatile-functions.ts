import { partsOf } from './parts-of.ts';

/**
 * Volatile functions: they return another value for each row, so rows selected first could differ from those selected
 * again.
 */
const names = new Set(['random', 'uuid', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'nextval', 'setseed']);

/** Whether a function of this name, in lower case, may return another value at each call. */
export function isVolatile(name: string): boolean {
  return names.has(name);
}

/** Whether a part of a tree calls a volatile function. */
export function callsVolatile(tree: unknown): boolean {
  for (const part of partsOf(tree))
    if (part.class === 'FUNCTION' && isVolatile(String(part.function_name).toLowerCase())) return true;
  return false;
}
