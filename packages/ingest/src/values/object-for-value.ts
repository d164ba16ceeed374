import { Refusal } from '../observation.ts';

/** Whether a value is a list or an object with something in it. */
export function isFilledObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

/** The refusal of a field that has an object, or a list, in place of one value. */
export function objectForValue(field: string, value: object): Refusal {
  const kind = Array.isArray(value) ? 'a list' : 'an object';
  return new Refusal('value_invalid', field, `One value is expected here, and this is ${kind}`);
}

/** Lists and objects inside each other, in a value that is stored as JSON. */
const depthMax = 500;

/** Whether a value has more lists and objects inside each other than can be stored. */
export function isTooDeep(value: unknown, left = depthMax): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (left === 0) return true;
  return Object.values(value).some((member) => isTooDeep(member, left - 1));
}

export function tooDeep(field: string): Refusal {
  return new Refusal('value_invalid', field, `More than ${depthMax} lists and objects are inside each other`);
}
