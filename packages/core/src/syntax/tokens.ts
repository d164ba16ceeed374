/**
 * Splits SQL text into tokens by DuckDB's rules (its lexer descends from PostgreSQL's `scan.l`), as far as the ends
 * of strings, names, comments and statements depend on them. Reviewed for DuckDB 1.5.6. It never fails: an
 * unterminated token extends to the end of the text, and DuckDB's own parser reports it.
 */
export type TokenKind = 'word' | 'quotedName' | 'string' | 'number' | 'parameter' | 'symbol' | 'semicolon';

export interface Token {
  readonly kind: TokenKind;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/** What is between tokens: the number of comments and their nesting depth. */
export interface CommentCount {
  count: number;
  depthMax: number;
}

/** Unicode characters that DuckDB reads as a space: U+00A0, U+2000 to U+200D, and a few more. */
const unicodeBlank = '\\u00a0\\u2000-\\u200d\\u202f\\u205f\\u2060\\u3000\\ufeff';
const nameStart = `A-Za-z_\\u0080-\\uffff`;

const blanks = new RegExp(`[ \\t\\n\\r\\f\\v${unicodeBlank}]+`, 'y');
const lineComment = /--[^\n\r]*/y;
const commentEdge = /\/\*|\*\//g;
const dollarTag = new RegExp(`\\$(?:[${nameStart}][${nameStart}0-9]*)?\\$`, 'y');
const parameter = new RegExp(`\\?[0-9]*|\\$(?:[0-9]+|[${nameStart}][${nameStart}0-9$]*)`, 'y');
const escapeString = /[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*(?:'|$)/y;
const plainString = /[bBxXnN]?'[^']*(?:''[^']*)*(?:'|$)/y;
const quotedName = /"[^"]*(?:""[^"]*)*(?:"|$)/y;
const word = new RegExp(
  `(?:(?![${unicodeBlank}])[${nameStart}])(?:(?![${unicodeBlank}])[${nameStart}0-9$])*`,
  'y',
);
const number =
  /0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9]+)?/y;

/** Operators shown as one token; the lexer's rule that a comment may begin inside of one does not touch these. */
const operator = /::|:=|=>|->>|->|<=|>=|<>|!=|==|\|\||\*\*|\/\/(?!\*)|&&|[\s\S]/y;

/** Where the pattern, matched at `offset` only, ends; -1 when it does not match there. */
function endOf(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function skipBlockComment(text: string, offset: number, comments: CommentCount): number {
  let depth = 1;
  let end = offset + 2;
  comments.count += 1;
  while (depth > 0) {
    commentEdge.lastIndex = end;
    const edge = commentEdge.exec(text);
    if (edge === null) return text.length;
    depth += edge[0] === '/*' ? 1 : -1;
    comments.depthMax = Math.max(comments.depthMax, depth);
    end = commentEdge.lastIndex;
    if (edge[0] === '/*') comments.count += 1;
  }
  comments.depthMax = Math.max(comments.depthMax, 1);
  return end;
}

function skipBetween(text: string, from: number, comments: CommentCount): number {
  let offset = from;
  for (;;) {
    const start = offset;
    const afterBlanks = endOf(blanks, text, offset);
    if (afterBlanks > 0) offset = afterBlanks;
    if (text.startsWith('--', offset)) {
      comments.count += 1;
      offset = endOf(lineComment, text, offset);
    } else if (text.startsWith('/*', offset)) {
      offset = skipBlockComment(text, offset, comments);
    }
    if (offset === start) return offset;
  }
}

function dollarStringEnd(text: string, offset: number): number {
  const tagEnd = endOf(dollarTag, text, offset);
  if (tagEnd < 0) return -1;
  const tag = text.slice(offset, tagEnd);
  const close = text.indexOf(tag, tagEnd);
  return close < 0 ? text.length : close + tag.length;
}

/** The token that starts at `offset`, which must be neither a space nor a comment. */
export function tokenAt(text: string, offset: number): Token | null {
  if (offset >= text.length) return null;
  const token = (kind: TokenKind, end: number): Token => ({ kind, start: offset, end });
  const first = text[offset];
  if (first === ';') return token('semicolon', offset + 1);
  if (first === '"') return token('quotedName', endOf(quotedName, text, offset));
  if (first === '$' || first === '?') {
    // A dollar tag takes precedence even over a longer parameter name: `$a$b` opens a string.
    const stringEnd = dollarStringEnd(text, offset);
    if (stringEnd > 0) return token('string', stringEnd);
    const parameterEnd = endOf(parameter, text, offset);
    return token(parameterEnd > 0 ? 'parameter' : 'symbol', Math.max(parameterEnd, offset + 1));
  }
  const stringEnd = Math.max(endOf(escapeString, text, offset), endOf(plainString, text, offset));
  if (stringEnd > 0) return token('string', stringEnd);
  const wordEnd = endOf(word, text, offset);
  if (wordEnd > 0) return token('word', wordEnd);
  const numberEnd = endOf(number, text, offset);
  if (numberEnd > 0) return token('number', numberEnd);
  return token('symbol', endOf(operator, text, offset));
}

/** The first token of a text, after blanks and comments; nothing after it is read. */
export function firstToken(text: string): Token | null {
  return tokenAt(text, skipBetween(text, 0, { count: 0, depthMax: 0 }));
}

/** The tokens from an offset on, each read when it is asked for. */
export function* tokensFrom(text: string, offset: number): Generator<Token, undefined> {
  const comments: CommentCount = { count: 0, depthMax: 0 };
  for (let at = skipBetween(text, offset, comments); ; ) {
    const token = tokenAt(text, at);
    if (token === null) return undefined;
    yield token;
    at = skipBetween(text, token.end, comments);
  }
}

/** All tokens in order, without comments and spaces; and statistics of the comments. */
export function tokenize(text: string): { tokens: Token[]; comments: CommentCount } {
  const tokens: Token[] = [];
  const comments: CommentCount = { count: 0, depthMax: 0 };
  for (let offset = skipBetween(text, 0, comments); ; ) {
    const token = tokenAt(text, offset);
    if (token === null) return { tokens, comments };
    tokens.push(token);
    offset = skipBetween(text, token.end, comments);
  }
}

/** The name that a `word` or `quotedName` token spells; case is kept. */
export function nameOf(text: string, token: Token): string {
  const raw = text.slice(token.start, token.end);
  return token.kind === 'quotedName' ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}

/** How a token changes the bracket depth: 1 opens one, -1 closes one. */
export function bracketStep(text: string, { kind, start }: Token): -1 | 0 | 1 {
  if (kind !== 'symbol') return 0;
  const symbol = text[start] ?? '';
  if ('([{'.includes(symbol)) return 1;
  return ')]}'.includes(symbol) ? -1 : 0;
}
