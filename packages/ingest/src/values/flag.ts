const yes = new Set(['true', 't', '1', 'yes', 'y', '1.0']);
const no = new Set(['false', 'f', '0', 'no', 'n', '0.0']);

/** A boolean; null for any other value. */
export function readFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined || typeof value === 'object') return null;
  const word = String(value).trim().toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}
