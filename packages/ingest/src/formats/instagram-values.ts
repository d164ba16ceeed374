/** A username in a field that is one, or an object with one. */
export function usernameOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { username?: unknown }).username : value;
}
