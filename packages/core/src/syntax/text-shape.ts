import { type Token, tokenize } from './tokens.ts';

/**
 * A text without its constants: its tokens in order, names in lower case, with one sign for each kind of literal.
 * Spaces, comments and semicolons are left out, and a list of constants is as long as one. Texts that differ only in
 * these have the same shape.
 */
export function shapeOf(text: string): string {
  const shape: string[] = [];
  for (const token of tokenize(text).tokens) {
    const part = partOf(text, token);
    if (part === null) continue;
    shape.push(part);
    const [former, comma] = shape.slice(-3);
    if (shape.length >= 3 && isConstant(part) && comma === ',' && former === part) shape.length -= 2;
  }
  return shape.join(' ');
}

const constants: Partial<Record<Token['kind'], string>> = {
  string: "''",
  number: '0',
  parameter: '?',
};

function isConstant(part: string): boolean {
  return part === "''" || part === '0' || part === '?' || part === 'true';
}

function partOf(text: string, { kind, start, end }: Token): string | null {
  if (kind === 'semicolon') return null;
  const part = text.slice(start, end).toLowerCase();
  if (kind === 'word' && part === 'false') return 'true';
  return constants[kind] ?? part;
}
