/**
 * Reads a Python literal as `repr` prints it: lists, tuples, dicts, strings, numbers, True, False, None. Collectors
 * that write a list into a CSV cell with `str()` leave such text. Undefined when it is not one; at most 64 levels.
 */
export function parsePythonLiteral(text: string): unknown {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    return reader.atEnd() ? value : undefined;
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

class NotALiteral extends Error {}

const depthMax = 64;
const closers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  "'": "'",
  '"': '"',
  '\\': '\\',
};

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length;
  }

  value(depth: number): unknown {
    if (depth > depthMax) throw new NotALiteral();
    this.#skipBlanks();
    const first = this.#text[this.#at] ?? '';
    if (first in closers) return this.#container(first, depth);
    if (first === "'" || first === '"') return this.#string();
    const word = /[\w.+-]+/y;
    word.lastIndex = this.#at;
    const token = word.exec(this.#text)?.[0];
    if (token === undefined) throw new NotALiteral();
    this.#at += token.length;
    if (token === 'None' || token === 'nan' || token === 'null') return null;
    if (/^true$/i.test(token)) return true;
    if (/^false$/i.test(token)) return false;
    if (/^-?\d+$/.test(token)) return token.length > 15 ? BigInt(token) : Number(token);
    if (/^-?\d/.test(token) && Number.isFinite(Number(token))) return Number(token);
    throw new NotALiteral();
  }

  #container(open: string, depth: number): unknown {
    const close = closers[open] ?? '';
    this.#at++;
    const list: unknown[] = [];
    const entries: [string, unknown][] = [];
    while (!this.#take(close)) {
      const value = this.value(depth + 1);
      if (open === '{' && this.#take(':')) entries.push([String(value), this.value(depth + 1)]);
      else list.push(value);
      if (!this.#take(',')) {
        if (!this.#take(close)) throw new NotALiteral();
        break;
      }
    }
    return entries.length > 0 ? Object.fromEntries(entries) : list;
  }

  #string(): string {
    const quote = this.#text[this.#at++];
    let text = '';
    for (;;) {
      const character = this.#text[this.#at++];
      if (character === undefined) throw new NotALiteral();
      if (character === quote) return text;
      text += character === '\\' ? this.#escape() : character;
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at++] ?? '';
    const size = { x: 2, u: 4, U: 8 }[letter];
    if (size === undefined) return escapes[letter] ?? `\\${letter}`;
    const hex = this.#text.slice(this.#at, this.#at + size);
    const code = /^[0-9a-f]+$/i.test(hex) ? Number.parseInt(hex, 16) : Number.NaN;
    if (hex.length !== size || !(code <= 0x10ffff)) throw new NotALiteral();
    this.#at += size;
    return String.fromCodePoint(code);
  }

  #take(character: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}
