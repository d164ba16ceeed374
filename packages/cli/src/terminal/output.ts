import { styleText } from 'node:util';

/** The reader of our output has gone (`| head`): no fault, and nothing left to do. */
export class BrokenPipe extends Error {
  constructor() {
    super('the reader of the output has gone');
    this.name = 'BrokenPipe';
  }
}

/** Standard output or standard error. A write settles when the bytes are handed over, so a slow reader slows us. */
export class Output {
  readonly #stream: NodeJS.WriteStream;
  readonly #signal: AbortSignal | undefined;
  #broken: Error | undefined;

  /** With a signal, a write that waits for a slow reader gives up when it is aborted. */
  constructor(stream: NodeJS.WriteStream, signal?: AbortSignal) {
    this.#stream = stream;
    this.#signal = signal;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#broken = error.code === 'EPIPE' ? new BrokenPipe() : error;
    });
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Columns of the terminal; undefined when it is none, or does not say. */
  get columns(): number | undefined {
    return this.isTerminal && this.#stream.columns > 0 ? this.#stream.columns : undefined;
  }

  async write(data: string | Uint8Array): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    this.#signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(this.#signal?.reason);
      this.#signal?.addEventListener('abort', giveUp, { once: true });
      this.#stream.write(data, (error: NodeJS.ErrnoException | null | undefined) => {
        this.#signal?.removeEventListener('abort', giveUp);
        if (!error) resolve();
        else reject(error.code === 'EPIPE' ? new BrokenPipe() : error);
      });
    });
  }

  async line(text = ''): Promise<void> {
    await this.write(`${text}\n`);
  }

  async json(value: unknown): Promise<void> {
    await this.line(JSON.stringify(value, null, 2));
  }

  /** Colours text for this stream: plain where it is no terminal, or where NO_COLOR asks for it. */
  style(format: Parameters<typeof styleText>[0], text: string): string {
    return styleText(format, text, { stream: this.#stream });
  }
}
