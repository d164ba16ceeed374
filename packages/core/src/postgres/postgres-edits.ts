import { AppError } from '@sdq/contract';
import { sqlName } from '@sdq/duckdb/sql';
import { applyEdits, type TextEdit } from '../syntax/text-edits.ts';
import { placeAt } from '../syntax/text-position.ts';
import type { TokenText } from '../syntax/token-text.ts';
import { listOf } from './array-literal.ts';
import { callTemplates, type Refusal } from './call-templates.ts';
import { foundBy } from './found-by.ts';

/** What is known of the tables that a text may name. */
export interface KnownTables {
  /** In lower case. */
  readonly tables: ReadonlySet<string>;
  /** The type of a column that all tables agree on, by its name in lower case. */
  readonly typeOfColumn: (name: string) => string | undefined;
}

/** Whatever these edits might change contains one of these: any other text is left as it is, unread. */
export const tellsPostgres = new RegExp(
  `\\b(?:any|all|some|${[...callTemplates.keys()].join('|')}|generate_series|string_to_array|substring)"?\\s*\\(|'\\s*\\{|\\bpublic"?\\s*\\.|\\b(?:session_user|current_role)\\b`,
  'i',
);

/** Session values that PostgreSQL writes as words, all of which are the same user here. */
const userWords = new Set(['session_user', 'current_role']);

/** Functions in FROM whose alias names their column too; those that return one value stand in a subquery. */
const inFrom: Readonly<Record<string, (call: string) => string>> = {
  generate_series: (call) => call,
  string_to_array: (call) => `(SELECT ${call})`,
};

/** Words that begin a clause, among which FROM tells that a function is read as a table. */
const clauses = new Set(
  'select from where group having order limit offset window on using qualify union returning'.split(' '),
);

/** Words that may follow a function in FROM without an alias. */
const notAliases = new Set(
  `anti asof cross except fetch for full group having inner intersect join left limit natural offset on order pivot
   positional qualify right sample semi tablesample union unpivot using where window with`.split(/\s+/),
);

/**
 * Edits that write SQL of PostgreSQL as SQL of DuckDB with the same meaning, found by tokens alone. What DuckDB reads itself
 * is left alone: the text stays SQL of DuckDB, and the gate checks it like any other.
 *
 * Errors: `sql_unknown_function` for a call of PostgreSQL that has no such meaning.
 */
export class PostgresEdits {
  readonly #tokens: TokenText;
  readonly #known: KnownTables;

  constructor(tokens: TokenText, known: KnownTables) {
    this.#tokens = tokens;
    this.#known = known;
  }

  /** The edits of the tokens `[from, to)`. */
  of(from: number, to: number): TextEdit[] {
    const edits: TextEdit[] = [];
    for (let index = from; index < to; ) index = this.#step(index, to, edits);
    return edits;
  }

  /** The text of tokens after their edits. */
  #edited(from: number, to: number): string {
    const { text } = this.#tokens;
    const [start, end] = [this.#tokens.start(from), this.#tokens.end(to - 1)];
    const edits = this.of(from, to).map((edit) => ({
      ...edit,
      start: edit.start - start,
      end: edit.end - start,
    }));
    return applyEdits(text.slice(start, end), edits).text;
  }

  #replace(edits: TextEdit[], from: number, last: number, text: string): number {
    edits.push({ start: this.#tokens.start(from), end: this.#tokens.end(last), text });
    return last + 1;
  }

  /** Reads what begins at a token; returns the index after it. */
  #step(index: number, to: number, edits: TextEdit[]): number {
    const tokens = this.#tokens;
    if (tokens.tokens[index]?.kind === 'string') return this.#arrayLiteral(index, edits);
    const name = tokens.name(index);
    if (name === '' || tokens.symbol(index - 1) === '.') return index + 1;
    const next = tokens.symbol(index + 1);
    if (name === 'public' && next === '.' && this.#known.tables.has(tokens.name(index + 2))) {
      edits.push({ start: tokens.start(index), end: tokens.start(index + 2), text: '' });
      return index + 2;
    }
    const word = tokens.word(index);
    if (userWords.has(word) && next !== '(' && next !== '.' && tokens.word(index - 1) !== 'as')
      return this.#replace(edits, index, index, 'current_user');
    if (next !== '(') return index + 1;
    const close = tokens.closing(index + 1);
    if (close < 0 || close >= to) return index + 1;
    if (['any', 'all', 'some'].includes(word)) return this.#quantified(index, close, edits) ?? index + 1;
    if (word === 'substring') return this.#substring(index, close, edits) ?? index + 1;
    if (word === 'cast') return this.#castCall(index, close, edits) ?? index + 1;
    return this.#call(index, close, edits) ?? this.#table(name, index, close, edits) ?? index + 1;
  }

  #call(index: number, close: number, edits: TextEdit[]): number | undefined {
    const tokens = this.#tokens;
    const template = callTemplates.get(tokens.name(index));
    if (template === undefined) return undefined;
    const spans = tokens.arguments(index + 1, close);
    const strings = spans.map(({ from, to }) => (to === from + 1 ? tokens.string(from) : undefined));
    const sql = spans.map(({ from, to }) => this.#edited(from, to));
    const text = template({ sql, strings });
    if (text === undefined) return undefined;
    if (typeof text === 'string') return this.#replace(edits, index, close, text);
    throw this.#refused(index, text);
  }

