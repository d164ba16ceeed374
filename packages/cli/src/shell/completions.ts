/** The names and words that the shell completes. */
export interface ShellVocabulary {
  /** Tables with their columns. */
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly functions: readonly ShellFunction[];
  readonly keywords: readonly string[];
}

/** A function of the kind `table` is called in FROM, the others in expressions. */
type ShellFunction = Readonly<Record<'name' | 'kind', string>>;

/** The vocabulary of the schema that an engine or a service describes. */
export function vocabularyOf(
  tables: readonly { readonly name: string; readonly columns: readonly { readonly name: string }[] }[],
  { functions, keywords }: Omit<ShellVocabulary, 'tables'>,
): ShellVocabulary {
  const columnsByTable = tables.map(({ name, columns }) => [name, columns.map((each) => each.name)] as const);
  return { tables: new Map(columnsByTable), functions, keywords };
}

/** A line up to the cursor, and the text around it. */
export interface TypedText {
  readonly line: string;
  /** Lines before it, of the same statement. */
  readonly before: string;
  /** The rest of the line, after the cursor. */
  readonly after: string;
}

const longest = 100;

/** What may follow at the cursor, and the word that it would replace; at most 100 of them. */
export function completionsOf(
  { line, before, after }: TypedText,
  { tables, functions, keywords }: ShellVocabulary,
  commands: readonly string[],
): [completions: string[], word: string] {
  const trimmed = line.trimStart();
  if (before === '' && /^[.\\]\S*$/.test(trimmed))
    return [commands.filter((each) => each.startsWith(trimmed)), trimmed];
  const [, owner, word = ''] = /(?:(\w+)\.)?(\w*)$/.exec(line) ?? [];
  const matching = (names: Iterable<string>) =>
    [...new Set(names)].filter((name) => name.toLowerCase().startsWith(word.toLowerCase())).slice(0, longest);
  /** In the case of the typed word, so that what several words begin with can be completed. */
  const words = (names: readonly string[]) =>
    /[A-Z]/.test(word) ? names.map((name) => name.toUpperCase()) : names;
  const functionsIn = (place: 'from' | 'expression') =>
    functions.filter(({ kind }) => (kind === 'table') === (place === 'from')).map(({ name }) => name);
  const known = `${before} ${line}${after}`;
  if (owner !== undefined) return [matching(columnsOf(tableNamed(owner, known, tables), tables)), word];
  const text = `${before} ${line}`;
  if (/(?:\b(?:describe|summarize|table)|\\d)\s+\w*$/i.test(text)) return [matching(tables.keys()), word];
  if (/\b(?:from|join)\s+\w*$/i.test(text))
    return [matching([...tables.keys(), ...(word === '' ? [] : words(functionsIn('from')))]), word];
  const named = [...tables.keys()].filter((table) => new RegExp(`\\b${table}\\b`, 'i').test(known));
  const columns = (named.length === 0 ? [...tables.keys()] : named).flatMap((table) =>
    columnsOf(table, tables),
  );
  if (word === '') return [matching(columns), word];
  const language = words([...keywords, ...functionsIn('expression')]);
  return [matching([...columns, ...tables.keys(), ...language]), word];
}

type Tables = ShellVocabulary['tables'];

/** The table that a name before a point means: itself, or what has it as an alias. */
function tableNamed(owner: string, text: string, tables: Tables): string | undefined {
  const spelled = (name: string) =>
    [...tables.keys()].find((table) => table.toLowerCase() === name.toLowerCase());
  for (const [, table = '', alias] of text.matchAll(/(?:\b(?:from|join)|,)\s+(\w+)(?:\s+as)?\s+(\w+)/gi)) {
    const meant = alias?.toLowerCase() === owner.toLowerCase() ? spelled(table) : undefined;
    if (meant !== undefined) return meant;
  }
  return spelled(owner);
}

function columnsOf(table: string | undefined, tables: Tables): readonly string[] {
  return (table !== undefined && tables.get(table)) || [];
}
