import zlib, { type ZstdCompress } from 'node:zlib';

/**
 * Compresses blocks one after another into separate frames, in the thread pool. They share one context: creating one
 * with its dictionary for each block would cost more than compressing.
 */
export class FrameCompressor implements Disposable {
  readonly #stream: ZstdCompress;
  #parts: Buffer[] = [];
  #failed: Error | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(level: number, dictionary: Buffer) {
    this.#stream = zlib.createZstdCompress({
      params: {
        [zlib.constants.ZSTD_c_compressionLevel]: level,
        [zlib.constants.ZSTD_c_contentSizeFlag]: 0,
      },
      chunkSize: 1 << 16,
      ...(dictionary.length === 0 ? {} : { dictionary }),
    });
    this.#stream.on('data', (part: Buffer) => this.#parts.push(part));
    this.#stream.on('error', (error: Error) => {
      this.#failed = error;
    });
  }

  /** The frame of a block, which must not change until then. Frames arrive in the order of the calls. */
  async compress(block: Buffer): Promise<Buffer> {
    const frame = this.#last.then(() => this.#compress(block));
    this.#last = frame.catch(() => {});
    return await frame;
  }

  [Symbol.dispose](): void {
    this.#stream.destroy();
  }

  #compress(block: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#failed !== undefined) return reject(this.#failed);
      const fail = (error: Error): void => reject(error);
      this.#stream.once('error', fail);
      this.#stream.write(block);
      this.#stream.flush(zlib.constants.ZSTD_e_end, () => {
        this.#stream.off('error', fail);
        const frame = Buffer.concat(this.#parts);
        this.#parts = [];
        resolve(frame);
      });
    });
  }
}
