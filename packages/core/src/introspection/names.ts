import { sqlName } from '@sdq/duckdb/sql';
import { StatementText } from '../shape/dates/statement-text.ts';
import type { Expression, QueryNode, SelectNode, SelectStatement } from '../syntax/ast.ts';
import type { TextEdit } from '../syntax/text-edits.ts';
import { TextPositions } from '../syntax/text-position.ts';
import { TokenText } from '../syntax/token-text.ts';
import { tokenize } from '../syntax/tokens.ts';
import { isOwnQualifier } from './commands/command.ts';
import type { Described } from './relations/given-tables.ts';

type Node = Readonly<Record<string, unknown>>;

const engineDatabases = new Set(['sdq', 'memory', 'system']);

/** Edits of the names of one statement, and the given tables that it then names. */
export interface NameEdits {
  readonly edits: readonly TextEdit[];
  /** Quoted names that stand for a table of the catalogue: in lower case, with the table's name. */
  readonly standIns: ReadonlyMap<string, string>;
}

interface NamedTable {
  readonly node: Node;
  readonly names: readonly string[];
}

/** The given table that names mean, such as `information_schema.tables`; undefined where they mean none. */
function givenNamed(names: readonly string[], { given }: Described): string | undefined {
  const [table = '', schema = 'pg_catalog', database, ...more] = [...names].reverse();
  if (more.length > 0 || (database !== undefined && !engineDatabases.has(database))) return undefined;
  if (schema !== 'information_schema' && schema !== 'pg_catalog') return undefined;
  const name = `${schema}.${table}`;
  return given.has(name) ? name : undefined;
}

/** Finds qualified names in a statement's tree, and the edits that make names of the gate out of them. */
class NameReader {
  readonly #ctes = new Set<string>();
  readonly #aliases = new Set<string>();
  readonly #tables: NamedTable[] = [];
  readonly #columns: Node[] = [];
  readonly #text: TokenText;
  readonly #positions: TextPositions;
  readonly #indexes: ReadonlyMap<number, number>;

  constructor(text: string) {
    const { tokens } = tokenize(text);
    this.#text = new TokenText(text, tokens);
    this.#positions = new TextPositions(text);
    this.#indexes = new Map(tokens.map(({ start }, index) => [start, index]));
  }

