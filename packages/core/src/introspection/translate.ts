import type { Catalog, CatalogTable } from '@sdq/catalog';
import { type KnownTables, PostgresEdits, tellsPostgres } from '../postgres/postgres-edits.ts';
import type { Expression, SelectStatement } from '../syntax/ast.ts';
import { aboutText, applyEdits, type TextEdit } from '../syntax/text-edits.ts';
import { TokenText } from '../syntax/token-text.ts';
import { firstToken, type Token } from '../syntax/tokens.ts';
import { answerCommand, commandWords } from './commands/commands.ts';
import { aliasEdits, nameEdits } from './names.ts';
import { type Described, type Dialect, describedBy } from './relations/given-tables.ts';
import { SyntaxEdits } from './syntax.ts';

/** A text as the gate reads it. */
export interface Translated {
  readonly text: string;
  /** Tables beside those of the platform that the text may name, by their names in lower case. */
  readonly given: ReadonlyMap<string, CatalogTable>;
  /** Whether the text is a command, or calls functions of sessions and catalogues. */
  readonly asks: boolean;
  /** The same error about the caller's text. */
  readonly toCaller: (error: unknown) => unknown;
}

/** What the translation needs of the parser. */
export interface SyntaxReader {
  /** Checks the text alone. Errors: those of `parse` about the text's length, characters and number of statements. */
  tokensOf(text: string): { readonly tokens: readonly Token[]; readonly endOffset: number };
  /** DuckDB's tree of a text; null where it is not one SELECT. */
  treeOf(text: string): Promise<SelectStatement | null>;
  /** An expression as DuckDB writes it in the name of a result column; undefined where it does not. */
  textOf(expression: Expression): Promise<string | undefined>;
}

const noTables: ReadonlyMap<string, CatalogTable> = new Map();

/** Whatever the translation might change contains one of these: any other text is left as it is, unread. */
const telling =
  /\(\s*(?:show|desc|describe|summarize|pragma)\b|\bpg_|\breg(?:class|type|namespace|proc)\b|collate\s+"default"|information_schema|pragma_table_info|_description\b|_privilege\b|\b(?:version|json_build_object|format_type|to_regtype|to_regclass|quote_ident|getdatabaseencoding)"?\s*\(|\bset_config\b|\bcurrent_(?:schema|catalog|database|user|setting)|::\s*"?(?:name|oid|char)\b|\bas\s+"?(?:name|oid|char)"?\s*\)/i;

function unchanged(text: string): Translated {
  return { text, given: noTables, asks: false, toCaller: (error) => error };
}

/** Who asks what, and in whose SQL. */
interface Asking {
  catalog: Catalog;
  platform: string;
  /** `postgres`: what only PostgreSQL has is written in DuckDB's SQL first. */
  dialect?: Dialect | undefined;
  reader: SyntaxReader;
}

/**
 * Writes what tools ask as a SELECT over the tables of the platform and over tables that are computed from the
 * catalogue: commands such as SHOW TABLES, names qualified by `main` or `information_schema`, functions such as
 * `current_schema()`. The result is a text like any other: the gate checks it as it checks every text.
 *
 * Errors: those of a command that cannot be answered, those of a text that is no single statement, and
 * `sql_unknown_function` for a call of PostgreSQL that DuckDB's SQL cannot say.
 */
export async function translate(text: string, asking: Asking): Promise<Translated> {
  const described = describedBy(asking.catalog, asking.platform, asking.dialect);
  if (asking.dialect !== 'postgres' || !tellsPostgres.test(text))
    return await translateText(text, described, asking);
  const { reader } = asking;
  const { tokens, endOffset } = reader.tokensOf(text);
  const read = new TokenText(
    text,
    tokens.filter(({ end }) => end <= endOffset),
  );
  const edits = new PostgresEdits(read, knownTables(described)).of(0, read.tokens.length);
  if (edits.length === 0) return await translateText(text, described, asking);
  const own = applyEdits(text, await withNames(text, edits, await reader.treeOf(text), reader));
  const toCaller = (error: unknown) => aboutText(error, text, own.before);
  const translated = await translateText(own.text, described, asking).catch((error: unknown) => {
    throw toCaller(error);
  });
  return { ...translated, toCaller: (error) => toCaller(translated.toCaller(error)) };
}

