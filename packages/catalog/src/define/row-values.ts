/** Conversion of index values to the values of responses, whose fields are never missing. */

/** A count; 0 if it is unknown. */
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

/** Removes the fields of an object that are unknown. */
export function known<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
