/** One message of an Arrow IPC stream, in memory of its own, aligned. */
export interface ArrowMessage {
  kind: 'schema' | 'dictionary' | 'batch';
  bytes: Uint8Array;
}

const kinds = [undefined, 'schema', 'dictionary', 'batch'] as const;

export class StreamBroken extends Error {}

/**
 * Cuts an Arrow IPC stream into messages as its bytes arrive.
 * @throws StreamBroken when the stream ends within a message or without its end mark.
 */
export async function* arrowMessages(
  body: ReadableStream<Uint8Array>,
  onBytes?: (count: number) => void,
): AsyncGenerator<ArrowMessage> {
  const source = new ByteSource(body, onBytes);
  try {
    for (;;) {
      const head = await source.take(8);
      const size = new DataView(head.buffer).getInt32(4, true);
      if (size === 0) return; // the end mark
      const meta = await source.take(size);
      const { kind, bodyLength } = readHeader(meta);
      const bytes = new Uint8Array(8 + size + bodyLength);
      bytes.set(head);
      bytes.set(meta, 8);
      await source.fill(bytes, 8 + size);
      if (kind !== undefined) yield { kind, bytes };
    }
  } finally {
    source.release();
  }
}

/** Kind and length of the body, from a message's flatbuffer. */
function readHeader(meta: Uint8Array): { kind: ArrowMessage['kind'] | undefined; bodyLength: number } {
  const view = new DataView(meta.buffer);
  const table = view.getUint32(0, true);
  const fields = table - view.getInt32(table, true);
  const length = view.getUint16(fields, true);
  const slot = (i: number) => (4 + 2 * i < length ? view.getUint16(fields + 4 + 2 * i, true) : 0);
  return {
    kind: kinds[slot(1) ? view.getUint8(table + slot(1)) : 0],
    bodyLength: slot(3) ? Number(view.getBigInt64(table + slot(3), true)) : 0,
  };
}

class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #onBytes: ((count: number) => void) | undefined;
  #chunk = new Uint8Array(0);
  #at = 0;

  constructor(body: ReadableStream<Uint8Array>, onBytes?: (count: number) => void) {
    this.#reader = body.getReader();
    this.#onBytes = onBytes;
  }

  async take(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    await this.fill(bytes, 0);
    return bytes;
  }

  async fill(into: Uint8Array, from: number): Promise<void> {
    let done = from;
    while (done < into.length) {
      if (this.#at === this.#chunk.length) {
        const next = await this.#reader.read();
        if (next.done) throw new StreamBroken('The stream ended early');
        this.#chunk = next.value as Uint8Array<ArrayBuffer>;
        this.#at = 0;
        this.#onBytes?.(this.#chunk.length);
        continue;
      }
      const taken = Math.min(into.length - done, this.#chunk.length - this.#at);
      into.set(this.#chunk.subarray(this.#at, this.#at + taken), done);
      this.#at += taken;
      done += taken;
    }
  }

  release(): void {
    this.#reader.releaseLock();
  }
}
