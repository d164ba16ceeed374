import {
  type BufferPlace,
  dictionaryBatchMetadata,
  type FieldNode,
  recordBatchMetadata,
} from './flatbuffer.ts';

/** The content of one Arrow buffer, the length of which is known before it is written. */
export interface BufferSource {
  readonly byteLength: number;
  /** Writes all bytes to `target` from `at` on. */
  writeTo(target: Uint8Array, at: number): void;
}

/** Collects the nodes and buffers of one batch. */
export class BatchBuilder {
  readonly rows: number;
  readonly #nodes: FieldNode[] = [];
  readonly #sources: BufferSource[] = [];

  constructor(rows: number) {
    this.rows = rows;
  }

  addNode(rows: number, nulls: number): void {
    this.#nodes.push({ rows, nulls });
  }

  addBuffer(source: BufferSource): void {
    this.#sources.push(source);
  }

  recordBatch(): Uint8Array {
    return this.#message((layout) => recordBatchMetadata(layout));
  }

  dictionaryBatch(id: number): Uint8Array {
    return this.#message((layout) => dictionaryBatchMetadata(id, layout));
  }

  #message(metadataOf: (layout: Parameters<typeof recordBatchMetadata>[0]) => Uint8Array): Uint8Array {
    let bodyBytes = 0;
    const buffers: BufferPlace[] = this.#sources.map(({ byteLength }) => {
      const offset = bodyBytes;
      bodyBytes += padded(byteLength);
      return { offset, byteLength };
    });
    const metadata = metadataOf({ rows: this.rows, nodes: this.#nodes, buffers, bodyBytes });
    const bodyStart = padded(prefixBytes + metadata.length);
    const message = Buffer.allocUnsafeSlow(bodyStart + bodyBytes);
    writePrefix(message, metadata, bodyStart);
    this.#sources.forEach((source, index) => {
      const { offset, byteLength } = buffers[index] as BufferPlace;
      source.writeTo(message, bodyStart + offset);
      message.fill(0, bodyStart + offset + byteLength, bodyStart + offset + padded(byteLength));
    });
    return message;
  }
}

/** The message with a schema: metadata without a body. */
export function bodilessMessage(metadata: Uint8Array): Uint8Array {
  const length = padded(prefixBytes + metadata.length);
  const message = Buffer.allocUnsafeSlow(length);
  writePrefix(message, metadata, length);
  return message;
}

/** The end of a stream. A reader that does not find it knows that the stream is incomplete. */
export function endOfStream(): Uint8Array {
  return Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);
}

/** Concatenates messages in a new buffer. */
export function joinMessages(messages: readonly Uint8Array[]): Uint8Array {
  if (messages.length === 1) return messages[0] as Uint8Array;
  const joined = Buffer.allocUnsafeSlow(messages.reduce((sum, message) => sum + message.length, 0));
  let at = 0;
  for (const message of messages) {
    joined.set(message, at);
    at += message.length;
  }
  return joined;
}

/** The continuation marker and the length of the metadata, padding included. */
const prefixBytes = 8;

function writePrefix(message: Buffer, metadata: Uint8Array, bodyStart: number): void {
  message.writeUInt32LE(0xffffffff, 0);
  message.writeInt32LE(bodyStart - prefixBytes, 4);
  message.set(metadata, prefixBytes);
  message.fill(0, prefixBytes + metadata.length, bodyStart);
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
