import type { SqlErrorDetail } from '@sdq/contract';
import { tokenAt } from './tokens.ts';

/** Characters that DuckDB replaces by an ASCII space before it parses, outside quotes. */
const unicodeBlank = /[\u00a0\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]/;

/**
 * UTF-16 offsets of the Unicode spaces that DuckDB replaces. Its scan (`Parser::StripUnicodeSpaces`) knows quotes,
 * dollar quotes and line comments, but neither block comments nor backslash escapes. The byte offsets it reports
 * refer to the text after the replacement, so this function imitates it, including its quirks. Reviewed for DuckDB
 * 1.5.6.
 */
function replacedBlanks(text: string): Set<number> {
  const replaced = new Set<number>();
  if (!unicodeBlank.test(text)) return replaced;
  const tagged = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;
  for (let offset = 0; offset < text.length; offset += 1) {
    const char = text[offset] as string;
    if (unicodeBlank.test(char)) replaced.add(offset);
    else if (char === '"' || char === "'") {
      let close = offset + 1;
      while (close < text.length && (text[close] !== char || text[close + 1] === char)) {
        close += text[close] === char ? 2 : 1;
      }
      offset = close;
    } else if (char === '$') {
      tagged.lastIndex = offset;
      const tag = tagged.exec(text)?.[0];
      if (tag === undefined) continue;
      const close = text.indexOf(tag, offset + tag.length);
      offset = close < 0 ? text.length : close + tag.length - 1;
    } else if (text.startsWith('--', offset)) {
      while (offset < text.length && text[offset] !== '\n' && text[offset] !== '\r') offset += 1;
    }
  }
  return replaced;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** Converts DuckDB's byte offsets in one text to UTF-16 offsets. */
export class TextPositions {
  readonly text: string;
  /** UTF-16 offset by byte offset; null when the two agree. */
  readonly #offsets: Uint32Array | null;

  constructor(text: string) {
    this.text = text;
    this.#offsets = Buffer.byteLength(text) === text.length ? null : TextPositions.#map(text);
  }

  static #map(text: string): Uint32Array {
    const replaced = replacedBlanks(text);
    const offsets = new Uint32Array(Buffer.byteLength(text) + 1);
    let byte = 0;
    for (let offset = 0; offset < text.length; ) {
      const codePoint = text.codePointAt(offset) as number;
      const bytes = replaced.has(offset) ? 1 : utf8Length(codePoint);
      offsets.fill(offset, byte, byte + bytes);
      byte += bytes;
      offset += codePoint > 0xffff ? 2 : 1;
    }
    offsets.fill(text.length, byte);
    return offsets;
  }

  /** Null for the offset DuckDB gives to nodes without a position (2^64 - 1), and for one outside the text. */
  utf16(byteOffset: number): number | null {
    if (!Number.isSafeInteger(byteOffset) || byteOffset < 0) return null;
    const offset = this.#offsets === null ? byteOffset : this.#offsets[byteOffset];
    return offset === undefined || offset > this.text.length ? null : offset;
  }
}

/**
 * UTF-16 offset of a code point: DuckDB's parser, unlike its tree, counts code points in the positions of syntax
 * errors.
 */
export function offsetOfCodePoint(text: string, index: number): number | null {
  if (!Number.isSafeInteger(index) || index < 0) return null;
  let offset = 0;
  for (let count = 0; count < index; count += 1) {
    if (offset >= text.length) return null;
    offset += (text.codePointAt(offset) as number) > 0xffff ? 2 : 1;
  }
  return offset;
}

const tokenLengthShown = 60;

/** Line and column (from 1), length and word at a UTF-16 offset. A null offset gives nulls. */
export function placeAt(
  text: string,
  offset: number | null,
): Pick<SqlErrorDetail, 'offset' | 'length' | 'line' | 'column' | 'near'> {
  if (offset === null) return { offset: null, length: null, line: null, column: null, near: null };
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const token = tokenAt(text, offset);
  return {
    offset,
    length: Math.max(1, token === null ? 1 : token.end - offset),
    line: before.split('\n').length,
    column: offset - lineStart + 1,
    near: token === null ? null : text.slice(offset, Math.min(token.end, offset + tokenLengthShown)),
  };
}
