import type { WriteStream } from 'node:fs';
import { styleText } from 'node:util';

/** The reader of the output pipe has closed it (`| head`): not an error. */
export class BrokenPipe extends Error {
  constructor() {
    super('The output pipe was closed');
    this.name = 'BrokenPipe';
  }
}

/** An output stream. Backpressure: a write settles when the stream has accepted the bytes. */
export class Output {
  readonly #stream: NodeJS.WriteStream | WriteStream;
  readonly #signal: AbortSignal | undefined;
  #broken: Error | undefined;

  /** A write that waits for a slow reader is rejected when the signal is aborted. */
  constructor(stream: NodeJS.WriteStream | WriteStream, signal?: AbortSignal) {
    this.#stream = stream;
    this.#signal = signal;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#broken = error.code === 'EPIPE' ? new BrokenPipe() : error;
    });
  }

  get isTerminal(): boolean {
    return 'isTTY' in this.#stream && this.#stream.isTTY === true;
  }

  /** Width of the terminal in columns; undefined if the stream is not a terminal or its width is unknown. */
  get columns(): number | undefined {
    if (!this.isTerminal || !('columns' in this.#stream)) return undefined;
    return this.#stream.columns > 0 ? this.#stream.columns : undefined;
  }

  async write(data: string | Uint8Array): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    this.#signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const abort = () => reject(this.#signal?.reason);
      this.#signal?.addEventListener('abort', abort, { once: true });
      this.#stream.write(data, (error: NodeJS.ErrnoException | null | undefined) => {
        this.#signal?.removeEventListener('abort', abort);
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

  /** Applies a text style; returns plain text if the stream is not a terminal or NO_COLOR is set. */
  style(format: Parameters<typeof styleText>[0], text: string): string {
    return styleText(format, text, { stream: this.#stream });
  }
}
