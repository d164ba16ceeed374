import { pgLimits } from '../pg-limits.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';

/** A token of a statement, as far as a session must know it. */
export interface Word {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'parameter' | 'symbol';
  /** As it is written; a quoted name or string without its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const token =
  /(?<blank>\s+|--[^\n]*)|(?<comment>\/\*)|(?<escaped>[eE]'(?:[^'\\]|''|\\.)*')|(?<string>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*")|(?<dollar>\$(?:[A-Za-z_]\w*)?\$)|(?<parameter>\$\d+)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<number>\d[\d.eE_]*)|(?<symbol>::|[<>!=]=|<>|.)/gsuy;

/** The tokens of a text; what is not closed reaches to its end. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < text.length; ) {
    const [end, word] = next(text, at);
    if (word !== undefined) words.push(word);
    at = Math.max(end, at + 1);
  }
  return words;
}

function next(text: string, at: number): [end: number, word?: Word] {
  token.lastIndex = at;
  const { groups = {} } = token.exec(text) ?? {};
  if (groups.blank !== undefined) return [token.lastIndex];
  if (groups.comment !== undefined) return [commentEnd(text, at)];
  const word = (kind: Word['kind'], end: number, own: string): [number, Word] => [
    end,
    { kind, text: own, start: at, end },
  ];
  const end = token.lastIndex;
  if (groups.string !== undefined)
    return word('string', end, groups.string.slice(1, -1).replaceAll("''", "'"));
  if (groups.escaped !== undefined) {
    const own = groups.escaped
      .slice(2, -1)
      .replace(/''|\\(.)/gs, (all: string, letter?: string) => letter ?? all.slice(1));
    return word('string', end, own);
  }
  // an open text with escapes reaches to the end, as other open texts do
  if (/^e$/i.test(groups.word ?? '') && text[end] === "'")
    return word('string', text.length, text.slice(end + 1));
  if (groups.name !== undefined) return word('name', end, groups.name.slice(1, -1).replaceAll('""', '"'));
  if (groups.dollar !== undefined) {
    const close = text.indexOf(groups.dollar, end);
    const stop = close < 0 ? text.length : close;
    return word('string', close < 0 ? stop : close + groups.dollar.length, text.slice(end, stop));
  }
  for (const kind of ['parameter', 'word', 'number'] as const) {
    const own = groups[kind];
    if (own !== undefined) return word(kind, end, own);
  }
  const own = groups.symbol ?? text.slice(at, at + 1);
  // an open quote: the rest is one text
  if (own === "'" || own === '"') return word('string', text.length, text.slice(at + 1));
  return word('symbol', at + own.length, own);
}

function commentEnd(text: string, at: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at;
  let depth = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return text.length;
}

/** A statement of a message, with where it begins. */
export interface StatementText {
  readonly text: string;
  readonly start: number;
  readonly words: readonly Word[];
}

/** The statements between semicolons, without empty ones. Errors: ProtocolError for a text that is too long. */
export function statementsOf(text: string): StatementText[] {
  const { statementLengthMax: max } = pgLimits;
  if (text.length > max)
    throw new ProtocolError('54000', `A message has statements of at most ${max} characters`);
  const statements: StatementText[] = [];
  let from = 0;
  let words: Word[] = [];
  const add = (end: number) => {
    if (words.length > 0)
      statements.push({ text: text.slice(from, end), start: from, words: words.map(moved(from)) });
    words = [];
  };
  for (const word of wordsOf(text)) {
    if (word.kind === 'symbol' && word.text === ';') {
      add(word.start);
      from = word.end;
    } else words.push(word);
  }
  add(text.length);
  return statements;
}

function moved(by: number): (word: Word) => Word {
  return (word) => ({ ...word, start: word.start - by, end: word.end - by });
}
