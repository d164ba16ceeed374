import { tokenize } from '../../../packages/core/src/syntax/tokens.ts';

export interface SplitStatement {
  readonly sql: string;
  /** From 1. */
  readonly line: number;
}

/** The statements of a script, which end with semicolons; strings, names and comments may contain them. */
export function splitStatements(text: string): SplitStatement[] {
  const { tokens } = tokenize(text);
  const statements: SplitStatement[] = [];
  let first: number | undefined;
  let last = 0;
  let line = 1;
  let counted = 0;
  const end = () => {
    if (first === undefined) return;
    line += text.slice(counted, first).split('\n').length - 1;
    counted = first;
    statements.push({ sql: text.slice(first, last), line });
    first = undefined;
  };
  for (const token of tokens) {
    if (token.kind === 'semicolon') end();
    else {
      first ??= token.start;
      last = token.end;
    }
  }
  end();
  return statements;
}

/** The first words of a statement in capitals, as many as asked for; opening parentheses are left out. */
export function firstWords(sql: string, count: number): string[] {
  const words: string[] = [];
  for (const { kind, start, end } of tokenize(sql).tokens) {
    const text = sql.slice(start, end);
    if (kind === 'symbol' && text === '(' && words.length === 0) continue;
    if (kind !== 'word') break;
    words.push(text.toUpperCase());
    if (words.length === count) break;
  }
  return words;
}
