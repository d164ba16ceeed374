import zlib from 'node:zlib';
import { wordAt } from '../bytes/word-at.ts';
import { type OpenFrames, openFrames } from '../open-frames.ts';
import { unreadable } from './unreadable.ts';

export const codecs = { none: 0, zstd: 6 } as const;

/** Bytes that are decompressed beyond those that are needed, so that few calls do: a block of zstd. */
const ahead = 128 << 10;

/** A longer page is not read here. */
const pageBytesMax = 256 << 20;

/** Memory of one page that is kept for the next. */
const keptBytesMax = 16 << 20;

/** Bytes behind a page that may be read with a number that begins in it: they mean nothing. */
const spareBytes = 8;

/** The content of a page, decompressed as far as it is needed. One page at a time: the next one takes its memory. */
export class PageBytes implements Disposable {
  /** Content is there up to what {@link need} was asked for; what follows means nothing. */
  bytes: Uint8Array = new Uint8Array(0);
  length = 0;
  #memory: Buffer = Buffer.allocUnsafeSlow(0);
  /** Null where this Node cannot. */
  #frames: OpenFrames | null | undefined;
  #frame: Uint8Array = new Uint8Array(0);
  #there = 0;
  #read = 0;
  #isWithin = false;

  /** Begins with a page. Throws `UnreadableParquet` for a codec that is not read here. */
  open(page: Uint8Array, length: number, codec: number): void {
    if (length > pageBytesMax) throw unreadable('a page is too long');
    if (codec !== codecs.none && codec !== codecs.zstd) throw unreadable(`its codec is ${codec}`);
    // A frame that was left before its end: the next one needs an empty context.
    if (this.#read < this.#frame.length) this.#isWithin = true;
    this.#memory = withRoom(this.#memory, length + spareBytes);
    this.bytes = this.#memory;
    this.length = length;
    this.#frame = page;
    this.#read = 0;
    this.#there = 0;
    if (codec === codecs.none) {
      if (page.length !== length) throw unreadable('a page has another length');
      this.#memory.set(page);
      this.#read = page.length;
      this.#there = length;
    }
  }

  /** Makes the first `count` bytes available. */
  need(count: number): void {
    if (count <= this.#there) return;
    if (count > this.length) throw unreadable('a page ends too early');
    this.#unpack(Math.min(this.length, count + ahead));
  }

  /** A number of four bytes, the lowest first. */
  word(at: number): number {
    this.need(at + 4);
    return wordAt(this.bytes, at) >>> 0;
  }

  [Symbol.dispose](): void {
    this.#frames?.[Symbol.dispose]();
    this.#frames = undefined;
  }

  #unpack(wanted: number): void {
    if (this.#isWithin) this.#frames?.restart();
    this.#isWithin = false;
    if (this.#frames === undefined) this.#frames = openFrames();
    if (this.#frames === null) {
      this.#unpackWhole();
      return;
    }
    while (this.#there < wanted) {
      const before = this.#there + this.#read;
      const { read, written, error } = this.#frames.write(
        this.#frame,
        this.#read,
        this.#memory,
        this.#there,
        wanted,
      );
      this.#read = read;
      this.#there = written;
      if (error === undefined && read + written > before) continue;
      // The next page gets a new context.
      this[Symbol.dispose]();
      throw unreadable('a page cannot be decompressed');
    }
  }

  #unpackWhole(): void {
    const content = zlib.zstdDecompressSync(this.#frame, {
      chunkSize: this.length + 64,
      maxOutputLength: this.length + 64,
    });
    if (content.length !== this.length) throw unreadable('a page has another length');
    this.#memory.set(content);
    this.#there = this.length;
    this.#read = this.#frame.length;
  }
}

/** The memory, or other memory if that is too short, or was for something much longer. */
export function withRoom(memory: Buffer, bytes: number): Buffer {
  const isKept = bytes <= memory.length && (memory.length <= keptBytesMax || bytes > keptBytesMax);
  return isKept ? memory : Buffer.allocUnsafeSlow(Math.max(bytes, 1 << 16));
}
