import { constants, createZstdDecompress, type ZstdDecompress, zstdDecompressSync } from 'node:zlib';

/**
 * What Node's own synchronous calls use of a zlib stream. It is not documented, so it is looked for, not relied upon:
 * where it is gone, every frame is unpacked by `zstdDecompressSync`, which gives the same bytes and takes longer.
 */
interface Handle {
  /** Leaves in `_writeState` how many bytes of the output and of the input are left. */
  writeSync(
    flush: number,
    input: Uint8Array,
    inputStart: number,
    inputBytes: number,
    output: Uint8Array,
    outputStart: number,
    outputBytes: number,
  ): void;
}
type StreamWithHandle = ZstdDecompress & { _handle?: Partial<Handle>; _writeState?: Uint32Array };

/**
 * Unpacks frames that were compressed against one dictionary. One context serves all, since setting one up costs more
 * than unpacking a few kilobytes: on Node 24.21 with a dictionary of 128 KiB, a frame of 1.2 kB that holds 4.5 kB takes
 * 5 µs here and 18 µs by `zstdDecompressSync`, Node's only public call that is synchronous, which makes a context each
 * time and reads the dictionary into it.
 */
export class FrameDecompressor implements Disposable {
  readonly #dictionary: Uint8Array;
  #stream: StreamWithHandle | undefined;
  #isDisposed = false;

  constructor(dictionary: Uint8Array) {
    this.#dictionary = dictionary;
  }

  /**
   * The content of one frame, which has so many bytes; an empty frame may follow. Throws when it is damaged, cut short
   * or holds more or less.
   */
  unpack(frame: Uint8Array, bytes: number): Uint8Array {
    if (!this.#isDisposed) this.#stream ??= this.#open();
    const stream = this.#stream;
    const { _handle: handle, _writeState: state } = stream ?? {};
    if (stream === undefined || handle?.writeSync === undefined || state === undefined)
      return this.#unpackAlone(frame, bytes);
    // A byte to spare tells a frame that holds more.
    const output = Buffer.allocUnsafe(bytes + 1);
    let read = 0;
    let written = 0;
    while (read < frame.length || written < bytes) {
      const before = read + written;
      handle.writeSync(
        constants.ZSTD_e_continue,
        frame,
        read,
        frame.length - read,
        output,
        written,
        output.length - written,
      );
      const [outputLeft = 0, inputLeft = 0] = state;
      read = frame.length - inputLeft;
      written = output.length - outputLeft;
      if (stream.destroyed || read + written === before) break;
    }
    if (stream.destroyed || read < frame.length || written !== bytes) {
      // The context may stand in the middle of a frame: the next one gets another.
      this.#close();
      throw stream.errored ?? new Error('a frame is damaged');
    }
    return output.subarray(0, bytes);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#close();
  }

  #open(): StreamWithHandle {
    const stream: StreamWithHandle = createZstdDecompress(this.#options());
    // What it says of a damaged frame is read where the frame is unpacked.
    stream.on('error', () => {});
    return stream;
  }

  #close(): void {
    this.#stream?.destroy();
    this.#stream = undefined;
  }

  #unpackAlone(frame: Uint8Array, bytes: number): Uint8Array {
    // A few bytes to spare: a buffer that is full at the end costs another turn.
    const room = bytes + 64;
    const content = zstdDecompressSync(frame, { chunkSize: room, maxOutputLength: room, ...this.#options() });
    if (content.length !== bytes) throw new Error('a frame is damaged');
    return content;
  }

  #options(): object {
    return this.#dictionary.length === 0 ? {} : { dictionary: this.#dictionary };
  }
}
