import type { Duplex } from 'node:stream';
import { pgLimits } from '../pg-limits.ts';
import { malformed } from './protocol-error.ts';

/** The client has closed the connection, or does not read from it. */
export class ClientGone extends Error {}

export interface RawMessage {
  readonly letter: string;
  readonly body: Buffer;
}

/** Reads and writes messages over a connection, within limits. */
export class Wire {
  readonly #socket: Duplex;
  readonly #onReadable = () => {
    this.#fill();
    this.#wake();
  };
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #isEnded = false;
  #wake: () => void = () => {};
  #unsent: Uint8Array[] = [];
  #unsentBytes = 0;
  readonly #gone = new AbortController();

  constructor(socket: Duplex) {
    this.#socket = socket;
    const end = () => {
      this.#isEnded = true;
      this.#gone.abort();
      this.#wake();
    };
    socket.on('readable', this.#onReadable);
    socket.once('end', end).once('close', end).on('error', end);
  }

  /** Aborts when the client has closed the connection. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Received bytes that no message took yet. */
  get pendingBytes(): number {
    return this.#receivedBytes;
  }

  /** Ends reading here, for another protocol on the same connection; what was received goes back. */
  release(): Duplex {
    this.#socket.off('readable', this.#onReadable);
    if (this.#receivedBytes > 0) this.#socket.unshift(Buffer.concat(this.#received));
    this.#received = [];
    this.#receivedBytes = 0;
    return this.#socket;
  }

  /** The first message, which has no type. Undefined when the client leaves. */
  async startup(): Promise<Buffer | undefined> {
    const head = await this.#take(4);
    if (head === undefined) return undefined;
    const length = head.readInt32BE();
    if (length < 8 || length > pgLimits.startupBytesMax)
      throw malformed('This is no startup message of PostgreSQL');
    return await this.#take(length - 4);
  }

  /** The first byte, which stays. */
  async peek(): Promise<number | undefined> {
    if (!(await this.#until(1))) return undefined;
    return this.#received[0]?.[0];
  }

  /** The next message. Undefined when the client leaves, or sends nothing for so long. */
  async next({ bytesMax, ms }: { bytesMax: number; ms: number }): Promise<RawMessage | 'silent' | undefined> {
    if (this.#receivedBytes < 5 && !this.#isEnded) {
      const timer = Promise.withResolvers<'silent'>();
      const clock = setTimeout(() => timer.resolve('silent'), ms);
      const first = await Promise.race([this.#until(5), timer.promise]);
      clearTimeout(clock);
      if (first === 'silent') return 'silent';
    }
    const head = await this.#take(5);
    if (head === undefined) return undefined;
    const length = head.readInt32BE(1);
    if (length < 4) throw malformed('A message has a negative length');
    if (length > bytesMax) {
      throw malformed(`A message has ${length} bytes, and at most ${bytesMax} are accepted`);
    }
    const body = length === 4 ? Buffer.alloc(0) : await this.#take(length - 4);
    return body && { letter: head.toString('latin1', 0, 1), body };
  }

  /** Collects bytes and sends them in parts. Errors: ClientGone. */
  async send(...parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) {
      this.#unsent.push(part);
      this.#unsentBytes += part.byteLength;
    }
    if (this.#unsentBytes >= pgLimits.sendBytes) await this.flush();
  }

  /** Errors: ClientGone, also for a client that does not read for too long. */
  async flush(): Promise<void> {
    if (this.#unsentBytes === 0) return;
    const bytes = this.#unsent.length === 1 ? (this.#unsent[0] as Uint8Array) : Buffer.concat(this.#unsent);
    this.#unsent = [];
    this.#unsentBytes = 0;
    if (this.#socket.destroyed) throw new ClientGone('The client disconnected');
    if (!this.#socket.write(bytes)) await this.#drained();
  }

  async #drained(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onClose = () => reject(new ClientGone('The client disconnected'));
    const timer = setTimeout(() => {
      reject(new ClientGone('The client did not read the result for too long'));
      this.#socket.destroy();
    }, pgLimits.stallMs);
    this.#socket.once('drain', resolve).once('close', onClose);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#socket.off('drain', resolve).off('close', onClose);
    }
  }

  /** Ends the connection after what was sent; cuts it off when the client does not read. */
  async end(): Promise<void> {
    await this.flush().catch(() => {});
    const cut = setTimeout(() => this.#socket.destroy(), pgLimits.stallMs).unref();
    this.#socket.once('close', () => clearTimeout(cut));
    this.#socket.end(() => this.#socket.destroy());
  }

  #fill(): void {
    while (this.#receivedBytes < pgLimits.receivedBytesMax) {
      const chunk = this.#socket.read() as Buffer | null;
      if (chunk === null) break;
      this.#received.push(chunk);
      this.#receivedBytes += chunk.length;
    }
  }

  /** Whether so many bytes are there. */
  async #until(count: number): Promise<boolean> {
    this.#fill();
    while (this.#receivedBytes < count) {
      if (this.#isEnded) return false;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    return true;
  }

  async #take(count: number): Promise<Buffer | undefined> {
    if (!(await this.#until(count))) return undefined;
    const all = this.#received.length === 1 ? (this.#received[0] as Buffer) : Buffer.concat(this.#received);
    const rest = all.subarray(count);
    this.#received = rest.length === 0 ? [] : [rest];
    this.#receivedBytes = rest.length;
    return all.subarray(0, count);
  }
}
