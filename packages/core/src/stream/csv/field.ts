import type { ByteSink } from '../text/byte-sink.ts';
import { punctuationRoom } from '../text/value-writer.ts';

const quote = 34;

/** Bytes that call for quotes: `"`, the comma, CR and LF. */
const special = new Uint8Array(256);
for (const byte of [quote, 44, 13, 10]) special[byte] = 1;

/** Writes text as one field: quoted if it is empty or holds `"`, a comma or a line break; `"` doubled. */
export function writeField(sink: ByteSink, source: Uint8Array, start: number, length: number): void {
  const end = start + length;
  let place = start;
  while (place < end && special[source[place] as number] === 0) place++;
  if (place === end && length > 0) {
    sink.reserve(length + punctuationRoom);
    sink.bytes.set(source.subarray(start, end), sink.length);
    sink.length += length;
    return;
  }
  sink.reserve(length * 2 + 2 + punctuationRoom);
  const { bytes } = sink;
  let at = sink.length;
  bytes[at++] = quote;
  for (place = start; place < end; place++) {
    const byte = source[place] as number;
    if (byte === quote) bytes[at++] = quote;
    bytes[at++] = byte;
  }
  bytes[at++] = quote;
  sink.length = at;
}
