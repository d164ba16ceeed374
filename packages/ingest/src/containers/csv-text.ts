import { isUtf8 } from 'node:buffer';
import type { CsvDialect } from './record-chunk.ts';
import { recordBytesMax } from './record-chunk.ts';

const newline = 0x0a;

/**
 * Decodes the bytes of a CSV file. Invalid UTF-8 is replaced with U+FFFD, and the affected lines are counted. UTF-16 with
 * a byte order mark, as exported by spreadsheets, is supported too.
 */
export class CsvTextDecoder {
  /** Lines in which bytes were replaced. */
  invalidLines = 0;
  readonly #encoding: CsvDialect['encoding'];
  readonly #utf16: InstanceType<typeof TextDecoder> | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #isFirst = true;

  constructor(encoding: CsvDialect['encoding']) {
    this.#encoding = encoding;
    if (encoding !== 'utf-8') this.#utf16 = new TextDecoder(encoding);
  }

  push(chunk: Buffer): string {
    if (this.#utf16 !== undefined) return this.#utf16.decode(chunk, { stream: true });
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    // Split at a line end, so that no character is split; a line above the record limit is split anywhere.
    const end = bytes.length > recordBytesMax ? bytes.length : bytes.lastIndexOf(newline) + 1;
    this.#rest = Buffer.from(bytes.subarray(end));
    return this.#decode(bytes.subarray(0, end));
  }

  end(): string {
    return this.#encoding === 'utf-8' ? this.#decode(this.#rest) : (this.#utf16?.decode() ?? '');
  }

  #decode(bytes: Buffer): string {
    if (!isUtf8(bytes)) this.invalidLines += countInvalidLines(bytes);
    const text = bytes.toString('utf8');
    if (!this.#isFirst || text === '') return text;
    this.#isFirst = false;
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }
}

function countInvalidLines(bytes: Buffer): number {
  let count = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(newline, from);
    const to = end < 0 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(from, to))) count++;
    from = to;
  }
  return count;
}

/** The encoding according to the byte order mark. */
export function csvEncoding(head: Buffer): CsvDialect['encoding'] {
  if (head.length >= 2 && head.readUInt16BE(0) === 0xfffe) return 'utf-16le';
  if (head.length >= 2 && head.readUInt16BE(0) === 0xfeff) return 'utf-16be';
  return 'utf-8';
}
