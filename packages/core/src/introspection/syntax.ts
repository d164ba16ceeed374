import { AppError, sqlLimits } from '@sdq/contract';
import { applyEdits, type TextEdit } from '../syntax/text-edits.ts';
import { placeAt } from '../syntax/text-position.ts';
import type { TokenText } from '../syntax/token-text.ts';
import type { CommandText } from './commands/command.ts';
import { answerCommand } from './commands/commands.ts';
import { tableInfo } from './commands/show.ts';
import {
  functionNames,
  functionTemplates,
  namespaceOf,
  relationName,
  relationOid,
  sessionFunctions,
  typeName,
  typeOid,
} from './functions.ts';
import type { Described } from './relations/given-tables.ts';

/** Words that are session values where no bracket follows. */
const sessionWords = new Set(['current_schema', 'current_catalog', 'current_user']);

/** PostgreSQL's names of types that DuckDB lacks. */
const typeNames: Readonly<Record<string, string>> = {
  name: 'VARCHAR',
  char: 'VARCHAR',
  oid: 'BIGINT',
  regproc: 'VARCHAR',
  sql_identifier: 'VARCHAR',
  character_data: 'VARCHAR',
  yes_or_no: 'VARCHAR',
  cardinal_number: 'INTEGER',
};

/** Types whose values are names and numbers of the catalogue: casts between them are computed here. */
const catalogCasts: Readonly<
  Record<string, (sql: string, literal: string | undefined, isName: boolean, described: Described) => string>
> = {
  regclass: (sql, literal, isName, described) =>
    isName ? relationOid(sql, literal, described) : relationName(sql, described),
  regtype: (sql, literal, isName) => (isName ? typeOid(sql, literal) : typeName(sql)),
  regnamespace: (sql, literal, isName) => namespaceOf(sql, isName ? literal : undefined),
};

/**
 * Edits of PostgreSQL's syntax and of functions of sessions and catalogues, found by tokens alone: DuckDB's parser does
 * not read all of it. The gate checks the result like any other text.
 */
export class SyntaxEdits {
  readonly #tokens: TokenText;
  readonly #described: Described;
  readonly #platform: string;
  /** Whether the text names a relation of the catalogue: functions over the catalogue are answered beside one only. */
  readonly #readsCatalogue: boolean;
  /** Whether the text calls a function of sessions or catalogues. */
  asks = false;

