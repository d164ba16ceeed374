import { isUtf8 } from 'node:buffer';
import { AppError } from '@sdq/contract';
import { Refusal } from '../observation.ts';
import { JsonSplitter, type Piece, SplitFault } from './json-splitter.ts';
import { excerptLengthMax, type JsonLayout, type ReadOptions, recordBytesMax, type Unit } from './medium.ts';
import { openBytes } from './open-bytes.ts';
import { parseJson } from './parse-json.ts';

/** The units of a JSON file, some at a time. Errors: `file_malformed`, with the byte where it stops being JSON. */
export async function* jsonUnits(
  path: string,
  layout: JsonLayout,
  options: ReadOptions,
): AsyncGenerator<Unit[]> {
  const units: Unit[] = [];
  let count = 0;
  const onPiece = (piece: Piece, position: number) => {
    if (++count > options.skip) units.push(toUnit(piece, position));
  };
  const cutter = layout === 'lines' ? new LineCutter(onPiece) : cutValues(layout, onPiece);
  let isFirst = true;
  try {
    for await (const chunk of openBytes(path, options)) {
      cutter.push(isFirst ? withoutBom(chunk) : chunk);
      isFirst = false;
      if (units.length > 0) yield units.splice(0);
    }
    cutter.end();
  } catch (cause) {
    if (!(cause instanceof SplitFault)) throw cause;
    throw new AppError(
      'file_malformed',
      `${path} is not whole JSON: ${cause.message}, at byte ${cause.offset} after ${count} records`,
      { cause, hint: 'nothing of it was taken in; fetch it again, or cut it at its last whole record' },
    );
  }
  if (units.length > 0) yield units.splice(0);
  if (layout === 'document' && count === 0) {
    throw new AppError(
      'file_malformed',
      `${path} begins with a value larger than ${recordBytesMax >> 20} MiB, and no list of records known here is in it`,
      { hint: 'take that value out, or make a list of it with one record per line' },
    );
  }
}

/** The units in the first bytes of a file, for telling its format; a last one that is cut off is left out. */
export function jsonUnitsOf(head: Buffer, layout: JsonLayout, isWhole: boolean): Unit[] {
  const units: Unit[] = [];
  const onPiece = (piece: Piece, position: number) => void units.push(toUnit(piece, position));
  const cutter = layout === 'lines' ? new LineCutter(onPiece) : cutValues(layout, onPiece);
  try {
    cutter.push(withoutBom(head));
    if (isWhole) cutter.end();
  } catch (error) {
    if (!(error instanceof SplitFault)) throw error;
  }
  return units;
}

function cutValues(
  layout: 'values' | 'elements' | 'document',
  onPiece: (piece: Piece, position: number) => void,
) {
  let position = 0;
  return new JsonSplitter(layout, (piece) => onPiece(piece, ++position));
}

/** Cuts at line ends; blank lines count, but are no units. */
class LineCutter {
  readonly #onPiece: (piece: Piece, position: number) => void;
  #parts: Buffer[] = [];
  #length = 0;
  #line = 1;

  constructor(onPiece: (piece: Piece, position: number) => void) {
    this.#onPiece = onPiece;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      this.#take(chunk.subarray(from, end));
      this.#emit();
      this.#line++;
      from = end + 1;
    }
    this.#take(chunk.subarray(from));
  }

  end(): void {
    this.#emit();
  }

  #take(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length > recordBytesMax) this.#parts = [];
    else if (bytes.length > 0) this.#parts.push(bytes);
  }

  #emit(): void {
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    if (this.#length > recordBytesMax) this.#onPiece({ bytes: undefined, length: this.#length }, this.#line);
    else if (bytes?.some((byte) => byte > 0x20)) this.#onPiece({ bytes }, this.#line);
    this.#parts = [];
    this.#length = 0;
  }
}

function toUnit(piece: Piece, position: number): Unit {
  if (piece.bytes === undefined) {
    const refusal = new Refusal(
      'record_too_large',
      '',
      `the record has ${piece.length} bytes, more than 16 MiB`,
    );
    return { position, value: undefined, refusal, excerpt: () => '' };
  }
  const text = piece.bytes.toString('utf8');
  const parsed = parseJson(text);
  return {
    position,
    value: parsed?.value,
    refusal: parsed === undefined ? new Refusal('json_malformed', '', 'it is not JSON') : undefined,
    excerpt: () => text.trim().slice(0, excerptLengthMax),
    invalidUtf8: !isUtf8(piece.bytes),
    nanReplaced: parsed?.nanReplaced ?? false,
  };
}

/** A UTF-8 byte order mark is no part of the text. */
export function withoutBom(chunk: Buffer): Buffer {
  return chunk.length >= 3 && chunk.readUIntBE(0, 3) === 0xefbbbf ? chunk.subarray(3) : chunk;
}
