import { isUtf8 } from 'node:buffer';
import { recordBytesMax } from './record-chunk.ts';

const newline = 0x0a;

/**
 * Decodes the bytes of a CSV file. Invalid UTF-8 is replaced with U+FFFD, and the affected lines are counted.
 */
export class CsvTextDecoder {
  /** Lines in which bytes were replaced. */
  invalidLines = 0;
  #rest: Buffer = Buffer.alloc(0);
  #isFirst = true;

  push(chunk: Buffer): string {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    // Split at a line end, so that no character is split; a line above the record limit is split anywhere.
    const end = bytes.length > recordBytesMax ? bytes.length : bytes.lastIndexOf(newline) + 1;
    this.#rest = Buffer.from(bytes.subarray(end));
    return this.#decode(bytes.subarray(0, end));
  }

  end(): string {
    return this.#decode(this.#rest);
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
