/** Values of the index as the service's answers hold them: their fields are never missing. */

/** A count that is not known is answered as 0. */
export function count(value: unknown): number {
  return value === null || value === undefined ? 0 : Number(value);
}

export function countOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export function objects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
}

/** ISO 8601 to Unix seconds. */
export function unixSeconds(value: unknown): number {
  return typeof value === 'string' ? Math.floor(Date.parse(value) / 1_000) : 0;
}

/** An object without the fields that are not known. */
export function known<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
