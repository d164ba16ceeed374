import type { Piece } from './json-splitter.ts';
import { recordBytesMax } from './record-chunk.ts';

const entry = /^\s*(\p{Lu}[\p{L}\p{N}()' -]{0,40}): ?(.*)$/u;

/**
 * Splits text of entries such as `Date: …` and `Link: …` into records: a record ends at a blank line, or where one of its
 * keys comes again. A line without a key continues the value before it. Each record is given as a JSON object.
 */
export class BlockSplitter {
  readonly #onPiece: (piece: Piece, position: number) => void;
  readonly #decoder = new TextDecoder();
  #rest = '';
  #record = new Map<string, string>();
  #key: string | undefined;
  #length = 0;
  #line = 0;
  #firstLine = 1;

  constructor(onPiece: (piece: Piece, position: number) => void) {
    this.#onPiece = onPiece;
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(line);
  }

  end(): void {
    this.#take(this.#rest);
    this.#emit();
  }

  #take(line: string): void {
    this.#line++;
    if (line.trim() === '') {
      this.#emit();
      return;
    }
    const [, key, value = ''] = entry.exec(line) ?? [];
    if (key !== undefined && this.#record.has(key)) this.#emit();
    if (this.#record.size === 0) this.#firstLine = this.#line;
    this.#length += line.length;
    if (this.#length > recordBytesMax) return;
    if (key !== undefined) this.#record.set(key, value.trim());
    else if (this.#key !== undefined)
      this.#record.set(this.#key, `${this.#record.get(this.#key) ?? ''}\n${line}`);
    this.#key = key ?? this.#key;
  }

  #emit(): void {
    if (this.#length > recordBytesMax)
      this.#onPiece({ bytes: undefined, length: this.#length }, this.#firstLine);
    else if (this.#record.size > 0) {
      const bytes = Buffer.from(JSON.stringify(Object.fromEntries(this.#record)));
      this.#onPiece({ bytes }, this.#firstLine);
    }
    this.#record = new Map();
    this.#key = undefined;
    this.#length = 0;
  }
}

/** Whether the first lines of a text are entries, and a key of them comes again. */
export function looksLikeBlocks(head: string): boolean {
  const lines = head
    .split(/\r?\n/)
    .slice(0, 20)
    .filter((line) => line.trim() !== '');
  const keys = lines.slice(0, -1).map((line) => entry.exec(line)?.[1]);
  const known = keys.filter((key) => key !== undefined);
  const isMostly = known.length >= 2 && known.length >= 0.8 * keys.length && keys[0] !== undefined;
  return isMostly && (new Set(known).size < known.length || lines.length <= 5);
}
