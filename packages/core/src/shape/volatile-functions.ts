/** Functions that give another value for each row: rows chosen first would not be those chosen again. */
const names = new Set(['random', 'uuid', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'nextval', 'setseed']);

/** Whether a function of this name, in lower case, may give another value each time it is called. */
export function isVolatile(name: string): boolean {
  return names.has(name);
}