function knownTables({ tables }: Described): KnownTables {
  const types = new Map<string, string | undefined>();
  for (const { columns } of tables) {
    for (const { name, type } of columns) {
      const key = name.toLowerCase();
      types.set(key, types.has(key) && types.get(key) !== type ? undefined : type);
    }
  }
  return {
    tables: new Set(tables.map(({ name }) => name.toLowerCase())),
    typeOfColumn: (name) => types.get(name),
  };
}

async function translateText(
  text: string,
  described: Described,
  { platform, reader }: Asking,
): Promise<Translated> {
  if (!isCommand(text) && !telling.test(text) && !hasQualifier(text, platform)) return unchanged(text);
  const { tokens, endOffset } = reader.tokensOf(text);
  const within = tokens.filter(({ end }) => end <= endOffset);
  const read = new TokenText(text, within);
  if (commandWords.has(read.word(0))) {
    const answer = answerCommand({ tokens: read, from: 0, to: within.length, described, platform });
    if (answer !== undefined) return commandAnswer(text, answer, described);
  }
  return await translateQuery(text, read, { described, platform, reader });
}

/** Whether a text begins with the word of a command, after blanks and comments. */
function isCommand(text: string): boolean {
  const first = firstToken(text);
  const word = first?.kind === 'word' ? text.slice(first.start, first.end).toLowerCase() : '';
  return commandWords.has(word) || word === 'summarize';
}

/** Whether some name may be qualified by one of the platform's names. */
function hasQualifier(text: string, platform: string): boolean {
  const lower = text.toLowerCase();
  return ['main', 'memory', 'sdq', platform.toLowerCase()].some((name) => {
    for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
      if (/^"?\s*(?:\.|--|\/\*)/.test(lower.slice(at + name.length, at + name.length + 80))) return true;
    }
    return false;
  });
}

function commandAnswer(text: string, answer: string, { given }: Described): Translated {
  return {
    text: answer,
    given,
    asks: true,
    toCaller: (error) => aboutText(error, text, () => 0),
  };
}

/** The edits, and aliases that keep the names of result columns. */
async function withNames(
  text: string,
  edits: readonly TextEdit[],
  tree: SelectStatement | null,
  reader: SyntaxReader,
): Promise<readonly TextEdit[]> {
  if (edits.length === 0 || tree === null) return edits;
  const places = edits.map(({ start }) => start);
  return [...edits, ...(await aliasEdits(text, tree, places, (item) => reader.textOf(item)))];
}

async function translateQuery(
  text: string,
  read: TokenText,
  { described, platform, reader }: { described: Described; platform: string; reader: SyntaxReader },
): Promise<Translated> {
  const syntax = new SyntaxEdits(read, described, platform);
  const edits: TextEdit[] = syntax.of(0, read.tokens.length);
  const own = edits.length === 0 ? null : await reader.treeOf(text);
  const named = await withNames(text, edits, own, reader);
  const first = applyEdits(text, named);
  const tree = await reader.treeOf(first.text);
  if (tree === null && edits.length === 0) return unchanged(text);
  const names = tree === null ? null : nameEdits(first.text, tree, described, platform);
  const second = applyEdits(first.text, await withNames(first.text, names?.edits ?? [], tree, reader));
  if (second.text === text) return unchanged(text);
  const standIns = new Map(
    [...(names?.standIns ?? [])].flatMap(([standIn, name]) => {
      const table = described.own.get(name);
      return table === undefined ? [] : [[standIn, table] as const];
    }),
  );
  return {
    text: second.text,
    given: standIns.size === 0 ? described.given : new Map([...described.given, ...standIns]),
    asks: syntax.asks,
    toCaller: (error) => aboutText(error, text, (offset) => first.before(second.before(offset))),
  };
}
