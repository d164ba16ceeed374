/** A JSON text that tells a bigint from the text of its digits. For values that are compared, not read again. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? { bigint: String(part) } : part,
  );
}
