import type { Catalog, CatalogTable } from '@sdq/catalog';
import type { Expression, SelectStatement } from '../syntax/ast.ts';
import { aboutText, applyEdits, type TextEdit } from '../syntax/text-edits.ts';
import { TokenText } from '../syntax/token-text.ts';
import { firstToken, type Token } from '../syntax/tokens.ts';
import { answerCommand, commandWords } from './commands/commands.ts';
import { aliasEdits, nameEdits } from './names.ts';
import { type Described, describedBy } from './relations/given-tables.ts';
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

/**
 * Writes what tools ask as a SELECT over the tables of the platform and over tables that are computed from the
 * catalogue: commands such as SHOW TABLES, names qualified by `main` or `information_schema`, functions such as
 * `current_schema()`. The result is a text like any other: the gate checks it as it checks every text.
 *
 * Errors: those of a command that cannot be answered, and those of a text that is no single statement.
 */
export async function translate(
  text: string,
  { catalog, platform, reader }: { catalog: Catalog; platform: string; reader: SyntaxReader },
): Promise<Translated> {
  if (!isCommand(text) && !telling.test(text) && !hasQualifier(text, platform)) return unchanged(text);
  const { tokens, endOffset } = reader.tokensOf(text);
  const described = readableSettings(describedBy(catalog, platform), text);
  const within = tokens.filter(({ end }) => end <= endOffset);
  const read = new TokenText(text, within);
  if (commandWords.has(read.word(0))) {
    const answer = answerCommand({ tokens: read, from: 0, to: within.length, described, platform });
    if (answer !== undefined) return commandAnswer(text, answer, described);
  }
  return await translateQuery(text, read, { described, platform, reader });
}

/** One setting by its name, as drivers ask for it. */
const namedSetting = /\bpg_settings"?\s+where\s+"?name"?\s*=\s*'[a-z_]+'\s*;?\s*$/i;

/** `pg_settings` can be asked for one setting that is named, not be listed. */
function readableSettings(described: Described, text: string): Described {
  if (!/pg_settings/i.test(text) || namedSetting.test(text)) return described;
  const given = new Map(described.given);
  given.delete('pg_catalog.pg_settings');
  return { ...described, given };
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
