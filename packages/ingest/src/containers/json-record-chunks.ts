import { isUtf8 } from 'node:buffer';
import { AppError } from '@sdq/contract';
import { Refusal } from '../observation.ts';
import { BlockSplitter } from './block-splitter.ts';
import { JsonSplitter, type Piece, SplitFault } from './json-splitter.ts';
import { openBytes, withoutBom } from './open-bytes.ts';
import { parseJson } from './parse-json.ts';
import {
  excerptLengthMax,
  type JsonLayout,
  type ReadOptions,
  type RecordChunk,
  recordBytesMax,
} from './record-chunk.ts';
import { relaid, withoutTypes } from './relaid.ts';

/** The bytes of a record and its position. */
export interface JsonPiece {
  readonly piece: Piece;
  readonly position: number;
}

/** The record chunks of a JSON file, in batches. Errors: `file_malformed`, with the byte offset of the syntax error. */
export async function* jsonRecordChunks(
  path: string,
  layout: JsonLayout,
  options: ReadOptions,
): AsyncGenerator<RecordChunk[]> {
  for await (const pieces of jsonPieces(path, layout, options)) yield pieces.map(jsonRecordChunk);
}

/** The records of a JSON file as bytes, in batches. Errors: `file_malformed`, with the byte offset of the syntax error. */
export async function* jsonPieces(
  path: string,
  layout: JsonLayout,
  options: ReadOptions,
): AsyncGenerator<JsonPiece[]> {
  const pieces: JsonPiece[] = [];
  let count = 0;
  const onPiece = (piece: Piece, position: number) => {
    if (++count > options.skip) pieces.push({ piece, position });
  };
  const splitter = splitterOf(layout, onPiece);
  let isFirst = true;
  try {
    for await (const bytes of openBytes(path, options)) {
      splitter.push(isFirst ? withoutPrefix(bytes) : bytes);
      isFirst = false;
      if (pieces.length > 0) yield pieces.splice(0);
    }
    splitter.end();
  } catch (cause) {
    if (!(cause instanceof SplitFault)) throw cause;
    throw new AppError(
      'file_malformed',
      `"${path}" is not valid JSON: ${cause.message}, at byte ${cause.offset} after ${count} ${count === 1 ? 'record' : 'records'}`,
      { cause, hint: 'The file was not imported. Download it again, or remove the incomplete last record.' },
    );
  }
  if (pieces.length > 0) yield pieces.splice(0);
  if (layout === 'document' && count === 0) {
    throw new AppError(
      'file_malformed',
      `"${path}" begins with a value larger than ${recordBytesMax >> 20} MiB that has no known list of records`,
      { hint: 'Remove that value, or convert the file to NDJSON with one record per line.' },
    );
  }
}

/** The complete record chunks in the first bytes of a file, from which its format is detected. */
export function jsonRecordChunksOf(
  head: Buffer,
  layout: JsonLayout,
  isWhole: boolean,
  onFault?: (fault: SplitFault) => void,
): RecordChunk[] {
  const chunks: RecordChunk[] = [];
  const onPiece = (piece: Piece, position: number) => void chunks.push(jsonRecordChunk({ piece, position }));
  const splitter = splitterOf(layout, onPiece);
  try {
    splitter.push(withoutPrefix(head));
    if (isWhole) splitter.end();
  } catch (error) {
    if (!(error instanceof SplitFault)) throw error;
    if (chunks.length === 0) onFault?.(error);
  }
  return chunks;
}

function splitterOf(layout: JsonLayout, onPiece: (piece: Piece, position: number) => void) {
  if (layout === 'lines') return new LineSplitter(onPiece);
  if (layout === 'blocks') return new BlockSplitter(onPiece);
  let position = 0;
  return new JsonSplitter(layout, (piece) => onPiece(piece, ++position));
}

/** Splits at line ends. Blank lines are counted as lines, but are not record chunks. */
class LineSplitter {
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

/** A record as a record chunk: parsed, or refused. */
export function jsonRecordChunk({ piece, position }: JsonPiece): RecordChunk {
  if (piece.bytes === undefined) {
    const refusal = new Refusal(
      'record_too_large',
      '',
      `The record has ${piece.length.toLocaleString('en-US')} bytes; the limit is 16 MiB`,
    );
    return { position, value: undefined, refusal, excerpt: () => '' };
  }
  const text = piece.bytes.toString('utf8');
  const parsed = parseJson(text);
  return {
    position,
    value: parsed === undefined ? undefined : relaid(withoutTypes(parsed.value, text)),
    refusal:
      parsed === undefined
        ? new Refusal('json_malformed', '', 'The line or element is not valid JSON')
        : undefined,
    excerpt: () => text.trim().slice(0, excerptLengthMax),
    invalidUtf8: !isUtf8(piece.bytes),
    nanReplaced: parsed?.nanReplaced ?? false,
  };
}

const assignment = /^\s*(?:(?:var|let|const)\s+)?[A-Za-z_$][\w.$]{0,99}\s*=\s*(?=[[{])/;

/**
 * The text without a byte order mark, and without the name of the variable in a JavaScript file that assigns one value,
 * such as `window.YTD.tweets.part0 = […]`.
 */
export function withoutPrefix(chunk: Buffer): Buffer {
  const text = withoutBom(chunk);
  const prefix = assignment.exec(text.toString('latin1', 0, 200))?.[0];
  return prefix === undefined ? text : text.subarray(prefix.length);
}
