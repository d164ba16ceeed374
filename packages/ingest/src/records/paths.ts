import type { JsonObject } from '../values/json-object.ts';

/** The value of a path in an object of a record. */
export type Getter = (object: JsonObject, record: JsonObject) => unknown;

type Step = { readonly key: string } | { readonly index: number } | 'all';

/** The function that reads a path ({@link Paths}). A path with `[]` gives a list without null and undefined. */
export function getterOf(path: string): Getter {
  if (path === '') return (object) => object;
  const isOfRecord = path.startsWith('$.');
  const steps = stepsOf(isOfRecord ? path.slice(2) : path);
  const [only] = steps;
  const read: (object: JsonObject) => unknown =
    steps.length === 1 && only !== undefined && typeof only === 'object' && 'key' in only
      ? (object) => object[only.key]
      : (object) => walk(object, steps, 0);
  return isOfRecord ? (_object, record) => read(record) : read;
}

function stepsOf(path: string): Step[] {
  return path.split('.').flatMap((part): Step[] => {
    const [key = '', ...lists] = part.split('[');
    const named = key === '' ? [] : [{ key }];
    return [...named, ...lists.map((list) => (list === ']' ? 'all' : { index: Number.parseInt(list, 10) }))];
  });
}

function walk(from: unknown, steps: readonly Step[], first: number): unknown {
  let value = from;
  for (let i = first; i < steps.length; i++) {
    if (typeof value !== 'object' || value === null) return undefined;
    const step = steps[i] as Step;
    if (step === 'all') return Array.isArray(value) ? all(value, steps, i + 1) : undefined;
    value = 'key' in step ? (value as JsonObject)[step.key] : (value as readonly unknown[])[step.index];
  }
  return value;
}

function all(members: readonly unknown[], steps: readonly Step[], next: number): unknown[] {
  const found: unknown[] = [];
  for (const member of members) {
    const value = walk(member, steps, next);
    if (Array.isArray(value) && steps.indexOf('all', next) >= 0) found.push(...value);
    else if (value !== undefined && value !== null) found.push(value);
  }
  return found;
}

/** A path of a record that goes through objects at another path, without list positions. */
export function joinPaths(at: string, path: string): string {
  const joined = path.startsWith('$.')
    ? path.slice(2)
    : at === ''
      ? path
      : path === ''
        ? at
        : `${at}.${path}`;
  return joined.replaceAll(/\[\d+\]/g, '[]');
}
