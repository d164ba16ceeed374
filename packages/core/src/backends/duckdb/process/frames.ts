import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/**
 * The protocol between parent and query process over one socket pair: a header of 13 bytes (payload length, kind,
 * query id, rows; little endian) and a payload, raw bytes for `bytes` and a structured clone otherwise. Both sides
 * always run the same version.
 */
export const frameKinds = {
  // parent → process
  init: 1,
  /** Starts a plan, or reads a spooled result; answered by `started` or `failed`. */
  start: 2,
  readSpooled: 3,
  /** Requests the bytes of a started result; answered by `bytes` and finally `end`. */
  read: 4,
  /** Spools a started result into a file; answered by `rows` and finally `end`. */
  spool: 5,
  credit: 6,
  close: 7,
  /** Asks for the columns of a plan; answered by `started`, without a result, or `failed`. */
  describe: 8,
  ping: 9,
  /** Starts a look-up; answered by `started`, which tells whether it misses, or `failed`. */
  lookUp: 10,
  /** Makes what queries will need; answered by `started`, without a result, or `failed`. */
  warmUp: 11,
  // process → parent
  ready: 16,
  started: 17,
  bytes: 18,
  end: 19,
  failed: 20,
  pong: 22,
  /** The process should get no more queries: it is short of memory, or about to end. */
  draining: 23,
  /** The number of rows spooled so far. */
  rows: 24,
  /** The query takes a large share of the process's memory. */
  large: 25,
  /** How much of the query is done, in millionths: in place of rows. */
  progress: 26,
} as const;

export type FrameKind = keyof typeof frameKinds;

const kindsByCode = new Map<number, FrameKind>(
  Object.entries(frameKinds).map(([kind, code]) => [code, kind as FrameKind]),
);
const headBytes = 13;

/** A longer frame is a bug. */
const payloadBytesMax = 256 * 2 ** 20;

/** Results are sent in pieces of at most this number of bytes, however large a single row is. */
const pieceBytesMax = 8 * 2 ** 20;

export interface Frame {
  readonly kind: FrameKind;
  readonly id: number;
  /** For `bytes`: rows that a reader has who has taken all frames before. For `rows`: rows spooled. For `progress`: millionths. */
  readonly rows: number;
  readonly payload: Uint8Array;
}

const nothing = new Uint8Array(0);

/** Sends a frame, with its body as a structured clone. */
export function sendFrame(socket: Duplex, kind: FrameKind, id: number, body?: unknown, rows = 0): void {
  send(socket, kind, id, body === undefined ? nothing : serialize(body), rows);
}

/**
 * Sends a part of a result. Ownership is transferred: its memory is freed as soon as it is written, which saves the
 * garbage collector most of its work.
 */
export function sendBytes(socket: Duplex, id: number, part: Uint8Array, rows: number): void {
  send(socket, 'bytes', id, part, rows);
}

function send(socket: Duplex, kind: FrameKind, id: number, payload: Uint8Array, rows: number): void {
  if (socket.destroyed || socket.writableEnded) return;
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt32LE(payload.byteLength, 0);
  head.writeUInt8(frameKinds[kind], 4);
  head.writeUInt32LE(id, 5);
  head.writeUInt32LE(rows, 9);
  socket.cork();
  socket.write(head);
  if (payload.byteLength > 0) socket.write(payload, () => free(payload));
  socket.uncork();
}

function free(payload: Uint8Array): void {
  const { buffer } = payload;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === payload.byteLength) buffer.transfer(0);
}

/** Splits a part of a result into payloads of frames. */
export function piecesOf(part: Uint8Array): Uint8Array[] {
  const count = Math.ceil(part.length / pieceBytesMax);
  if (count <= 1) return [part];
  return Array.from({ length: count }, (_, index) =>
    part.subarray(index * pieceBytesMax, (index + 1) * pieceBytesMax),
  );
}

/** The body of a frame other than `bytes`. */
export function frameBody<Body>(frame: Frame): Body {
  return deserialize(frame.payload) as Body;
}

/**
 * Calls `onFrame` for each frame that arrives, in order. A payload is copied into its own memory on arrival, and the
 * received chunk is freed immediately: megabytes of chunks waiting for the garbage collector would cost more than the
 * copying.
 */
export function readFrames(socket: Duplex, onFrame: (frame: Frame) => void): void {
  const head = Buffer.alloc(headBytes);
  let headHeld = 0;
  let payload: Buffer | null = null;
  let held = 0;
  socket.on('data', (part: Buffer) => {
    for (let at = 0; at < part.length; ) {
      if (payload === null) {
        const count = part.copy(head, headHeld, at, at + headBytes - headHeld);
        at += count;
        headHeld += count;
        if (headHeld < headBytes) break;
        payload = Buffer.allocUnsafeSlow(payloadLength(head));
        held = 0;
      }
      const count = part.copy(payload, held, at, at + payload.length - held);
      at += count;
      held += count;
      if (held < payload.length) break;
      const frame = { kind: kindOf(head), id: head.readUInt32LE(5), rows: head.readUInt32LE(9), payload };
      payload = null;
      headHeld = 0;
      onFrame(frame);
    }
    free(part);
  });
}

function payloadLength(head: Buffer): number {
  const length = head.readUInt32LE(0);
  if (length > payloadBytesMax) throw new Error(`a frame of ${length} bytes`);
  return length;
}

function kindOf(head: Buffer): FrameKind {
  const kind = kindsByCode.get(head.readUInt8(4));
  if (kind === undefined) throw new Error(`a frame of unknown kind ${head.readUInt8(4)}`);
  return kind;
}
