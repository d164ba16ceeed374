/** Tables with their columns, as the shell completes them. */
export type ShellSchema = ReadonlyMap<string, readonly string[]>;

const keywords =
  'SELECT FROM WHERE GROUP BY ORDER LIMIT OFFSET HAVING QUALIFY JOIN LEFT RIGHT FULL INNER ON USING AS AND OR NOT IN IS NULL LIKE ILIKE BETWEEN CASE WHEN THEN ELSE END DISTINCT UNION ALL EXCEPT INTERSECT WITH DESC ASC NULLS FIRST LAST EXISTS CAST OVER PARTITION ROWS FILTER count sum avg min max median approx_count_distinct date_trunc list_contains unnest regexp_matches strftime SHOW DESCRIBE SUMMARIZE TABLES'.split(
    ' ',
  );

const longest = 100;

/** What may follow at the end of a line, and the word that it would replace; at most 100 of them. */
export function completionsOf(
  line: string,
  before: string,
  schema: ShellSchema,
  commands: readonly string[],
): [completions: string[], word: string] {
  const trimmed = line.trimStart();
  if (before === '' && /^[.\\]\S*$/.test(trimmed))
    return [commands.filter((each) => each.startsWith(trimmed)), trimmed];
  const [, owner, word = ''] = /(?:(\w+)\.)?(\w*)$/.exec(line) ?? [];
  const text = `${before} ${line}`;
  const matching = (names: Iterable<string>) =>
    [...new Set(names)].filter((name) => name.toLowerCase().startsWith(word.toLowerCase())).slice(0, longest);
  if (owner !== undefined) return [matching(columnsOf(tableNamed(owner, text, schema), schema)), word];
  if (/(?:\b(?:from|join|describe|summarize|table)|\\d)\s+\w*$/i.test(text))
    return [matching(schema.keys()), word];
  const named = [...schema.keys()].filter((table) => new RegExp(`\\b${table}\\b`, 'i').test(text));
  const columns = (named.length === 0 ? [...schema.keys()] : named).flatMap((table) =>
    columnsOf(table, schema),
  );
  return [word === '' ? matching(columns) : matching([...columns, ...schema.keys(), ...keywords]), word];
}

/** The table that a name before a point means: itself, or what has it as an alias. */
function tableNamed(owner: string, text: string, schema: ShellSchema): string | undefined {
  if (schema.has(owner)) return owner;
  for (const [, table = '', alias] of text.matchAll(/\b(?:from|join)\s+(\w+)(?:\s+as)?\s+(\w+)/gi))
    if (alias?.toLowerCase() === owner.toLowerCase()) return table;
  return undefined;
}

function columnsOf(table: string | undefined, schema: ShellSchema): readonly string[] {
  return (table !== undefined && schema.get(table)) || [];
}
