/** A string as an SQL literal. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Words that cannot stand as a column's name without quotes: those of `duckdb_keywords()` that are not `unreserved`,
 * version 1.5.6. A test compares them with the engine at hand.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  `
all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit boolean both by
case cast char character check coalesce collate collation column columns concurrently constraint create cross dec decimal
default deferrable desc describe distinct do else end except exists extract false fetch float for foreign freeze from full
generated glob group grouping grouping_id having ilike in initially inner inout int integer intersect interval into is
isnull join lambda lateral leading left like limit map national natural nchar none not notnull null nullif numeric offset
on only or order out outer overlaps overlay pivot pivot_longer pivot_wider placing position positional precision primary
qualify real references returning right row select semi setof show similar smallint some struct substring summarize
symmetric table tablesample then time timestamp to trailing treat trim true try_cast union unique unpack unpivot using
values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest
xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable
`
    .trim()
    .split(/\s+/),
);

/** A name as people write it: quoted only where it must be. */
export function sqlWord(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reservedWords.has(name) ? name : sqlName(name);
}

/** Names as an SQL list of columns, each as {@link sqlWord}. */
export function sqlWords(names: readonly string[]): string {
  return names.map(sqlWord).join(', ');
}

/** A list of strings as an SQL list literal. */
export function sqlStrings(texts: readonly string[]): string {
  return `[${texts.map(sqlString).join(', ')}]`;
}
