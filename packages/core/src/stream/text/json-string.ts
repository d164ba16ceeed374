import type { ByteSink } from './byte-sink.ts';
import { punctuationRoom } from './value-writer.ts';

/** What follows the backslash for each byte that JSON escapes: 0 for none, 117 for `u00XX`. */
const escapes = new Uint8Array(256);
escapes.fill(117, 0, 32);
escapes[8] = 98;
escapes[9] = 116;
escapes[10] = 110;
escapes[12] = 102;
escapes[13] = 114;
escapes[34] = 34;
escapes[92] = 92;

const hexDigits = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** Strings up to here get room for the worst case, six bytes for one; for longer ones escapes are counted first. */
const worstCaseMax = 4096;

/** Writes UTF-8 text as a JSON string, quotes included. */
export function writeJsonString(sink: ByteSink, source: Uint8Array, start: number, length: number): void {
  const escaped = length <= worstCaseMax ? length * 6 : escapedLength(source, start, length);
  sink.reserve(escaped + 2 + punctuationRoom);
  const { bytes } = sink;
  let at = sink.length;
  bytes[at++] = 34;
  if (escaped === length) {
    bytes.set(source.subarray(start, start + length), at);
    at += length;
  } else {
    const end = start + length;
    for (let place = start; place < end; place++) {
      const byte = source[place] as number;
      if (escapes[byte] === 0) bytes[at++] = byte;
      else at = writeEscape(bytes, at, byte);
    }
  }
  bytes[at] = 34;
  sink.length = at + 1;
}

function escapedLength(source: Uint8Array, start: number, length: number): number {
  let escaped = length;
  for (let place = start; place < start + length; place++) {
    const kind = escapes[source[place] as number] as number;
    if (kind !== 0) escaped += kind === 117 ? 5 : 1;
  }
  return escaped;
}

function writeEscape(bytes: Uint8Array, at: number, byte: number): number {
  const kind = escapes[byte] as number;
  bytes[at] = 92;
  bytes[at + 1] = kind;
  if (kind !== 117) return at + 2;
  bytes[at + 2] = 48;
  bytes[at + 3] = 48;
  bytes[at + 4] = hexDigits[byte >> 4] as number;
  bytes[at + 5] = hexDigits[byte & 15] as number;
  return at + 6;
}
