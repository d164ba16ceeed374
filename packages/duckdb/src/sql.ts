import { reservedWords, unreservedWords } from './keywords.ts';

export { reservedWords, unreservedWords };

/** A string as an SQL literal. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return name.includes('"') ? `"${name.replaceAll('"', '""')}"` : `"${name}"`;
}

/** A name for display: quoted only where it must be. */
export function sqlWord(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.has(name) ? name : sqlName(name);
}

/** A lower-case name as DuckDB writes it in the generated name of a result column: every keyword is quoted. */
export function sqlWordOfResult(name: string): string {
  return unreservedWords.has(name) ? sqlName(name) : sqlWord(name);
}

/** Names as an SQL list of columns, each as {@link sqlWord}. */
export function sqlWords(names: readonly string[]): string {
  return names.map(sqlWord).join(', ');
}

/** What follows ORDER BY: columns, the deciding one first. */
export function sqlOrder(
  terms: readonly {
    readonly column?: string | undefined;
    readonly isFalling: boolean;
    readonly nullsFirst: boolean;
  }[],
): string {
  return terms
    .map(
      ({ column = '', isFalling, nullsFirst }) =>
        `${sqlName(column)} ${isFalling ? 'DESC' : 'ASC'} ${nullsFirst ? 'NULLS FIRST' : 'NULLS LAST'}`,
    )
    .join(', ');
}

/** A list of strings as an SQL list literal. */
export function sqlStrings(texts: readonly string[]): string {
  return `[${texts.map(sqlString).join(', ')}]`;
}
