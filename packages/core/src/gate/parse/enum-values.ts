import { enumPlaceholder } from '../../syntax/enum-placeholder.ts';
import type { Token } from '../../syntax/tokens.ts';

/** Values of one ENUM; the admit stage has the same limit for one that is not within another type. */
const valuesMax = 200;

/**
 * The text with the name of a type in place of each `ENUM ('a', 'b')`, so that all positions stay; null where there
 * is none, or one with too many values. What is left out are string literals only.
 */
export function withoutEnumValues(text: string, tokens: readonly Token[]): string | null {
  const parts: string[] = [];
  let done = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || text.slice(token.start, token.end).toLowerCase() !== 'enum') continue;
    const end = endOfValues(text, tokens, index + 1);
    if (end === null) continue;
    // positions in the AST are in bytes
    const bytes = Buffer.byteLength(text.slice(token.start, end));
    parts.push(text.slice(done, token.start), enumPlaceholder.padEnd(bytes));
    done = end;
  }
  return parts.length === 0 ? null : `${parts.join('')}${text.slice(done)}`;
}

/** Where the parenthesis closes that opens at a token, if it contains string literals and commas alone. */
function endOfValues(text: string, tokens: readonly Token[], open: number): number | null {
  const isSymbol = (token: Token | undefined, symbol: string) =>
    token?.kind === 'symbol' && text.slice(token.start, token.end) === symbol;
  if (!isSymbol(tokens[open], '(')) return null;
  for (let at = open + 1; at <= open + 2 * valuesMax; at += 2) {
    if (tokens[at]?.kind !== 'string') return null;
    const next = tokens[at + 1];
    if (isSymbol(next, ')')) return (next as Token).end;
    if (!isSymbol(next, ',')) return null;
  }
  return null;
}
