import { isUtf8 } from 'node:buffer';
import { type Cells, cellFlags, RowCells } from './cells.ts';
import type { JsonPiece } from './json-record-chunks.ts';
import { parseJson } from './parse-json.ts';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Keys that are looked at no further, and those for which a record has to be read whole. */
const [unread, whole] = [-1, -2];

/** A key as it is written, with the cell of its value, `unread` or `whole`. */
interface Key {
  readonly bytes: Buffer;
  readonly cell: number;
}

export interface JsonCellsOptions {
  /** The outermost fields that are read, by cell. */
  readonly fields: readonly string[];
  /** Fields of which a record needs one. */
  readonly needsOne: ReadonlySet<string>;
  /** Fields that matter although they are not read: a record with a value there has to be read whole. */
  isSpecial(field: string): boolean;
}

/** A list of texts without white space, escapes and the characters that mark tags and mentions. */
export const plainList = /^\["[^\s\p{Cc}#＃@"'\\]+(?:","[^\s\p{Cc}#＃@"'\\]+)*"\]$/u;

const keysMax = 10_000;

/**
 * Reads flat JSON objects into cells: texts without quotes, numbers and words as written, lists and objects as JSON. It
 * reads valid JSON only, which need not be parsed then; all other records have no cells and have to be parsed.
 */
