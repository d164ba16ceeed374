import { isUtf8 } from 'node:buffer';
import { withoutBom } from './open-bytes.ts';
import { recordBytesMax } from './record-chunk.ts';

const newline = 0x0a;

/**
 * The bytes of a CSV file in whole lines of valid UTF-8 without byte order mark. Invalid UTF-8 is replaced with U+FFFD,
 * and the affected lines are counted.
 */
export class CsvText {
  /** Lines in which bytes were replaced. */
  invalidLines = 0;
  #rest: Buffer = Buffer.alloc(0);
  #isFirst = true;

  push(chunk: Buffer): Buffer {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    // Split at a line end, so that no character is split; a line above the record limit is split anywhere.
    const end = bytes.length > recordBytesMax ? bytes.length : bytes.lastIndexOf(newline) + 1;
    this.#rest = Buffer.from(bytes.subarray(end));
    return this.#valid(bytes.subarray(0, end));
  }

  end(): Buffer {
    return this.#valid(this.#rest);
  }

  #valid(bytes: Buffer): Buffer {
    let text = bytes;
    if (!isUtf8(bytes)) {
      this.invalidLines += countInvalidLines(bytes);
      text = Buffer.from(bytes.toString('utf8'));
    }
    if (!this.#isFirst || text.length === 0) return text;
    this.#isFirst = false;
    return withoutBom(text);
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
