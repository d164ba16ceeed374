import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import { type PlainColumn, plainParquet } from '@sdq/encode/parquet';
import type { RawType } from './raw-type.ts';
import { partRowsMax, Scanner } from './scanner.ts';

interface Part {
  readonly path: string;
  /** Number of its first row. */
  readonly from: number;
  readonly to: number;
}

/** Rows without columns whose numbers are kept. */
const oddMax = 10_000;

/** Writes the columns of a scanner to Parquet files that are not compressed, in parts. They are read a few times and deleted. */
export class RawFiles {
  readonly scanner: Scanner;
  readonly #folder: string;
  readonly #fields: readonly string[];
  readonly #types: readonly RawType[];
  readonly #parts: Part[] = [];
  readonly #numbers = Buffer.allocUnsafeSlow(8 * partRowsMax);
  readonly #present = Buffer.alloc(partRowsMax, 1);
  /** Rows of the written parts. */
  #written = 0;
  /** Bytes of the written parts. */
  bytes = 0;
  /** Number of rows without columns, and the numbers of the first of them. */
  odd = 0;
  readonly #oddRows: number[] = [];

  constructor(folder: string, fields: readonly string[], types: readonly RawType[]) {
    this.scanner = new Scanner(types);
    this.#folder = folder;
    this.#fields = fields;
    this.#types = types;
  }

  /** All rows. */
  get rows(): number {
    return this.#written + this.scanner.rows;
  }

  /** The numbers of the rows without columns; undefined if they are too many. */
  get oddRows(): readonly number[] | undefined {
    return this.odd > oddMax ? undefined : this.#oddRows;
  }

  /** Number of columns. */
  get width(): number {
    return this.#types.length;
  }

  /** Rows that the part has room for. */
  get room(): number {
    return partRowsMax - this.scanner.rows;
  }

  /** Counts rows that the scanner put. */
  added(rows: number, odd: number): void {
    if (odd > 0) this.#noteOdd(rows);
    this.scanner.rows += rows;
    this.odd += odd;
  }

  #noteOdd(rows: number): void {
    const { bytes, whole } = this.scanner;
    for (let row = 0; row < rows && this.#oddRows.length <= oddMax; row++)
      if (bytes[whole + row] === 0) this.#oddRows.push(this.rows + row);
  }

  /** Makes room for a row: by writing the part, or where it has no rows, in the column that lacks it. */
  async makeRoom(): Promise<void> {
    if (this.scanner.rows > 0) await this.write();
    else this.scanner.grow();
  }

  /** Writes the part, if it has rows. */
  async write(): Promise<void> {
    const { scanner } = this;
    const { rows } = scanner;
    if (rows === 0) return;
    for (let row = 0; row < rows; row++) this.#numbers.writeBigInt64LE(BigInt(this.#written + row), 8 * row);
    const { whole, sure } = scanner.toldRows;
    const all = { slots: rows, definitions: this.#present };
    const own: PlainColumn[] = [
      { ...all, name: 'n', type: 'BIGINT', values: this.#numbers.subarray(0, 8 * rows) },
      { ...all, name: 'w', type: 'BOOLEAN', values: whole },
      { ...all, name: 's', type: 'BOOLEAN', values: sure },
    ];
    const path = join(this.#folder, `${String(this.#parts.length).padStart(6, '0')}.parquet`);
    const parts = plainParquet(rows, [...own, ...scanner.toPlain()], { compression: 'none' });
    await writeParts(path, parts);
    for (const part of parts) this.bytes += part.length;
    this.#parts.push({ path, from: this.#written, to: this.#written + rows });
    this.#written += rows;
    scanner.clear();
  }

  /** The written rows from one number to another, which is left out, as SQL for FROM with `file_row_number`, `_whole` and `_sure`. */
  relation(from: number, to: number): string {
    const parts = this.#parts.filter((part) => part.from < to && part.to > from);
    const isCut = parts.some((part) => part.from < from || part.to > to);
    const list = this.#fields.map((field, i) => {
      const { kind } = this.#types[i] as RawType;
      const value =
        kind === 'instant' ? `make_timestamptz(c${i})` : kind === 'local' ? `make_timestamp(c${i})` : `c${i}`;
      return `${value} AS ${sqlName(field)}`;
    });
    const where = isCut ? ` WHERE n >= ${from} AND n < ${to}` : '';
    const files = `read_parquet(${sqlStrings(parts.map(({ path }) => path))}, hive_partitioning = false)`;
    return `(SELECT n AS file_row_number, w AS _whole, s AS _sure, ${list.join(', ')} FROM ${files}${where})`;
  }
}

async function writeParts(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const part of parts)
      for (let written = 0; written < part.length; )
        written += (await file.write(part, written)).bytesWritten;
  } finally {
    await file.close();
  }
}
