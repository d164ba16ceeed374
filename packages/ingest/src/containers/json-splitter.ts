import { recordBytesMax } from './record-chunk.ts';

/** Keys whose array is a list of records. */
export const listKeys: ReadonlySet<string> = new Set([
  'collector',
  'itemList',
  'item_list',
  'items',
  'aweme_list',
  'aweme_details',
  'entries',
  'data',
  'videos',
  'video_list',
  'comments',
  'user_list',
  'results',
  'records',
  'posts',
  'statuses',
  'tweets',
  'edges',
  'medias',
  'hits',
  'user_followers',
  'user_following',
  'user_liked_videos',
  'user_pinned_videos',
  'reposted_videos',
]);

/** Keys whose object contains such a list. */
export const envelopeKeys: ReadonlySet<string> = new Set(['data', 'body', 'response', 'result', 'payload']);

/** The bytes of one record, or only its length if it exceeds the record limit. */
export type Piece = { readonly bytes: Buffer } | { readonly bytes: undefined; readonly length: number };

/** A JSON syntax error with its byte offset. */
export class SplitFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

type Container = 'root' | 'array' | 'object';

const [quote, backslash, comma, colon, semicolon] = [0x22, 0x5c, 0x2c, 0x3a, 0x3b];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Splits JSON text into records. It buffers only the current record, at most 16 MiB. It recognises strings and brackets;
 * the parser validates each record.
 *
 * `values`: each value at the root is a record. `elements`: each element of the array at the root. `document`:
 * each element of the arrays under known keys of the object at the root and of the envelopes in it.
 */
export class JsonSplitter {
  readonly #layout: 'values' | 'elements' | 'document';
  readonly #onPiece: (piece: Piece) => void;
  /** The containers whose members are split. */
  readonly #open: Container[] = ['root'];
  /** Number of bytes before the current chunk. */
  #offset = 0;
  #inString = false;
  #escaped = false;
  /** Number of open brackets in the current value; −1 between values. */
  #depth = -1;
  #isScalar = false;
  #isWanted = false;
  #parts: Buffer[] = [];
  #length = 0;
  /** The last key of the current object; undefined before a key. */
  #key: string | undefined;
  #isKey = false;

  constructor(layout: 'values' | 'elements' | 'document', onPiece: (piece: Piece) => void) {
    this.#layout = layout;
    this.#onPiece = onPiece;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#depth >= 0 ? this.#inside(chunk, at) : this.#between(chunk, at);
    this.#offset += chunk.length;
  }

  /** Call after the last chunk. Throws a SplitFault if the text is incomplete. */
  end(): void {
    if (this.#depth >= 0 && this.#isScalar && this.#open.length === 1) this.#emit();
    if (this.#depth >= 0) throw new SplitFault('it ends within a record', this.#offset);
    if (this.#open.length > 1) throw new SplitFault('it ends before its closing bracket', this.#offset);
  }

  /** Reads to the end of the current value. */
  #inside(chunk: Buffer, from: number): number {
    let at = from;
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let isEnd = false;
    for (; at < chunk.length && !isEnd; at++) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) {
          inString = false;
          isEnd = depth === 0;
        }
      } else if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) depth++;
      else if (byte === closeBrace || byte === closeBracket) {
        if (depth === 0) break; // ends a scalar and its container
        depth--;
        isEnd = depth === 0;
      } else if (depth === 0 && this.#isFiller(byte as number)) break;
    }
    this.#inString = inString;
    this.#escaped = escaped;
    this.#depth = depth;
    this.#take(chunk.subarray(from, at));
    if (isEnd || at < chunk.length) this.#emit();
    return at;
  }

  #take(bytes: Buffer): void {
    this.#length += bytes.length;
    if (!this.#isWanted && !this.#isKey) return;
    if (this.#length > recordBytesMax) this.#parts = [];
    else this.#parts.push(bytes);
  }

  #emit(): void {
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    if (this.#isKey) this.#key = String(JSON.parse(`${bytes}`));
    else {
      if (this.#isWanted) {
        this.#onPiece(
          this.#length > recordBytesMax
            ? { bytes: undefined, length: this.#length }
            : { bytes: bytes ?? Buffer.alloc(0) },
        );
      }
      this.#key = undefined;
    }
    this.#isKey = false;
    this.#parts = [];
    this.#length = 0;
    this.#depth = -1;
  }

  /** Reads from the end of a value to the start of the next one: white space, commas and brackets of containers. */
  #between(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && this.#isFiller(chunk[at] as number)) at++;
    if (at >= chunk.length) return at;
    const byte = chunk[at] as number;
    const container = this.#open.at(-1);
    if (byte === closeBrace || byte === closeBracket) {
      if (container !== (byte === closeBrace ? 'object' : 'array'))
        this.#fail('unexpected closing bracket', at);
      this.#open.pop();
      this.#key = undefined;
      return at + 1;
    }
    if (this.#entersContainer(byte, container)) {
      this.#open.push(byte === openBracket ? 'array' : 'object');
      this.#key = undefined;
      return at + 1;
    }
    if (container === 'root' && this.#layout !== 'values') this.#fail('unexpected text after the end', at);
    this.#isKey = container === 'object' && this.#key === undefined;
    if (this.#isKey && byte !== quote) this.#fail('a key was expected', at);
    this.#isWanted = !this.#isKey && container !== 'object';
    this.#isScalar = byte !== openBrace && byte !== openBracket && byte !== quote;
    this.#depth = 0;
    return this.#inside(chunk, at);
  }

  /** White space, commas and colons; any other byte between values begins one, which the parser then refuses. */
  #isFiller(byte: number): boolean {
    // A JavaScript file ends with a semicolon.
    if (byte === semicolon) return this.#open.length === 1;
    return (
      byte === comma || byte === colon || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
    );
  }

  #entersContainer(byte: number, container: Container | undefined): boolean {
    if (container === 'root') {
      return (
        (this.#layout === 'elements' && byte === openBracket) ||
        (this.#layout === 'document' && byte === openBrace)
      );
    }
    if (container !== 'object' || this.#key === undefined) return false;
    return (
      (byte === openBracket && listKeys.has(this.#key)) || (byte === openBrace && envelopeKeys.has(this.#key))
    );
  }

  #fail(message: string, at: number): never {
    throw new SplitFault(message, this.#offset + at);
  }
}
