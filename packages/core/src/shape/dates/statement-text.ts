import type { ColumnRefExpression, Expression, FunctionExpression, SelectNode } from '../../syntax/ast.ts';
import { wordsAfterWhere } from '../../syntax/clause-words.ts';
import { TextPositions } from '../../syntax/text-position.ts';
import { TokenText } from '../../syntax/token-text.ts';
import { bracketStep, nameOf, type Token, tokenize } from '../../syntax/tokens.ts';

/** `[start, end)` of the statement's text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An item of a SELECT list: its place in the list, and how many items the list has. */
interface ItemSpan extends Span {
  readonly place: number;
  readonly list: { count: number };
}

/** Words that end a SELECT list. */
const ending = new Set(['from', 'where', ...wordsAfterWhere]);

/** Finds parts of a statement's tree in its text. */
export class StatementText {
  readonly text: string;
  readonly #positions: TextPositions;
  readonly #tokens: readonly Token[];
  readonly #byStart: ReadonlyMap<number, number>;
  #items: readonly ItemSpan[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.#positions = new TextPositions(text);
    this.#tokens = tokenize(text).tokens;
    this.#byStart = new Map(this.#tokens.map(({ start }, index) => [start, index]));
  }

  /** A column reference, or a call with FILTER and OVER; undefined for another expression, or where its text differs. */
  spanOf(expression: Expression): Span | undefined {
    if (expression.class === 'COLUMN_REF') return this.#columnSpan(expression);
    const called = this.nameSpan(expression);
    const open = called && this.#indexAfter(called.end);
    let close = open === undefined ? undefined : this.#closing(open);
    if (expression.class === 'FUNCTION' && expression.filter !== null) close = this.#clause(close, 'filter');
    if (expression.class === 'WINDOW') {
      if (expression.filter_expr !== null) close = this.#clause(close, 'filter');
      close = this.#clause(close, 'over');
    }
    const last = close === undefined ? undefined : this.#tokens[close];
    return called && last && { start: called.start, end: last.end };
  }

  /** The last token of `FILTER (…)`, `OVER (…)` or `OVER name` after a token. */
  #clause(after: number | undefined, keyword: string): number | undefined {
    if (after === undefined) return undefined;
    const [word, next] = [this.#tokens[after + 1], this.#tokens[after + 2]];
    if (word === undefined || next === undefined) return undefined;
    if (this.text.slice(word.start, word.end).toLowerCase() !== keyword) return undefined;
    return this.text[next.start] === '(' ? this.#closing(after + 2) : after + 2;
  }

  /** Where `INTERVAL '7 days'` or `INTERVAL 7 DAY` ends; undefined for other texts. */
  intervalEnd(interval: Expression): number | undefined {
    const index = this.#indexOf(interval.query_location) ?? -1;
    const [keyword, value, unit] = [index - 1, index, index + 1].map((at) => this.#tokens[at]);
    if (keyword === undefined || value === undefined) return undefined;
    if (this.text.slice(keyword.start, keyword.end).toLowerCase() !== 'interval') return undefined;
    if (interval.class === 'CAST') return value.kind === 'string' ? value.end : undefined;
    return value.kind === 'number' && unit?.kind === 'word' ? unit.end : undefined;
  }

  /** `column AT TIME ZONE 'name'`; undefined where it is written in another way. */
  zonedSpan({ function_name, children, query_location }: FunctionExpression): Span | undefined {
    const [zone, moment] = children;
    if (function_name !== 'timezone' || zone === undefined || moment === undefined) return undefined;
    const index = this.#indexOf(query_location) ?? -1;
    const [before, ...words] = [-1, 0, 1, 2].map((step) => this.#tokens[index + step]);
    const isWritten = words.map((word) => word && this.text.slice(word.start, word.end)).join(' ');
    const [column, name] = [this.spanOf(moment), this.constantSpan(zone)];
    const isWhole =
      /^at time zone$/i.test(isWritten) &&
      column?.end === before?.end &&
      name?.start === this.#tokens[index + 3]?.start;
    return isWhole && column && name ? { start: column.start, end: name.end } : undefined;
  }

  /** A text or a parameter that is one token. */
  constantSpan(constant: Expression): Span | undefined {
    if (constant.class !== 'CONSTANT' && constant.class !== 'PARAMETER') return undefined;
    const index = this.#indexOf(constant.query_location);
    const [token, next] = [this.#tokens[index ?? -1], this.#tokens[(index ?? -1) + 1]];
    // DuckDB joins texts that a line break separates.
    return token !== undefined && /string|parameter/.test(token.kind) && next?.kind !== 'string'
      ? token
      : undefined;
  }

  /** The name of a call that is followed by its brackets. */
  nameSpan(expression: Expression): Span | undefined {
    if (expression.class !== 'FUNCTION' && expression.class !== 'WINDOW') return undefined;
    const index = this.#indexOf(expression.query_location);
    const [token, open] = [this.#tokens[index ?? -1], this.#tokens[(index ?? -1) + 1]];
    if (token === undefined || open === undefined || this.text[open.start] !== '(') return undefined;
    const name = nameOf(this.text, token).toLowerCase();
    const isExtract = name === 'extract' && expression.function_name === 'date_part';
    return isExtract || name === expression.function_name.toLowerCase() ? token : undefined;
  }

  /** Whether a cast is written with `::` or CAST, and not as a call. */
  isCast({ query_location: location }: Expression): boolean {
    const token = this.#tokens[this.#indexOf(location) ?? -1];
    const word = token && this.text.slice(token.start, token.end).toLowerCase();
    return word === '::' || word === 'cast';
  }

  /** Where the text of a span begins in the statement, at the beginning of a token. */
  placesOf({ start, end }: Span): number[] {
    const sought = this.text.slice(start, end);
    const places: number[] = [];
    for (let at = this.text.indexOf(sought); at !== -1; at = this.text.indexOf(sought, at + 1))
      if (this.#byStart.has(at)) places.push(at);
    return places;
  }

  /** How often a function is called by this name. */
  callsOf(name: string): number {
    return this.#tokens.filter((token, at) => {
      const next = this.#tokens[at + 1];
      const isCalled = next !== undefined && this.text[next.start] === '(';
      return isCalled && nameOf(this.text, token).toLowerCase() === name.toLowerCase();
    }).length;
  }

  /** Where the item that contains a position ends, if it is this one of the SELECT's items. */
  itemEnd(position: number, select: SelectNode, item: Expression): number | undefined {
    this.#items ??= itemsOf(this.text, this.#tokens);
    const found = this.#items
      .filter(({ start, end }) => start <= position && position < end)
      .reduce<ItemSpan | undefined>((a, b) => (a !== undefined && a.start > b.start ? a : b), undefined);
    const isSame =
      found?.list.count === select.select_list.length && select.select_list[found.place] === item;
    return isSame ? found.end : undefined;
  }

  #indexOf(location: number): number | undefined {
    const start = this.#positions.utf16(location);
    return start === null ? undefined : this.#byStart.get(start);
  }

  #indexAfter(end: number): number | undefined {
    const index = this.#tokens.findIndex(({ start }) => start >= end);
    return index < 0 ? undefined : index;
  }

  #columnSpan({ column_names: names, query_location }: ColumnRefExpression): Span | undefined {
    const index = this.#indexOf(query_location);
    if (index === undefined) return undefined;
    const tokens = this.#tokens.slice(index, index + 2 * names.length - 1);
    const isSame = tokens.every((token, at) =>
      at % 2 === 1
        ? this.text.slice(token.start, token.end) === '.'
        : nameOf(this.text, token).toLowerCase() === names[at / 2]?.toLowerCase(),
    );
    const last = tokens.at(-1);
    return isSame && tokens.length === 2 * names.length - 1 && last
      ? { start: tokens[0]?.start ?? 0, end: last.end }
      : undefined;
  }

  #closing(open: number): number | undefined {
    const at = new TokenText(this.text, this.#tokens).closing(open);
    return at < 0 ? undefined : at;
  }
}

