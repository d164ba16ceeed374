import type { Encoder } from '../encoder.ts';
import { RowWriter } from '../text/row-writer.ts';
import { textNode } from '../text/text-node.ts';
import type { Member } from '../types/data-type.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import { safeCell, safeCellNode } from './safe-cells.ts';

const comma = Buffer.from(',');
const nothing = new Uint8Array(0);
const carriageReturn = 13;
const lineFeed = 10;

/**
 * CSV as in RFC 4180: a header, lines terminated by CRLF, quotes only where required. NULL is an empty field, the empty
 * string `""`; NaN and the infinities of floats are NULL. Values have the same representation as in JSON results,
 * without quotes: integers of any size as digits, nested values as JSON.
 */
export class CsvEncoder implements Encoder {
  readonly #columns: readonly Member[];
  readonly #rows: RowWriter;

  /** `isSafe`: texts that a spreadsheet would take for formulas get a leading apostrophe. */
  constructor(columns: readonly Member[], isSafe = false) {
    this.#columns = isSafe ? columns.map((column) => ({ ...column, name: safeCell(column.name) })) : columns;
    this.#rows = new RowWriter(
      columns.map(({ type }, index) => {
        const opening = index > 0 ? comma : nothing;
        return isSafe ? safeCellNode(type, opening) : textNode(type, 'field', opening);
      }),
      { lead: 0, ending: carriageReturn | (lineFeed << 8), endingBytes: 2 },
    );
  }

  start(): Uint8Array[] {
    const names = this.#columns.map(({ name }) =>
      /["\n\r,]|^$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name,
    );
    const header = `${names.join(',')}\r\n`;
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(header));
    bytes.write(header);
    return [bytes];
  }

  get rowsOut(): readonly number[] {
    return this.#rows.rowsOut;
  }

  encode(batch: VectorBatch): Uint8Array[] {
    return this.#rows.write(batch);
  }

  finish(): Uint8Array[] {
    return this.#rows.take();
  }
}
