/** A string as an SQL literal. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A list of strings as an SQL list literal. */
export function sqlStrings(texts: readonly string[]): string {
  return `[${texts.map(sqlString).join(', ')}]`;
}
