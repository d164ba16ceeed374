import { isUtf8 } from 'node:buffer';
import type { JsonCellsOptions } from '../containers/json-cells.ts';
import { type JsonPiece, jsonPieces } from '../containers/json-record-chunks.ts';
import type { JsonLayout, ReadOptions } from '../containers/record-chunk.ts';
import type { RawFiles } from './raw-files.ts';

/** Why the scanner stopped, as `json.ts` of the kernel has it. */
const stops = { done: 0, full: 1, noRoom: 2, newKey: 3 } as const;

/** Records of one call. */
const recordsMax = 4_096;
const inputBytes = 1 << 20;
const keysMax = 10_000;

/** What is told of a key in place of its column: it is not read; a record with a value there is left to the row mapper; so is one with null. */
export const toldKeys = { unread: -1, whole: -2, never: -3 } as const;

/** The keys of an object within a record are read. `object`: its number, from 1. */
export function toldInside(object: number): number {
  return -3 - object;
}

/** What the scanner does with the keys of records. */
export interface JsonKeys {
  /** Bits that a record needs all of. */
  readonly needs: number;
  /** What is told of a key of an object (0 for the record itself): the number of its column, `toldKeys` or `toldInside`; and the bits it has. */
  tell(key: string, object: number): { readonly told: number; readonly needs: number };
}

/** The keys of flat records. */
export function flatKeys({ fields, needsOne, isSpecial }: JsonCellsOptions): JsonKeys {
  return {
    needs: 1,
    tell: (key) => {
      const told = isSpecial(key) ? toldKeys.whole : fields.indexOf(key);
      return { told, needs: told >= 0 && needsOne.has(key) ? 1 : 0 };
    },
  };
}

/** Puts JSON records into columns. False if they have many keys, or many of them cannot be kept in columns. */
export async function scanJson(
  path: string,
  { layout, keys }: { readonly layout: JsonLayout; readonly keys: JsonKeys },
  options: Omit<ReadOptions, 'skip'>,
  raw: RawFiles,
  goesOn: () => boolean,
): Promise<boolean> {
  const records = new JsonRecords(raw, keys);
  raw.scanner.run.beginJson(keys.needs);
  for await (const pieces of jsonPieces(path, layout, { ...options, skip: 0 })) {
    for (let from = 0; from < pieces.length; )
      from = await records.read(pieces, from, Math.min(pieces.length, from + recordsMax));
    if (records.keys > keysMax || !goesOn()) return false;
  }
  return true;
}

class JsonRecords {
  readonly #raw: RawFiles;
  readonly #tell: JsonKeys['tell'];
  readonly #places: number;
  #input: number;
  #inputBytes = inputBytes;
  keys = 0;

  constructor(raw: RawFiles, { tell }: JsonKeys) {
    this.#raw = raw;
    this.#tell = tell;
    this.#places = raw.scanner.take(8 * recordsMax);
    this.#input = raw.scanner.take(inputBytes);
  }

  /** Puts records from one to another into columns; returns the one to go on with. */
  async read(pieces: readonly JsonPiece[], from: number, to: number): Promise<number> {
    const end = this.#fill(pieces, from, to);
    const raw = this.#raw;
    const { scanner } = raw;
    const { run } = scanner;
    for (let done = 0; ; ) {
      const places = this.#places + 8 * done;
      const left = end - from - done;
      const stop = run.readJson(places, left, scanner.columns, raw.width, scanner.whole, raw.room);
      raw.added(run.jsonRecords(), run.jsonOdd());
      done += run.jsonRecords();
      if (stop === stops.done) return end;
      if (stop === stops.full) await raw.write();
      else if (stop === stops.noRoom) await raw.makeRoom();
      else this.#addKey(run.newKeyStart(), run.newKeyEnd(), run.newKeyObject());
    }
  }

  /** Copies the bytes of records, and notes where they are; those that are not UTF-8 have none. */
  #fill(pieces: readonly JsonPiece[], from: number, to: number): number {
    const { scanner } = this.#raw;
    this.#reserve((pieces[from] as JsonPiece).piece.bytes?.length ?? 0);
    const memory = scanner.bytes;
    let at = this.#input;
    for (let i = from; i < to; i++) {
      const { bytes } = (pieces[i] as JsonPiece).piece;
      const start = at;
      if (bytes !== undefined && isUtf8(bytes)) {
        if (at + bytes.length > this.#input + this.#inputBytes) return i;
        memory.set(bytes, at);
        at += bytes.length;
      }
      const place = this.#places + 8 * (i - from);
      memory.writeUInt32LE(start, place);
      memory.writeUInt32LE(at, place + 4);
    }
    return to;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#inputBytes) return;
    this.#inputBytes = 2 * bytes;
    this.#input = this.#raw.scanner.take(this.#inputBytes);
  }

  #addKey(start: number, end: number, object: number): void {
    const { scanner } = this.#raw;
    const { told, needs } = this.#tell(scanner.bytes.toString('utf8', start, end), object);
    const place = scanner.take(end - start);
    scanner.bytes.copyWithin(place, start, end);
    scanner.run.addKey(place, end - start, told, needs, object);
    this.keys++;
  }
}
