/** What the console needs to know of a text before the service has answered: its words, parameters and CTEs. */
export interface SqlToken {
  kind: 'word' | 'quoted' | 'parameter' | 'punctuation';
  text: string;
  from: number;
  to: number;
}

const pattern =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<literal>[eE]?'(?:[^']|'')*(?:'|$)|\$\$[\s\S]*?(?:\$\$|$)|\$([A-Za-z_]\w*)\$[\s\S]*?(?:\$\3\$|$)|\d[\w.]*)|(?<quoted>"(?:[^"]|"")*(?:"|$))|(?<parameter>\$[A-Za-z_]\w*|\$\d+)|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<punctuation>[^\s])/gu;

/** Tokens without comments, texts and numbers. */
export function readSql(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const { index, 0: text, groups = {} } of sql.matchAll(pattern)) {
    for (const kind of ['word', 'quoted', 'parameter', 'punctuation'] as const)
      if (groups[kind] !== undefined) tokens.push({ kind, text, from: index, to: index + text.length });
  }
  return tokens;
}

/** Names of `$name` parameters, in the order in which they first occur. */
export function parameterNames(sql: string): string[] {
  const names = readSql(sql)
    .filter(({ kind, text }) => kind === 'parameter' && !/^\$\d/.test(text))
    .map(({ text }) => text.slice(1));
  return [...new Set(names)];
}

/** A CTE with the query that shows its rows. */
export interface CtePreview {
  name: string;
  sql: string;
}

/** The CTEs of a statement that begins with WITH, each with a query of its rows; later CTEs are left out. */
export function ctePreviews(sql: string): CtePreview[] {
  const tokens = readSql(sql);
  const isWord = (at: number, word: string) =>
    tokens[at]?.kind === 'word' && tokens[at]?.text.toUpperCase() === word;
  if (!isWord(0, 'WITH')) return [];
  let at = isWord(1, 'RECURSIVE') ? 2 : 1;
  const found: CtePreview[] = [];
  for (;;) {
    const name = tokens[at];
    if (name === undefined || (name.kind !== 'word' && name.kind !== 'quoted')) return found;
    at++;
    if (tokens[at]?.text === '(') at = afterParentheses(tokens, at);
    if (!isWord(at, 'AS')) return found;
    at++;
    if (isWord(at, 'NOT')) at++;
    if (isWord(at, 'MATERIALIZED')) at++;
    if (tokens[at]?.text !== '(') return found;
    at = afterParentheses(tokens, at);
    const end = tokens[at - 1];
    if (end === undefined || end.text !== ')') return found;
    found.push({ name: name.text, sql: `${sql.slice(0, end.to)}\nSELECT * FROM ${name.text}` });
    if (tokens[at]?.text !== ',') return found;
    at++;
  }
}

function afterParentheses(tokens: readonly SqlToken[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (tokens[at]?.text === '(') depth++;
    if (tokens[at]?.text === ')' && --depth === 0) return at + 1;
  }
  return tokens.length;
}

/** The statement of several, separated by semicolons, in which a position lies. */
export function statementAt(sql: string, position: number): { from: number; to: number } {
  let from = 0;
  for (const { text, kind, from: start, to } of readSql(sql)) {
    if (kind !== 'punctuation' || text !== ';') continue;
    if (position <= to) return { from, to: start };
    from = to;
  }
  return sql.slice(from).trim() === '' ? statementBefore(sql, from) : { from, to: sql.length };
}

/** After the last semicolon only blanks follow: the statement before it. */
function statementBefore(sql: string, end: number): { from: number; to: number } {
  const ends = readSql(sql.slice(0, end)).filter(({ text }) => text === ';');
  return { from: ends.at(-2)?.to ?? 0, to: ends.at(-1)?.from ?? sql.length };
}

/** A name of a column or table as SQL writes it: quoted where it must be. */
export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

const reserved = new Set(
  'all and any array as asc case cast check collate column create cross default desc distinct else end except exists false fetch for foreign from full group having in inner intersect into is join lateral leading left like limit natural not null offset on only or order outer primary qualify references right select some summarize table then to trailing true union unique using values when where window with'.split(
    ' ',
  ),
);

const clauses = new Set(
  'from join left where group having qualify order limit offset union except intersect'.split(' '),
);

/** A query with its clauses on lines of their own, unless it has lines already. */
export function onLines(sql: string): string {
  if (sql.includes('\n')) return sql;
  let depth = 0;
  let taken = 0;
  let lines = '';
  let before = '';
  for (const { kind, text, from } of readSql(sql)) {
    if (text === '(') depth++;
    if (text === ')') depth--;
    const word = text.toLowerCase();
    const begins =
      kind === 'word' && depth === 0 && clauses.has(word) && before !== 'left' && before !== 'distinct';
    if (begins && from > 0) {
      lines += `${sql.slice(taken, from).trimEnd()}\n`;
      taken = from;
    }
    before = word;
  }
  return lines + sql.slice(taken);
}

/** The rows of a query with a further clause, `WHERE …` or `ORDER BY …`, as a query. */
export function withClause(sql: string, clause: string): string {
  const inner = sql.trim().replace(/;\s*$/, '');
  return `SELECT *\nFROM (\n${inner.replace(/^/gm, '  ')}\n)\n${clause}`;
}

/** The rows of a query sorted by a column, largest first; smallest first where it sorts them so already. */
export function withOrder(sql: string, column: string): { sql: string; clause: string } {
  const falling = `ORDER BY ${quoteName(column)} DESC NULLS LAST`;
  if (!sql.endsWith(`)\n${falling}`)) return { sql: withClause(sql, falling), clause: falling };
  const rising = `ORDER BY ${quoteName(column)} ASC NULLS LAST`;
  return { sql: `${sql.slice(0, -falling.length)}${rising}`, clause: rising };
}