export class JsonCells implements Cells {
  readonly row = new RowCells();
  line = 0;
  readonly #options: JsonCellsOptions;
  readonly #needed: readonly boolean[];
  readonly #classes = new Uint8Array(256);
  readonly #keys = new Map<string, Key>();
  /** The keys of the record before, in order: those of the next one are mostly the same. */
  #order: Key[] = [];
  #pieces: readonly JsonPiece[] = [];
  #next = 0;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(options: JsonCellsOptions) {
    this.#options = options;
    this.#needed = options.fields.map((field) => options.needsOne.has(field));
    const classes = this.#classes;
    for (let byte = 0; byte < 256; byte++)
      classes[byte] = byte >= 0x80 ? cellFlags.wide : byte < 0x20 ? 0x80 : 0;
    classes[quote] = 0x80;
    classes[backslash] = 0x80;
    classes[0x26] = cellFlags.odd;
    classes[0x23] = cellFlags.hash;
    classes[0x40] = cellFlags.at;
  }

  push(pieces: readonly JsonPiece[]): void {
    this.#pieces = pieces;
    this.#next = 0;
  }

  /** The record that was read last. */
  get piece(): JsonPiece {
    return this.#pieces[this.#next - 1] as JsonPiece;
  }

  /** Reads the next record; it has no cells if it has to be parsed. */
  next(): boolean {
    const found = this.#pieces[this.#next++];
    if (found === undefined) return false;
    this.line = found.position;
    this.row.count = 0;
    const { bytes } = found.piece;
    if (bytes === undefined) return true;
    this.#buffer = bytes;
    this.row.clear(bytes, this.#options.fields.length);
    if (!this.#readObject(bytes) || !this.#isRecord() || !isUtf8(bytes)) this.row.count = 0;
    return true;
  }

  #isRecord(): boolean {
    return this.#needed.some((isNeeded, cell) => isNeeded && this.#seen[cell] === 1);
  }

  /** Whether the record has a value for a cell, NULL included. */
  readonly #seen = new Uint8Array(4096);

  #readObject(buffer: Buffer): boolean {
    this.#seen.fill(0, 0, this.#needed.length);
    let at = this.#skipBlanks(0);
    if (buffer[at] !== openBrace) return false;
    at = this.#skipBlanks(at + 1);
    if (buffer[at] === closeBrace) return false;
    for (let place = 0; ; place++) {
      if (buffer[at] !== quote) return false;
      const key = this.#readKey(at + 1, place);
      if (key === undefined) return false;
      at = this.#skipBlanks(at + 2 + key.bytes.length);
      if (buffer[at] !== colon) return false;
      at = this.#readValue(this.#skipBlanks(at + 1), key.cell);
      if (at < 0) return false;
      at = this.#skipBlanks(at);
      if (buffer[at] === closeBrace) return this.#skipBlanks(at + 1) === buffer.length;
      if (buffer[at] !== comma) return false;
      at = this.#skipBlanks(at + 1);
    }
  }

  #skipBlanks(from: number): number {
    const buffer = this.#buffer;
    let at = from;
    for (; ; at++) {
      const byte = buffer[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    }
  }

  #readKey(start: number, place: number): Key | undefined {
    const buffer = this.#buffer;
    const expected = this.#order[place];
    if (expected !== undefined && this.#isAt(expected.bytes, start)) return expected;
    const end = buffer.indexOf(quote, start);
    if (end < 0) return undefined;
    const text = buffer.toString('latin1', start, end);
    let key = this.#keys.get(text);
    if (key === undefined) {
      const bytes = Buffer.from(buffer.subarray(start, end));
      for (const byte of bytes) if (byte < 0x20 || byte === backslash) return undefined;
      key = { bytes, cell: this.#cellOf(bytes.toString('utf8')) };
      if (this.#keys.size < keysMax) this.#keys.set(text, key);
    }
    if (place <= this.#order.length) this.#order[place] = key;
    return key;
  }

  #cellOf(name: string): number {
    const cell = this.#options.fields.indexOf(name);
    if (this.#options.isSpecial(name)) return whole;
    return cell < 0 ? unread : cell;
  }

  /** Whether a key and its closing quote are at a place. */
  #isAt(bytes: Buffer, start: number): boolean {
    const buffer = this.#buffer;
    const { length } = bytes;
    if (buffer[start + length] !== quote) return false;
    for (let i = 0; i < length; i++) if (buffer[start + i] !== bytes[i]) return false;
    return true;
  }

  /** Reads a value and returns where it ends; −1 if the record has to be parsed. */
  #readValue(at: number, cell: number): number {
    const byte = this.#buffer[at];
    if (cell === whole && byte !== 0x6e) return -1;
    if (byte === quote) return this.#readText(at + 1, cell);
    if (byte === openBrace || byte === openBracket) return this.#readNested(at, cell);
    if (byte === 0x74) return this.#readWord(at, 'true', cell, cellFlags.literal);
    if (byte === 0x66) return this.#readWord(at, 'false', cell, cellFlags.literal);
    if (byte === 0x6e) return this.#readWord(at, 'null', cell, 0);
    return this.#readNumber(at, cell);
  }

  #readText(start: number, cell: number): number {
    const buffer = this.#buffer;
    const classes = this.#classes;
    let flags: number = cellFlags.quoted;
    for (let at = start; at < buffer.length; at++) {
      const kind = classes[buffer[at] as number] as number;
      if (kind === 0) continue;
      if (kind !== 0x80) {
        flags |= kind;
        continue;
      }
      const byte = buffer[at];
      if (byte === quote) {
        this.#set(cell, start, at, flags);
        return at + 1;
      }
      if (byte !== backslash) return -1;
      // An escape may stand for any character.
      flags |= cellFlags.escaped | cellFlags.wide | cellFlags.odd | cellFlags.hash | cellFlags.at;
      at++;
      if (buffer[at] === 0x75) {
        for (let i = 1; i <= 4; i++) if (!isHex(buffer[at + i])) return -1;
        at += 4;
      } else if (!escapes.has(buffer[at] as number)) return -1;
    }
    return -1;
  }

  /** A list or an object; it is parsed to know that it is valid. */
  #readNested(start: number, cell: number): number {
    const buffer = this.#buffer;
    let depth = 0;
    let isText = false;
    for (let at = start; at < buffer.length; at++) {
      const byte = buffer[at];
      if (isText) {
        if (byte === backslash) at++;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === openBrace || byte === openBracket) depth++;
      else if (byte === closeBrace || byte === closeBracket) {
        depth--;
        if (depth > 0) continue;
        const text = buffer.toString('utf8', start, at + 1);
        if (text !== '[]' && !plainList.test(text) && parseJson(text) === undefined) return -1;
        this.#set(cell, start, at + 1, cellFlags.nested | cellFlags.wide);
        return at + 1;
      }
    }
    return -1;
  }

  #readWord(start: number, word: string, cell: number, flags: number): number {
    const end = start + word.length;
    if (this.#buffer.toString('latin1', start, end) !== word) return -1;
    if (flags === 0) this.#set(cell, start, start, 0);
    else this.#set(cell, start, end, flags);
    return end;
  }

  #readNumber(start: number, cell: number): number {
    const buffer = this.#buffer;
    let at = start;
    while (isDigit(buffer[at])) at++;
    const isPlain = at > start && (buffer[start] !== 0x30 || at === start + 1);
    const next = buffer[at];
    if (!isPlain || next === 0x2e || next === 0x65 || next === 0x45) {
      for (; at < buffer.length && isNumberByte(buffer[at]); at++);
      const text = buffer.toString('latin1', start, at);
      // Other texts of the same number would not be what a parsed number prints.
      if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) || String(Number(text)) !== text) return -1;
    }
    this.#set(cell, start, at, cellFlags.number);
    return at;
  }

  #set(cell: number, start: number, end: number, flags: number): void {
    if (cell < 0) return;
    this.#seen[cell] = 1;
    this.row.put(cell, start, end, flags);
  }
}

const escapes: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isNumberByte(byte: number | undefined): boolean {
  return isDigit(byte) || byte === 0x2d || byte === 0x2b || byte === 0x2e || byte === 0x65 || byte === 0x45;
}

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
