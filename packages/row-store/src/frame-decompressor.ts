import zlib from 'node:zlib';
import { type OpenFrames, openFrames } from './open-frames.ts';

/**
 * Decompresses frames with one dictionary. They share one context, because creating one costs more than decompressing
 * a few kilobytes: on Node 24.21 with a dictionary of 128 KiB, a frame of 1.2 kB (4.5 kB decompressed) takes 5 µs
 * here and 18 µs by `zstdDecompressSync`, Node's only public synchronous call, which creates a context each time and
 * loads the dictionary into it.
 */
export class FrameDecompressor implements Disposable {
  readonly #dictionary: Uint8Array;
  /** Null where this Node cannot. */
  #frames: OpenFrames | null | undefined;
  #isDisposed = false;

  constructor(dictionary: Uint8Array) {
    this.#dictionary = dictionary;
  }

  /**
   * The content of one frame, which must have this number of bytes; an empty frame may follow. It is written into `room` if that is
   * given: more than these bytes. Throws when it is damaged, truncated or of another length.
   */
  unpack(frame: Uint8Array, bytes: number, room?: Buffer): Uint8Array {
    if (this.#frames === undefined && !this.#isDisposed) this.#frames = openFrames(this.#options());
    const frames = this.#frames;
    if (!frames) return this.#unpackAlone(frame, bytes);
    // A spare byte detects a frame with more content.
    const output = room ?? Buffer.allocUnsafe(bytes + 1);
    let read = 0;
    let written = 0;
    let error: Error | undefined;
    while (read < frame.length || written < bytes) {
      const before = read + written;
      ({ read, written, error } = frames.write(frame, read, output, written, bytes + 1));
      if (error !== undefined || read + written === before) break;
    }
    if (error !== undefined || read < frame.length || written !== bytes) {
      // The context may be in the middle of a frame: the next frame gets a new one.
      this.#close();
      throw error ?? new Error('A frame is damaged');
    }
    return output.subarray(0, bytes);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#close();
  }

  #close(): void {
    this.#frames?.[Symbol.dispose]();
    this.#frames = undefined;
  }

  #unpackAlone(frame: Uint8Array, bytes: number): Uint8Array {
    // A few spare bytes: a buffer that is exactly full would need another round.
    const room = bytes + 64;
    const content = zlib.zstdDecompressSync(frame, {
      chunkSize: room,
      maxOutputLength: room,
      ...this.#options(),
    });
    if (content.length !== bytes) throw new Error('A frame is damaged');
    return content;
  }

  #options(): object {
    return this.#dictionary.length === 0 ? {} : { dictionary: this.#dictionary };
  }
}
