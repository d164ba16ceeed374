import { ByteSink } from '../byte-sink.ts';
import { type PreparedTexts, prepareTexts } from '../vectors/prepared-texts.ts';
import { encodeLevels } from './levels.ts';
import { packBooleans } from './pack-booleans.ts';
import { codec, encodings, makePage, type Page } from './page.ts';
import { enumValues, plainValues } from './plain-values.ts';
import { type ParquetNode, storageOf } from './schema.ts';
import type { Shreds } from './shred.ts';
import { ThriftStruct } from './thrift.ts';

/** Size of the values in bytes at which a page is closed. */
const pageBytesMin = 1 << 20;

/** The pages of one leaf in the current row group. */
export class LeafColumn {
  readonly #node: ParquetNode;
  readonly #path: readonly string[];
  readonly #enumTexts: PreparedTexts | null;
  readonly #values = new ByteSink();
  readonly #repetitions = new ByteSink();
  readonly #definitions = new ByteSink();
  #slots = 0;
  #pages: Page[] = [];
  #slotsInPages = 0;

  constructor(node: ParquetNode, path: readonly string[]) {
    this.#node = node;
    this.#path = path;
    this.#enumTexts = node.type.name === 'ENUM' ? prepareTexts(node.type.values, (value) => value) : null;
  }

  /** Returns the number of bytes by which the current page grew. */
  append({ data, slots, repetitions, definitions, rows }: Shreds): number {
    const { type } = this.#node;
    const values =
      this.#enumTexts !== null && type.name === 'ENUM'
        ? enumValues(this.#enumTexts, type.storageBytes, data, rows)
        : plainValues(type, data, rows);
    this.#values.append(values);
    if (this.#node.repetition > 0) this.#repetitions.append(repetitions.subarray(0, slots));
    if (this.#node.definition > 0) this.#definitions.append(definitions.subarray(0, slots));
    this.#slots += slots;
    if (this.#values.length >= pageBytesMin) this.#closePage();
    return values.length + slots;
  }

  /** The pages since the last call, and their entry in the footer, given the position of the first. */
  take(offset: number): {
    pages: readonly Page[];
    metadata: ThriftStruct;
    bytes: number;
    plainBytes: number;
  } {
    if (this.#slots > 0) this.#closePage();
    const pages = this.#pages;
    const bytes = pages.reduce((sum, { header, body }) => sum + header.length + body.length, 0);
    const plainBytes = pages.reduce((sum, { uncompressedBytes }) => sum + uncompressedBytes, 0);
    const metadata = new ThriftStruct()
      .i32(1, storageOf(this.#node.type).type)
      .i32s(2, [encodings.plain, encodings.rle])
      .texts(3, this.#path)
      .i32(4, codec)
      .i64(5, this.#slotsInPages)
      .i64(6, plainBytes)
      .i64(7, bytes)
      .i64(9, offset);
    this.#pages = [];
    this.#slotsInPages = 0;
    return { pages, metadata: new ThriftStruct().i64(2, offset).struct(3, metadata), bytes, plainBytes };
  }

  #closePage(): void {
    const { definition, repetition } = this.#node;
    const parts: Uint8Array[] = [];
    if (repetition > 0) parts.push(encodeLevels(this.#repetitions.bytes, this.#slots, repetition));
    if (definition > 0) parts.push(encodeLevels(this.#definitions.bytes, this.#slots, definition));
    const values = this.#values.bytes.subarray(0, this.#values.length);
    parts.push(this.#node.type.name === 'BOOLEAN' ? packBooleans(values) : values);
    this.#pages.push(makePage(this.#slots, parts));
    this.#slotsInPages += this.#slots;
    this.#slots = 0;
    for (const sink of [this.#values, this.#repetitions, this.#definitions]) sink.length = 0;
  }
}
