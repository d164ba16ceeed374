import { kernelWasm } from '../generated/kernel-wasm.ts';

/**
 * The parts of the global `WebAssembly` that are used here; neither TypeScript's library nor Node's types declare it.
 */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => CompiledKernel;
  readonly Instance: new (module: CompiledKernel) => { readonly exports: unknown };
};
type CompiledKernel = { readonly brand: 'WebAssembly.Module' };

/** The exports of `packages/encode/kernel/assembly/index.ts`. Positions are byte offsets in the kernel's memory. */
interface KernelFunctions {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  freeFrom(): number;
  scanStrings(entries: number, validity: number, rows: number, text: boolean, runs: number): number;
  scannedBytes(): number;
  scannedFlags(): number;
  gatherStrings(
    entries: number,
    heaps: number,
    start: number,
    count: number,
    base: number,
    ends: number,
    bytes: number,
  ): number;
  gatherWithLengths(entries: number, heaps: number, rows: number, count: number, bytes: number): number;
  writeRows(
    nodes: number,
    columns: number,
    start: number,
    end: number,
    lead: number,
    isFirst: boolean,
    ending: number,
    endingBytes: number,
    at: number,
    limit: number,
  ): number;
  writeColumn(node: number, start: number, count: number, ends: number, present: number, at: number): void;
  written(): number;
}

/** Reads and writes of the kernel are up to 16 bytes wide, so each block is followed by 16 bytes of padding. */
const slackBytes = 16;

/** A kernel whose memory has grown beyond this is replaced: WebAssembly's memory never shrinks. */
const keptBytesMax = 64 << 20;

/**
 * The kernel and its memory, an arena that is allocated from the bottom up and reset as a whole by {@link
 * sharedKernel}: every use is one synchronous section.
 */
export class Kernel {
  readonly run: KernelFunctions;
  readonly #start: number;
  #top: number;
  #bytes: Uint8Array;
  #words: Uint32Array;

  constructor(module: CompiledKernel) {
    this.run = new WebAssembly.Instance(module).exports as KernelFunctions;
    this.#start = aligned(this.run.freeFrom());
    this.#top = this.#start;
    this.#bytes = new Uint8Array(this.run.memory.buffer);
    this.#words = new Uint32Array(this.run.memory.buffer);
  }

  /** All of the memory. It moves when more is allocated: do not keep a reference. */
  get bytes(): Uint8Array {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.run.memory.buffer);
    return this.#bytes;
  }

  get words(): Uint32Array {
    if (this.#words.length === 0) this.#words = new Uint32Array(this.run.memory.buffer);
    return this.#words;
  }

  /** Allocates this number of bytes, aligned to 16. */
  take(byteLength: number): number {
    const place = this.#top;
    this.#top = aligned(place + byteLength + slackBytes);
    const held = this.bytes.length;
    if (this.#top > held) this.#grow(this.#top - held);
    return place;
  }

  /** Copies the bytes into the memory; returns their position. */
  put(bytes: Uint8Array): number {
    const place = this.take(bytes.length);
    this.bytes.set(bytes, place);
    return place;
  }

  /** Position of the next block: output that extends to the end of memory begins here. */
  get top(): number {
    return this.#top;
  }

  /** Copies bytes of the kernel's memory into a new buffer. */
  copyOut(start: number, end: number): Uint8Array {
    const copy = Buffer.allocUnsafeSlow(end - start);
    copy.set(this.bytes.subarray(start, end));
    return copy;
  }

  /** Resets the arena. */
  clear(): void {
    this.#top = this.#start;
  }

  #grow(bytes: number): void {
    // Allocates some spare pages, because each growth is a system call.
    const pages = Math.ceil(bytes / 65_536) + 16;
    this.growing(() => this.run.memory.grow(pages));
  }

  /** Runs an operation that may allocate memory, and reports a trap of the kernel as an out-of-memory error. */
  growing<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof Error) || !/unreachable|grow/i.test(cause.message)) throw cause;
      throw new Error('Out of Memory Error: the memory of the encoder cannot grow', { cause });
    }
  }
}

function aligned(place: number): number {
  return Math.ceil(place / 16) * 16;
}

let compiled: CompiledKernel | undefined;
let kernel: Kernel | undefined;

/** The kernel of this thread with all of its memory free. Earlier content is lost. */
export function sharedKernel(): Kernel {
  compiled ??= new WebAssembly.Module(Buffer.from(kernelWasm, 'base64'));
  if (kernel === undefined || kernel.bytes.length > keptBytesMax) kernel = new Kernel(compiled);
  kernel.clear();
  return kernel;
}