  constructor(tokens: TokenText, described: Described, platform: string) {
    this.#tokens = tokens;
    this.#described = described;
    this.#platform = platform;
    this.#readsCatalogue = namesRelation(tokens, described);
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
    const [start, end] = [this.#tokens.start(from), this.#tokens.end(last)];
    // templates repeat their arguments
    if (text.length > sqlLimits.textBytesMax) throw tooLong(this.#tokens, from);
    for (let at = edits.length - 1; at >= 0 && (edits[at]?.start ?? 0) >= start; at -= 1) {
      if ((edits[at]?.end ?? 0) <= end) edits.splice(at, 1);
    }
    edits.push({ start, end, text });
    return last + 1;
  }

  /** Reads what begins at a token; returns the index after it. */
  #step(index: number, to: number, edits: TextEdit[]): number {
    const tokens = this.#tokens;
    const symbol = tokens.symbol(index);
    if (index === 0) this.#tableOfCommand(index, edits);
    if (symbol === '::') return this.#doubleColon(index, edits);
    if (symbol === '(') return this.#nestedCommand(index, edits) ?? index + 1;
    const name = tokens.name(index);
    if (name === '' || tokens.symbol(index - 1) === '.') return index + 1;
    const isSchema =
      (name === 'pg_catalog' || name === 'information_schema') && tokens.symbol(index + 1) === '.';
    const at = isSchema ? index + 2 : index;
    const next = tokens.symbol(at + 1);
    if (next === '(') {
      const after = this.#call(index, at, to, edits);
      if (after !== undefined) return after;
      if (name === 'pg_catalog') {
        this.#columnOfSeries(at, to, edits);
        return this.#strip(index, at, edits);
      }
    }
    const word = tokens.word(index);
    if (word === 'operator' && next === '(' && tokens.name(index + 2) === 'pg_catalog') {
      const close = tokens.closing(index + 1);
      if (close > 0 && close < to) {
        const operator = tokens.text.slice(tokens.start(index + 4), tokens.start(close)).trim();
        return this.#replace(edits, index, close, operator);
      }
    }
    if (word === 'collate') {
      const last = tokens.name(index + 1) === 'pg_catalog' ? index + 3 : index + 1;
      if (tokens.name(last) === 'default') return this.#replace(edits, index, last, '');
    }
    if (
      (sessionWords.has(word) || (word === 'user' && this.#readsCatalogue)) &&
      tokens.symbol(index - 1) !== '.' &&
      next !== '(' &&
      next !== '.' &&
      tokens.word(index - 1) !== 'as' &&
      !this.#described.tables.some(({ columns }) => columns.some((column) => column.name === word))
    ) {
      const text = functionTemplates.get(word)?.({ sql: [], strings: [] }, this.#described);
      if (text !== undefined) {
        this.asks = true;
        return this.#replace(edits, index, index, text);
      }
    }
    return index + 1;
  }

  /** `pg_catalog.generate_series(…) s`: PostgreSQL's alias names its column too. */
  #columnOfSeries(at: number, to: number, edits: TextEdit[]): void {
    const tokens = this.#tokens;
    const close = tokens.name(at) === 'generate_series' ? tokens.closing(at + 1) : -1;
    const alias = close + (tokens.word(close + 1) === 'as' ? 2 : 1);
    const isAlias = tokens.name(alias) !== '' && !notAliases.has(tokens.word(alias));
    if (close < 0 || alias >= to || !isAlias || tokens.symbol(alias + 1) === '(') return;
    const end = tokens.end(alias);
    edits.push({ start: end, end, text: `(${tokens.raw(alias)})` });
  }

  /** Removes the qualifier of a name. */
  #strip(index: number, at: number, edits: TextEdit[]): number {
    edits.push({ start: this.#tokens.start(index), end: this.#tokens.start(at), text: '' });
    return at + 1;
  }

  /** A call of `name(…)` at a token; undefined for one that is left alone. */
  #call(from: number, at: number, to: number, edits: TextEdit[]): number | undefined {
    const tokens = this.#tokens;
    const close = tokens.closing(at + 1);
    if (close < 0 || close >= to) return undefined;
    const name = tokens.name(at);
    if (name === 'cast') return this.#castCall(at, close, edits);
    const spans = tokens.arguments(at + 1, close);
    if (name === '_pg_expandarray' && spans.length === 1) {
      const list = this.#edited(at + 2, close);
      const text = `unnest(list_transform(${list}, lambda given_value, given_place: {'x': given_value, 'n': given_place}))`;
      return this.#replace(edits, from, close, text);
    }
    if (name === 'pragma_table_info') {
      const text = tableInfo(this.#command(at + 2, close));
      return text === undefined ? undefined : this.#replace(edits, from, close, text);
    }
    const renamed = functionNames[name];
    if (renamed !== undefined) {
      edits.push({ start: tokens.start(from), end: tokens.end(at), text: renamed });
      return at + 1;
    }
    const template =
      this.#readsCatalogue || sessionFunctions.has(name) ? functionTemplates.get(name) : undefined;
    if (template === undefined || tokens.name(from) === 'information_schema') return undefined;
    const strings = spans.map((span) => (span.to === span.from + 1 ? tokens.string(span.from) : undefined));
    const given = spans.map((span) => this.#edited(span.from, span.to));
    const text = template({ sql: given, strings }, this.#described);
    // a call that is left to the gate is left with its arguments: reading them again would double the work at each depth
    if (text === undefined) return close + 1;
    this.asks = true;
    return this.#replace(edits, from, close, withParameters(text, given));
  }

  /** `CAST(x AS regclass)`. */
  #castCall(at: number, close: number, edits: TextEdit[]): number | undefined {
    const tokens = this.#tokens;
    const typeAt = close - 1;
    const before = ['pg_catalog', 'information_schema'].includes(tokens.name(typeAt - 2))
      ? typeAt - 3
      : typeAt - 1;
    const type = tokens.name(typeAt);
    const known = catalogCasts[type];
    if (tokens.word(before) !== 'as' || before <= at + 2) return undefined;
    if (known !== undefined && !this.#readsCatalogue) return undefined;
    if (known !== undefined) {
      const text = this.#catalogCast(known, at + 2, before);
      return this.#replace(edits, at, close, text);
    }
    const replaced = typeNames[type];
    if (before === typeAt - 1 && (replaced === undefined || isPlainChar(tokens, typeAt))) return undefined;
    const operand = this.#edited(at + 2, before);
    return this.#replace(edits, at, close, `CAST(${operand} AS ${replaced ?? tokens.raw(typeAt)})`);
  }

  #doubleColon(index: number, edits: TextEdit[]): number {
    const tokens = this.#tokens;
    const isQualified =
      ['pg_catalog', 'information_schema'].includes(tokens.name(index + 1)) &&
      tokens.symbol(index + 2) === '.';
    const typeAt = isQualified ? index + 3 : index + 1;
    const type = tokens.name(typeAt);
    const known = this.#readsCatalogue ? catalogCasts[type] : undefined;
    if (known !== undefined) {
      const first = tokens.operandStart(index - 1);
      return this.#replace(edits, first, typeAt, this.#catalogCast(known, first, index));
    }
    const replaced = typeNames[type];
    if (replaced !== undefined && !isPlainChar(tokens, typeAt))
      return this.#replace(edits, index + 1, typeAt, replaced);
    return isQualified ? this.#strip(index + 1, typeAt, edits) : index + 1;
  }

  #catalogCast(cast: (typeof catalogCasts)[string], from: number, to: number): string {
    const tokens = this.#tokens;
    const isOne = to === from + 1;
    const literal = isOne ? tokens.string(from) : undefined;
    return cast(this.#edited(from, to), literal, this.#isName(from, to), this.#described);
  }

  /** Whether an operand is a name: not a number, and not a column unless its own name says so. */
  #isName(from: number, to: number): boolean {
    const tokens = this.#tokens;
    const kind = tokens.tokens[from]?.kind;
    if (to === from + 1 && (kind === 'string' || kind === 'parameter')) return true;
    if (to === from + 1 && kind === 'number') return false;
    const isColumn = Array.from({ length: to - from }, (_, at) => from + at).every((index) =>
      (index - from) % 2 === 0 ? tokens.name(index) !== '' : tokens.symbol(index) === '.',
    );
    return !isColumn || /name$/.test(tokens.name(to - 1));
  }

  #command(from: number, to: number): CommandText {
    return { tokens: this.#tokens, from, to, described: this.#described, platform: this.#platform };
  }

  /** `SUMMARIZE videos` becomes `SUMMARIZE FROM videos`: a name that a relation can replace. */
  #tableOfCommand(index: number, edits: TextEdit[]): void {
    const tokens = this.#tokens;
    const verb = tokens.word(index);
    const isShow = verb === 'show';
    if (!isShow && !['describe', 'desc', 'summarize'].includes(verb)) return;
    const isName = tokens.tokens[index + 1]?.kind === 'quotedName' || tokens.word(index + 1) !== '';
    if (!isName || queryWords.has(tokens.word(index + 1))) return;
    if (isShow) edits.push({ start: tokens.start(index), end: tokens.end(index), text: 'DESCRIBE' });
    edits.push({ start: tokens.start(index + 1), end: tokens.start(index + 1), text: 'FROM ' });
  }

  /** `(SHOW TABLES)` in FROM. */
  #nestedCommand(open: number, edits: TextEdit[]): number | undefined {
    const tokens = this.#tokens;
    if (!['show', 'describe', 'desc', 'pragma', 'summarize'].includes(tokens.word(open + 1)))
      return undefined;
    const close = tokens.closing(open);
    if (close < 0) return undefined;
    this.#tableOfCommand(open + 1, edits);
    const text = answerCommand(this.#command(open + 1, close));
    if (text === undefined) return undefined;
    this.asks = true;
    return this.#replace(edits, open + 1, close - 1, text);
  }
}

/** Whether some name is that of a relation of the catalogue, qualified or not. */
function namesRelation(tokens: TokenText, { given }: Described): boolean {
  return tokens.tokens.some((_, index) => {
    const name = tokens.name(index);
    const isSchema = name === 'pg_catalog' || name === 'information_schema';
    if (isSchema && tokens.symbol(index + 1) === '.') return given.has(`${name}.${tokens.name(index + 2)}`);
    return name.startsWith('pg_') && tokens.symbol(index + 1) !== '(' && given.has(`pg_catalog.${name}`);
  });
}

function tooLong(tokens: TokenText, index: number): AppError {
  const message = 'Calls of catalogue functions are nested too deeply';
  const detail = { message, ...placeAt(tokens.text, tokens.start(index)), candidates: [], hint: null };
  return new AppError('statement_not_allowed', message, { sql: [detail] });
}

/** Words that may follow a table without an alias. */
const notAliases = new Set(
  'where join on left right full inner cross group order limit union except intersect having window'.split(
    ' ',
  ),
);

/** Words that begin a query. */
const queryWords = new Set(
  'select with from values table pivot unpivot all tables databases schemas'.split(' '),
);

/** `char` without quotes is a type of DuckDB too. */
function isPlainChar(tokens: TokenText, index: number): boolean {
  return tokens.word(index) === 'char';
}

/** The same value, with the parameters of arguments that it does not use: a value is bound for each. */
function withParameters(text: string, given: readonly string[]): string {
  const unused = given.filter(
    (sql) => /^\s*(?:\$\w+|\?)\s*(?:::\s*\w+)?\s*$/.test(sql) && !text.includes(sql),
  );
  if (unused.length === 0) return text;
  const tests = unused.map((sql) => `(${sql}) IS NULL`).join(' OR ');
  return `(CASE WHEN ${tests} OR true THEN ${text} END)`;
}
