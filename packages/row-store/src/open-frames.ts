import zlib, { type ZstdDecompress } from 'node:zlib';

/**
 * The internals of a zlib stream that Node's own synchronous calls use. They are not documented, so the code checks
 * for them: where they are missing, every frame is decompressed by `zstdDecompressSync`, which gives the same bytes
 * and takes longer.
 */
interface Handle {
  /** Writes the number of bytes left in output and input to `_writeState`. */
  writeSync(
    flush: number,
    input: Uint8Array,
    inputStart: number,
    inputBytes: number,
    output: Uint8Array,
    outputStart: number,
    outputBytes: number,
  ): void;
  reset(): void;
}
type StreamWithHandle = ZstdDecompress & { _handle?: Partial<Handle>; _writeState?: Uint32Array };

/** A context of zstd that decompresses frames piece by piece, one after the other. */
export interface OpenFrames extends Disposable {
  /**
   * Decompresses what follows from `frame[read]` on to `output[written]` and what follows it, up to `output[end]`. Says how far
   * it came; and what failed, after which the context is of no use.
   */
  write(
    frame: Uint8Array,
    read: number,
    output: Uint8Array,
    written: number,
    end: number,
  ): { readonly read: number; readonly written: number; readonly error: Error | undefined };
  /** Forgets what is left of a frame: another one begins. */
  restart(): void;
}

/** `options`: those of the stream, such as a dictionary. Null where Node has no such internals. */
export function openFrames(options: object = {}): OpenFrames | null {
  const stream: StreamWithHandle = zlib.createZstdDecompress(options);
  const { _handle: handle, _writeState: state } = stream;
  if (!isWhole(handle) || state === undefined) {
    stream.destroy();
    return null;
  }
  // Its error for a damaged frame is read where the frame is decompressed.
  stream.on('error', () => {});
  return {
    write(frame, read, output, written, end) {
      const [inputBytes, outputBytes] = [frame.length - read, end - written];
      handle.writeSync(zlib.constants.ZSTD_e_continue, frame, read, inputBytes, output, written, outputBytes);
      const [outputLeft = 0, inputLeft = 0] = state;
      const error = stream.destroyed ? (stream.errored ?? new Error('A frame is damaged')) : undefined;
      return { read: frame.length - inputLeft, written: end - outputLeft, error };
    },
    restart: () => handle.reset(),
    [Symbol.dispose]: () => stream.destroy(),
  };
}

function isWhole(handle: Partial<Handle> | undefined): handle is Handle {
  return handle?.writeSync !== undefined && handle.reset !== undefined;
}