  #refused(index: number, { refused, hint }: Refusal): AppError {
    const place = placeAt(this.#tokens.text, this.#tokens.start(index));
    const detail = { message: refused, ...place, candidates: [], hint };
    return new AppError('sql_unknown_function', refused, { hint, sql: [detail] });
  }

  /** `substring(text FROM '[0-9]+')`: what an expression finds. */
  #substring(index: number, close: number, edits: TextEdit[]): number | undefined {
    const tokens = this.#tokens;
    const pattern = tokens.word(close - 2) === 'from' ? tokens.string(close - 1) : undefined;
    if (pattern === undefined || close - 2 <= index + 2) return undefined;
    const found = foundBy(pattern, this.#edited(index + 2, close - 2));
    if (typeof found !== 'string') throw this.#refused(index, found);
    return this.#replace(edits, index, close, found);
  }

  /** `author = ANY($1)`, `author = ANY('{a,b}')`: the type of the array is that of the column beside it. */
  #quantified(index: number, close: number, edits: TextEdit[]): number | undefined {
    const tokens = this.#tokens;
    if (close !== index + 3) return undefined;
    const literal = tokens.string(index + 2);
    const list = literal === undefined ? undefined : listOf(literal);
    const isParameter = tokens.tokens[index + 2]?.kind === 'parameter';
    if (list === undefined && !isParameter) return undefined;
    const type = this.#typeBefore(index) ?? 'VARCHAR';
    return this.#replace(edits, index + 2, index + 2, `CAST(${list ?? tokens.raw(index + 2)} AS ${type}[])`);
  }

  /** The type of the column on the left of `= ANY (…)`. */
  #typeBefore(index: number): string | undefined {
    const tokens = this.#tokens;
    let at = index - 1;
    while (/^[=<>!]+$/.test(tokens.symbol(at))) at -= 1;
    return tokens.name(at) === '' ? undefined : this.#known.typeOfColumn(tokens.name(at));
  }

  /** `'{a,b}'::text[]`. */
  #arrayLiteral(index: number, edits: TextEdit[]): number {
    const tokens = this.#tokens;
    const list = listOf(tokens.string(index) ?? '');
    const type = this.#arrayType(index + 2);
    if (list === undefined || tokens.symbol(index + 1) !== '::' || type === undefined) return index + 1;
    return this.#replace(edits, index, type.last, `CAST(${list} AS ${type.name})`);
  }

  /** `CAST('{a,b}' AS text[])`. */
  #castCall(index: number, close: number, edits: TextEdit[]): number | undefined {
    const tokens = this.#tokens;
    const list = listOf(tokens.string(index + 2) ?? '');
    if (list === undefined || tokens.word(index + 3) !== 'as') return undefined;
    const type = this.#arrayType(index + 4);
    return type?.last === close - 1 ? this.#replace(edits, index + 2, index + 2, list) : undefined;
  }

  /** A type that is written from a token on, if it is one of an array of one dimension. */
  #arrayType(from: number): { name: string; last: number } | undefined {
    const tokens = this.#tokens;
    let at = from;
    while (tokens.word(at) !== '') at += 1;
    const isArray = at > from && tokens.symbol(at) === '[' && tokens.symbol(at + 1) === ']';
    if (!isArray || tokens.symbol(at + 2) === '[') return undefined;
    return { name: tokens.text.slice(tokens.start(from), tokens.end(at + 1)), last: at + 1 };
  }

  /** `FROM generate_series(1, 3) AS i`: PostgreSQL's alias names the column too. */
  #table(name: string, index: number, close: number, edits: TextEdit[]): number | undefined {
    const tokens = this.#tokens;
    const write = inFrom[name];
    if (write === undefined || !this.#isTable(index)) return undefined;
    const at = close + (tokens.word(close + 1) === 'as' ? 2 : 1);
    const isAlias = tokens.name(at) !== '' && !notAliases.has(tokens.word(at));
    if (!isAlias && (name === 'generate_series' || tokens.word(at) === 'with')) return undefined;
    const alias = isAlias ? tokens.raw(at) : sqlName(name);
    const columns = tokens.symbol(at + 1) === '(' && isAlias ? '' : `(${alias})`;
    const call = `${tokens.raw(index)}(${this.#edited(index + 2, close)})`;
    return this.#replace(edits, index, isAlias ? at : close, `${write(call)} AS ${alias}${columns}`);
  }

  /** Whether a call stands in FROM: the clause before it, in the same brackets, is FROM or a join. */
  #isTable(index: number): boolean {
    const tokens = this.#tokens;
    const before = tokens.word(index - 1);
    if (before === 'from' || before === 'join' || before === 'lateral') return true;
    if (tokens.symbol(index - 1) !== ',') return false;
    for (let at = index - 2; at >= 0; at -= 1) {
      const symbol = tokens.symbol(at);
      if (symbol === ')' || symbol === ']') at = tokens.opening(at);
      else if (symbol === '(' || symbol === '[') return false;
      else if (clauses.has(tokens.word(at))) return tokens.word(at) === 'from' || tokens.word(at) === 'on';
      if (at < 0) return false;
    }
    return false;
  }
}