  /** Collects what the tree names. Its depth is bounded by that of brackets and operators, which the parser limits. */
  collect(value: unknown): void {
    if (Array.isArray(value)) {
      for (const each of value) this.collect(each);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (typeof node.alias === 'string' && node.alias !== '') this.#aliases.add(node.alias.toLowerCase());
    if (node.type === 'BASE_TABLE') {
      const names = [node.catalog_name, node.schema_name, node.table_name].map((name) =>
        String(name).toLowerCase(),
      );
      this.#tables.push({ node, names: names.filter((name) => name !== '') });
    }
    if (node.class === 'COLUMN_REF') this.#columns.push(node);
    const { cte_map: ctes } = node as { cte_map?: { map?: { key: string }[] } };
    for (const { key } of ctes?.map ?? []) this.#ctes.add(key.toLowerCase());
    for (const key in node) this.collect(node[key]);
  }

  edits(described: Described, platform: string): NameEdits {
    const edits: TextEdit[] = [];
    const standIns = new Map<string, string>();
    const own = new Set(described.tables.map(({ name }) => name.toLowerCase()));
    for (const { node, names } of this.#tables) {
      const span = this.#span(node, names);
      if (span === undefined) continue;
      const name = names.at(-1) ?? '';
      const given = names.length === 1 && this.#ctes.has(name) ? undefined : givenNamed(names, described);
      const isOwn = names.length > 1 && own.has(name) && isOwnQualifier(names.slice(0, -1), platform);
      if (given !== undefined && !(names.length === 1 && own.has(name)))
        edits.push({ ...span, text: this.#aliased(given, name, node, span.start) });
      else if (isOwn && this.#ctes.has(name)) {
        // a CTE may have the name of the table: the qualified name does not mean it
        const standIn = `main.${name}`;
        standIns.set(standIn, name);
        edits.push({ ...span, text: this.#aliased(standIn, name, node, span.start) });
      } else if (isOwn) edits.push({ start: span.start, end: span.last, text: '' });
    }
    return { edits: [...once(edits), ...this.#columnEdits(described, platform)], standIns };
  }

  /** A quoted name with the alias that the name was, unless it has another one. */
  #aliased(quoted: string, name: string, node: Node, start: number): string {
    const isTable = /\btable\s+$/i.test(this.#text.text.slice(0, start));
    return node.alias === '' && !isTable ? `${sqlName(quoted)} AS ${sqlName(name)}` : sqlName(quoted);
  }

  /** `main.videos.author` becomes `videos.author`, unless `main` is a name of the statement. */
  #columnEdits(described: Described, platform: string): TextEdit[] {
    const edits: TextEdit[] = [];
    const named = new Set(this.#tables.map(({ names }) => names.at(-1) ?? ''));
    for (const node of this.#columns) {
      const names = (node.column_names as string[]).map((name) => name.toLowerCase());
      if (names.length < 3 || this.#aliases.has(names[0] ?? '') || this.#ctes.has(names[0] ?? '')) continue;
      const span = this.#span(node, names);
      const at = this.#tableIn(names, named, described, platform);
      if (span === undefined || at === undefined) continue;
      edits.push({ start: span.start, end: this.#text.start(span.index + 2 * at), text: '' });
    }
    return once(edits);
  }

  /** The place of the table's name among the parts of a column's name. */
  #tableIn(
    names: readonly string[],
    named: ReadonlySet<string>,
    described: Described,
    platform: string,
  ): number | undefined {
    for (let at = 1; at <= 2 && at < names.length - 1; at += 1) {
      const table = names[at] ?? '';
      const qualifier = names.slice(0, at);
      const isOwn = isOwnQualifier(qualifier, platform);
      const isGiven = givenNamed([...qualifier, table], described) !== undefined;
      if (named.has(table) && (isOwn || isGiven)) return at;
    }
    return undefined;
  }

  /** Where names are written: from the first one, with the beginning of the last one. */
  #span(
    node: Node,
    names: readonly string[],
  ): { index: number; start: number; last: number; end: number } | undefined {
    const start = this.#positions.utf16(node.query_location as number);
    const index = start === null ? undefined : this.#indexes.get(start);
    if (start === null || index === undefined) return undefined;
    const isWritten = names.every(
      (name, at) =>
        this.#text.name(index + 2 * at) === name &&
        (at === 0 || this.#text.symbol(index + 2 * at - 1) === '.'),
    );
    const last = index + 2 * (names.length - 1);
    return isWritten ? { index, start, last: this.#text.start(last), end: this.#text.end(last) } : undefined;
  }
}

/** DuckDB duplicates some operands: the same place is edited once. */
function once(edits: readonly TextEdit[]): TextEdit[] {
  return [...new Map(edits.map(({ start, end, text }) => [start, { start, end, text }])).values()];
}

/** The edits of all qualified names of a statement. */
export function nameEdits(
  text: string,
  ast: SelectStatement,
  described: Described,
  platform: string,
): NameEdits {
  const reader = new NameReader(text);
  reader.collect(ast.node);
  return reader.edits(described, platform);
}

/**
 * Items whose names are kept. In a list of more, the names of further items are made of the text after the edits: the
 * texts of thousands of items would take the parser a second.
 */
const namesMax = 100;

/** Writes an expression as DuckDB does in the name of a result column. */
type TextOf = (expression: Expression) => Promise<string | undefined>;

/**
 * Aliases for those items of SELECT lists that contain one of these places and have none: the names that DuckDB gives
 * them by the text as it is, before it is edited.
 */
export async function aliasEdits(
  text: string,
  ast: SelectStatement,
  places: readonly number[],
  textOf: TextOf,
): Promise<TextEdit[]> {
  const statement = new StatementText(text);
  const positions = new TextPositions(text);
  const edits: TextEdit[] = [];
  for (const select of resultSelects(ast.node)) {
    for (const item of select.select_list) {
      if (edits.length >= namesMax) return edits;
      if (item.alias !== '' || item.class === 'STAR') continue;
      const start = positions.utf16(firstLocation(item));
      const end = start === null ? undefined : statement.itemEnd(start, select, item);
      if (start === null || end === undefined || !places.some((at) => at >= start && at < end)) continue;
      const name = await nameOfItem(item, textOf);
      if (name !== undefined) edits.push({ start: end, end, text: ` AS ${sqlName(name)}` });
    }
  }
  return edits;
}

/** The byte offset of the first node inside a tree that has a position. */
function firstLocation(value: unknown): number {
  if (typeof value !== 'object' || value === null) return Number.POSITIVE_INFINITY;
  const { query_location: own } = value as { query_location?: unknown };
  return Object.values(value).reduce<number>(
    (first, child) => Math.min(first, firstLocation(child)),
    typeof own === 'number' ? own : Number.POSITIVE_INFINITY,
  );
}

/** The SELECTs whose items name the columns of the result. */
function resultSelects(node: QueryNode): SelectNode[] {
  if (node.type === 'SELECT_NODE') return [node];
  return resultSelects(node.left);
}

async function nameOfItem(item: Expression, textOf: TextOf): Promise<string | undefined> {
  // of a name with qualifiers the last part is the name, before and after the edit
  if (item.class === 'COLUMN_REF') return item.column_names.length > 1 ? undefined : item.column_names[0];
  if (item.class === 'CAST' && catalogTypes.has(String(item.cast_type.type_info?.name).toLowerCase()))
    return String(item.cast_type.type_info?.name).toLowerCase();
  return await textOf(item);
}

/** Types that only PostgreSQL has: it names the column by the type. */
const catalogTypes = new Set(['regclass', 'regtype', 'regnamespace', 'regproc']);
