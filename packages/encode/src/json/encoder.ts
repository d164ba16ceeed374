import type { Encoder } from '../encoder.ts';
import { RowWriter } from '../text/row-writer.ts';
import { textNode } from '../text/text-node.ts';
import type { Member } from '../types/data-type.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';

export interface JsonShape {
  /** `array`: one array of all rows; `lines`: one row per line, each terminated by a line feed (NDJSON). */
  readonly framing: 'array' | 'lines';
  /** A row as an object by column name, or as an array of its values. */
  readonly rows: 'objects' | 'arrays';
}

const lineFeed = 10;
const comma = 44;

/** Rows as JSON. Values: see `textNode`. */
export class JsonEncoder implements Encoder {
  readonly #framing: JsonShape['framing'];
  readonly #rows: RowWriter;

  constructor(columns: readonly Member[], shape: JsonShape) {
    const areObjects = shape.rows === 'objects';
    const isArray = shape.framing === 'array';
    const nodes = columns.map(({ name, type }, index) => {
      const separator = index > 0 ? ',' : areObjects ? '{' : '[';
      const opening = areObjects ? `${separator}${JSON.stringify(name)}:` : separator;
      return textNode(type, 'json', Buffer.from(opening, 'utf8'));
    });
    const rowEnd = areObjects ? 125 : 93;
    this.#framing = shape.framing;
    this.#rows = new RowWriter(
      nodes,
      isArray
        ? { lead: comma, ending: rowEnd, endingBytes: 1 }
        : { lead: 0, ending: rowEnd | (lineFeed << 8), endingBytes: 2 },
    );
  }

  start(): Uint8Array[] {
    return this.#framing === 'array' ? [Uint8Array.of(91)] : [];
  }

  get rowsOut(): readonly number[] {
    return this.#rows.rowsOut;
  }

  encode(batch: VectorBatch): Uint8Array[] {
    return this.#rows.write(batch);
  }

  finish(): Uint8Array[] {
    const rest = this.#rows.take();
    return this.#framing === 'array' ? [...rest, Uint8Array.of(93)] : rest;
  }
}
