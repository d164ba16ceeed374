import { AppError } from '@sdq/contract';
import { type Cells, cellFlags, RowCells } from './cells.ts';
import { recordBytesMax } from './record-chunk.ts';

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

/** Classes of bytes beside the flags of cells: a byte that may end a cell or a quoted part, or needs a look. */
const structural = 0x80;

/**
 * Splits CSV text in UTF-8 into rows and cells. RFC 4180 with extensions: any line end (the first one decides), blank
 * lines, and stray quotes: those within a cell belong to its value, and so do all of a cell whose closing quote is not
 * followed by a delimiter.
 */
export class CsvScanner implements Cells {
  readonly row = new RowCells();
  /** The line where the current row begins, from 1. */
  line = 1;
  readonly #delimiter: number;
  readonly #classes = new Uint8Array(256);
  #rest: Buffer = Buffer.alloc(0);
  #at = 0;
  #nextLine = 1;
  #bytesNeeded = 0;
  /** Flags of the quoted part that was read last. */
  #flags = 0;
  #isEnd = false;
  /** The last byte of a line end, and whether a carriage return precedes it; 0 before the first line end. */
  #lineEnd = 0;
  #isCrLf = false;

  readonly #path: string;

  /** `path` is for messages. */
  constructor(delimiter: string, path: string) {
    this.#path = path;
    this.#delimiter = delimiter.charCodeAt(0);
    const classes = this.#classes;
    for (let byte = 0; byte < 256; byte++) {
      if (byte >= 0x80) classes[byte] = cellFlags.wide;
    }
    classes[0x00] = cellFlags.odd;
    classes[0x26] = cellFlags.odd;
    classes[0x23] = cellFlags.hash;
    classes[0x40] = cellFlags.at;
    for (const byte of [this.#delimiter, quote, lineFeed, carriageReturn]) classes[byte] = structural;
  }

  /** Adds text to read; the rows of the text before are no longer valid. */
  push(text: Buffer): void {
    const left = this.#rest.length - this.#at;
    this.#rest = left === 0 ? text : Buffer.concat([this.#rest.subarray(this.#at), text]);
    this.#at = 0;
    this.row.buffer = this.#rest;
  }

  /** Call after the last text. */
  end(): void {
    this.#isEnd = true;
  }

  /** Reads the next row; false if more text is needed. Errors: `file_malformed`. */
  next(): boolean {
    const { length } = this.#rest;
    if (length - this.#at < this.#bytesNeeded && !this.#isEnd) return false;
    this.#bytesNeeded = 0;
    while (this.#at < length) {
      const line = this.#nextLine;
      const after = this.#readRow(this.#at);
      if (after < 0) {
        this.#nextLine = line;
        if (length - this.#at > recordBytesMax) throw this.#fault('a row is larger than 16 MiB', line);
        if (this.#isEnd) throw this.#fault('a quoted cell is not closed', line);
        // Twice the text before the next attempt, so that a long row is not read again and again.
        this.#bytesNeeded = 2 * (length - this.#at);
        return false;
      }
      if (after - this.#at > recordBytesMax) throw this.#fault('a row is larger than 16 MiB', line);
      const isBlank = this.row.count === 1 && this.row.isBare(0);
      this.#at = after;
      this.line = line;
      if (!isBlank) return true;
    }
    return false;
  }

  /** Reads the row that begins at a position and returns where the next one begins; −1 if it is incomplete. */
  #readRow(from: number): number {
    const { row } = this;
    const buffer = this.#rest;
    const { length } = buffer;
    row.count = 0;
    let at = from;
    while (true) {
      const start = at;
      let flags = 0;
      let stray = -1;
      if (at < length && buffer[at] === quote) {
        const close = this.#readQuoted(at + 1);
        if (close < 0) return -1;
        flags = this.#flags;
        const next = close + 1 < length ? this.#endAt(close + 1) : this.#isEnd ? 1 : 0;
        const isCut = close + 1 >= length || (buffer[close + 1] === carriageReturn && close + 2 >= length);
        if (isCut && !this.#isEnd) return -1;
        if (next !== 0) {
          row.add(start + 1, close, flags | cellFlags.quoted, -1);
          if (close + 1 >= length) return length;
          if (buffer[close + 1] === this.#delimiter) {
            at = close + 2;
            continue;
          }
          this.#nextLine++;
          return close + 1 + next;
        }
        stray = close;
        at = close;
      }
      const classes = this.#classes;
      while (true) {
        while (at < length && classes[buffer[at] as number] === 0) at++;
        if (at >= length) {
          if (!this.#isEnd) return -1;
          row.add(start, at, flags, stray);
          return at;
        }
        const kind = classes[buffer[at] as number] as number;
        if (kind !== structural) {
          flags |= kind;
          at++;
          continue;
        }
        if (buffer[at] === this.#delimiter) break;
        const end = this.#endAt(at);
        if (end > 0) {
          row.add(start, at, flags, stray);
          this.#nextLine++;
          return at + end;
        }
        // A line end may be cut in its middle.
        if (buffer[at] === carriageReturn && at + 1 >= length && !this.#isEnd) return -1;
        at++;
      }
      row.add(start, at, flags, stray);
      at++;
    }
  }

  /** The position of the quote that closes a quoted part, from after the opening one; −1 if there is none. */
  #readQuoted(from: number): number {
    const buffer = this.#rest;
    const classes = this.#classes;
    const { length } = buffer;
    let flags = 0;
    for (let at = from; at < length; at++) {
      const byte = buffer[at] as number;
      const kind = classes[byte] as number;
      if (kind === 0) continue;
      if (byte === quote) {
        if (at + 1 < length && buffer[at + 1] === quote) {
          flags |= cellFlags.escaped;
          at++;
          continue;
        }
        this.#flags = flags;
        return at;
      }
      if (byte === this.#delimiter) continue;
      if (kind !== structural) flags |= kind;
      else if (byte === lineFeed || this.#lineEnd === carriageReturn) this.#nextLine++;
    }
    return -1;
  }

  /** 1 or more if a cell ends at a position: the length of the line end there, or 1 for a delimiter. */
  #endAt(at: number): number {
    const buffer = this.#rest;
    const byte = buffer[at];
    if (byte === this.#delimiter) return 1;
    if (byte !== lineFeed && byte !== carriageReturn) return 0;
    if (this.#lineEnd === 0) {
      if (byte === carriageReturn && at + 1 >= buffer.length && !this.#isEnd) return 0;
      this.#isCrLf = byte === carriageReturn && buffer[at + 1] === lineFeed;
      this.#lineEnd = this.#isCrLf ? lineFeed : byte;
    }
    if (!this.#isCrLf) return byte === this.#lineEnd ? 1 : 0;
    return byte === carriageReturn && buffer[at + 1] === lineFeed ? 2 : 0;
  }

  #fault(why: string, line: number): AppError {
    return new AppError('file_malformed', `"${this.#path}" is not valid CSV after line ${line - 1}: ${why}`, {
      hint: 'The file was not imported. Check the quotes from that line on.',
    });
  }
}
