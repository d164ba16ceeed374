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
/** What is told of a key in place of its column: it is not read, or the record is left to the row mapper. */
const [unread, whole] = [-1, -2];

/** Puts flat JSON records into columns. False if they have many keys, or many of them cannot be kept in columns. */
export async function scanJson(
  path: string,
  { layout, keys }: { readonly layout: JsonLayout; readonly keys: JsonCellsOptions },
  options: Omit<ReadOptions, 'skip'>,
  raw: RawFiles,
  goesOn: () => boolean,
): Promise<boolean> {
  const records = new JsonRecords(raw, keys);
  raw.scanner.run.beginJson();
  for await (const pieces of jsonPieces(path, layout, { ...options, skip: 0 })) {
    for (let from = 0; from < pieces.length; )
      from = await records.read(pieces, from, Math.min(pieces.length, from + recordsMax));
    if (records.keys > keysMax || !goesOn()) return false;
  }
  return true;
}

class JsonRecords {
  readonly #raw: RawFiles;
  readonly #options: JsonCellsOptions;
  readonly #places: number;
  #input: number;
  #inputBytes = inputBytes;
  keys = 0;

  constructor(raw: RawFiles, options: JsonCellsOptions) {
    this.#raw = raw;
    this.#options = options;
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
      else this.#addKey(run.newKeyStart(), run.newKeyEnd());
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

  #addKey(start: number, end: number): void {
    const { scanner } = this.#raw;
    const name = scanner.bytes.toString('utf8', start, end);
    const { fields, needsOne, isSpecial } = this.#options;
    const column = isSpecial(name) ? whole : fields.indexOf(name);
    const place = scanner.take(end - start);
    scanner.bytes.copyWithin(place, start, end);
    scanner.run.addKey(
      place,
      end - start,
      column === whole ? whole : column < 0 ? unread : column,
      needsOne.has(name),
    );
    this.keys++;
  }
}