/** The items of every SELECT list of a text. */
function itemsOf(text: string, tokens: readonly Token[]): ItemSpan[] {
  const items: ItemSpan[] = [];
  type Open = { list: { count: number }; start: number | undefined };
  /** For each open bracket, the SELECT list that it contains. */
  const brackets: (Open | undefined)[] = [undefined];
  let before: Token | undefined;
  let word = '';
  const endItem = () => {
    const open = brackets.at(-1);
    if (open?.start === undefined || before === undefined) return;
    items.push({ start: open.start, end: before.end, place: open.list.count, list: open.list });
    open.list.count += 1;
    open.start = undefined;
  };
  for (const token of tokens) {
    const last = word;
    word = token.kind === 'word' ? text.slice(token.start, token.end).toLowerCase() : '';
    const step = bracketStep(text, token);
    const open = brackets.at(-1);
    const ends = ending.has(word) && !(word === 'from' && last === 'distinct');
    if (step < 0 || ends || token.kind === 'semicolon') endItem();
    if (step < 0) brackets.pop();
    if (ends) brackets[brackets.length - 1] = undefined;
    else if (word === 'select') brackets[brackets.length - 1] = { list: { count: 0 }, start: undefined };
    else if (open !== undefined && text[token.start] === ',' && token.kind === 'symbol') endItem();
    else if (step >= 0 && open !== undefined) open.start ??= token.start;
    if (step > 0) brackets.push(undefined);
    before = token;
  }
  endItem();
  return items;
}
