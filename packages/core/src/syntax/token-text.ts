import { bracketStep, nameOf, type Token } from './tokens.ts';

/** A text with its tokens, read by their index. Beyond the last token everything is empty. */
export class TokenText {
  readonly text: string;
  readonly tokens: readonly Token[];

  constructor(text: string, tokens: readonly Token[]) {
    this.text = text;
    this.tokens = tokens;
  }

  /** The text of a token. */
  raw(index: number): string {
    const token = this.tokens[index];
    return token === undefined ? '' : this.text.slice(token.start, token.end);
  }

  /** An unquoted word in lower case; empty for another token. */
  word(index: number): string {
    return this.tokens[index]?.kind === 'word' ? this.raw(index).toLowerCase() : '';
  }

  /** A name in lower case, quoted or not; empty for another token. */
  name(index: number): string {
    const token = this.tokens[index];
    return token?.kind === 'word' || token?.kind === 'quotedName'
      ? nameOf(this.text, token).toLowerCase()
      : '';
  }

  symbol(index: number): string {
    return this.tokens[index]?.kind === 'symbol' ? this.raw(index) : '';
  }

  /** The value of a plain string literal; undefined for another token. */
  string(index: number): string | undefined {
    const raw = this.raw(index);
    return this.tokens[index]?.kind === 'string' && raw.startsWith("'") && raw.length > 1 && raw.endsWith("'")
      ? raw.slice(1, -1).replaceAll("''", "'")
      : undefined;
  }

  start(index: number): number {
    return this.tokens[index]?.start ?? this.text.length;
  }

  end(index: number): number {
    return this.tokens[index]?.end ?? this.text.length;
  }

  /** The index of the bracket that closes one; -1 where it stays open. */
  closing(open: number): number {
    let depth = 0;
    for (let index = open; index < this.tokens.length; index += 1) {
      depth += bracketStep(this.text, this.tokens[index] as Token);
      if (depth === 0) return index;
    }
    return -1;
  }

  /** The index of the bracket that one closes; -1 where there is none. */
  opening(close: number): number {
    let depth = 0;
    for (let index = close; index >= 0; index -= 1) {
      depth += bracketStep(this.text, this.tokens[index] as Token);
      if (depth === 0) return index;
    }
    return -1;
  }

  /** The tokens between two brackets, parted at commas: `[from, to)` each; none for empty brackets. */
  arguments(open: number, close: number): { readonly from: number; readonly to: number }[] {
    if (close <= open + 1) return [];
    const parts: { from: number; to: number }[] = [];
    let depth = 0;
    let from = open + 1;
    for (let index = from; index < close; index += 1) {
      depth += bracketStep(this.text, this.tokens[index] as Token);
      if (depth === 0 && this.symbol(index) === ',') {
        parts.push({ from, to: index });
        from = index + 1;
      }
    }
    return [...parts, { from, to: close }];
  }

  /** The first token of the operand that ends with this one: a literal, `a.b.c`, `f(…)`, `(…)`. */
  operandStart(last: number): number {
    let first = this.symbol(last) === ')' ? this.opening(last) : last;
    if (first < 0) return last;
    if (first !== last && this.name(first - 1) !== '' && !keywordsBeforeBracket.has(this.word(first - 1)))
      first -= 1;
    while (this.symbol(first - 1) === '.' && this.name(first - 2) !== '') first -= 2;
    return first;
  }
}

const keywordsBeforeBracket = new Set(
  'select where and or not in on by then else when case having limit any all exists as from join'.split(' '),
);
