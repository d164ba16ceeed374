import { SdqError } from './sdq-error.ts';

const recordBatch = 3;
const endOfStream = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

/**
 * Cuts an Arrow IPC stream into streams of one record batch each, with the schema and dictionaries before it, so that
 * any decoder of whole streams reads them one by one. Errors: `stream_broken` without the end-of-stream marker.
 */
export async function* arrowBatches(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ stream: Uint8Array; rows: number }> {
  const input = new Bytes(parts);
  /** The schema, then dictionaries: what a batch needs before it. */
  const head: Uint8Array[] = [];
  for (;;) {
    const prefix = await input.take(8);
    const view = viewOf(prefix);
    const length = view.getInt32(4, true);
    if (length === 0) return;
    const metadata = await input.take(length);
    const { kind, bodyLength, rows } = messageFacts(metadata);
    const message = [prefix, metadata, await input.take(bodyLength)];
    if (kind === recordBatch) yield { stream: joined([...head, ...message, endOfStream]), rows };
    else head.push(...message);
  }
}

/** Kind, length of the body, and rows of a record batch, from the flatbuffer `Message` (Message.fbs of Arrow). */
function messageFacts(metadata: Uint8Array): { kind: number; bodyLength: number; rows: number } {
  const view = viewOf(metadata);
  const fieldAt = (table: number, slot: number) => {
    const vtable = table - view.getInt32(table, true);
    const at = 4 + 2 * slot;
    const offset = at < view.getUint16(vtable, true) ? view.getUint16(vtable + at, true) : 0;
    return offset === 0 ? undefined : table + offset;
  };
  const numberAt = (at: number | undefined) => (at === undefined ? 0 : Number(view.getBigInt64(at, true)));
  const message = view.getInt32(0, true);
  const kindAt = fieldAt(message, 1);
  const kind = kindAt === undefined ? 0 : view.getUint8(kindAt);
  const headerAt = fieldAt(message, 2);
  const isBatch = kind === recordBatch && headerAt !== undefined;
  return {
    kind,
    bodyLength: numberAt(fieldAt(message, 3)),
    rows: isBatch ? numberAt(fieldAt(headerAt + view.getUint32(headerAt, true), 0)) : 0,
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Bytes of a stream, taken in pieces of a known length. */
class Bytes {
  readonly #parts: AsyncIterator<Uint8Array>;
  #waiting: Uint8Array[] = [];
  #length = 0;

  constructor(parts: AsyncIterable<Uint8Array>) {
    this.#parts = parts[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Uint8Array> {
    while (this.#length < length) {
      const { done, value } = await this.#parts.next();
      if (done) throw new SdqError('stream_broken', 'The Arrow stream ended without its end marker');
      this.#waiting.push(value);
      this.#length += value.length;
    }
    const whole = this.#waiting.length === 1 ? (this.#waiting[0] as Uint8Array) : joined(this.#waiting);
    this.#waiting = [whole.subarray(length)];
    this.#length -= length;
    return whole.slice(0, length);
  }
}
