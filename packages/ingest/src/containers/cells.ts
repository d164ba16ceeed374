import { isBlank } from '../values/text.ts';

/** Facts of a cell as bits. */
export const cellFlags = {
  /** A byte beyond ASCII. */
  wide: 1,
  /** An ampersand or a NUL. */
  odd: 2,
  hash: 4,
  at: 8,
  quoted: 16,
  /** Doubled quotes within a quoted cell; escapes in JSON. */
  escaped: 32,
  /** A number, in JSON. */
  number: 64,
  /** `true` or `false`, in JSON. */
  literal: 128,
  /** A list or an object, in JSON. */
  nested: 256,
} as const;

/** Cells with these are no texts. */
const notText = cellFlags.number | cellFlags.literal | cellFlags.nested;

/** Rows that are read one after the other into the same place. */
export interface Cells {
  readonly row: RowCells;
  /** The line where the current row begins, from 1. */
  readonly line: number;
  /** Reads the next row; false if there is none in the text at hand. */
  next(): boolean;
}

const inJson = -2;

/** The cells of one row as places in a buffer of UTF-8. */
export class RowCells {
  buffer: Buffer = Buffer.alloc(0);
  count = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  flags = new Uint16Array(64);
  /** Where a cell that begins with a quote has a closing quote in its middle; −1 for other cells, −2 in JSON. */
  #strays = new Int32Array(64);

  add(start: number, end: number, flags: number, stray: number): void {
    if (this.count >= this.starts.length) this.#grow(this.count * 2);
    const at = this.count++;
    this.starts[at] = start;
    this.ends[at] = end;
    // A cell with a stray quote is decoded like one with doubled quotes.
    this.flags[at] = stray < 0 ? flags : flags | cellFlags.escaped;
    this.#strays[at] = stray;
  }

  /** Begins a row of this many empty cells, texts of JSON, that are put in any order. */
  clear(buffer: Buffer, count: number): void {
    this.buffer = buffer;
    while (this.starts.length < count) this.#grow(this.starts.length * 2);
    this.count = count;
    this.starts.fill(0, 0, count);
    this.ends.fill(0, 0, count);
    this.flags.fill(0, 0, count);
    this.#strays.fill(inJson, 0, count);
  }

  put(cell: number, start: number, end: number, flags: number): void {
    this.starts[cell] = start;
    this.ends[cell] = end;
    this.flags[cell] = flags;
  }

  /** Whether a cell has a text, which may be empty. */
  isText(cell: number): boolean {
    return ((this.flags[cell] as number) & notText) === 0;
  }

  /** Whether a cell has neither text nor quotes. */
  isBare(cell: number): boolean {
    return this.starts[cell] === this.ends[cell] && (this.flags[cell] as number) === 0;
  }

  /** The text of a cell. */
  text(cell: number): string {
    const start = this.starts[cell] as number;
    const end = this.ends[cell] as number;
    const flags = this.flags[cell] as number;
    const stray = this.#strays[cell] as number;
    if (stray >= 0) {
      const before = this.buffer.toString('utf8', start + 1, stray).replaceAll('""', '"');
      return `"${before}${this.buffer.toString('utf8', stray, end)}`;
    }
    const text = this.buffer.toString((flags & cellFlags.wide) === 0 ? 'latin1' : 'utf8', start, end);
    if ((flags & cellFlags.escaped) === 0) return text;
    return stray === inJson ? (JSON.parse(`"${text}"`) as string) : text.replaceAll('""', '"');
  }

  /** The texts of all cells. */
  texts(): string[] {
    return Array.from({ length: this.count }, (_, cell) => this.text(cell));
  }

  #grow(size: number): void {
    const larger = <Values extends Int32Array | Uint16Array>(values: Values, into: Values): Values => {
      into.set(values);
      return into;
    };
    this.starts = larger(this.starts, new Int32Array(size));
    this.ends = larger(this.ends, new Int32Array(size));
    this.flags = larger(this.flags, new Uint16Array(size));
    this.#strays = larger(this.#strays, new Int32Array(size));
  }
}

/** Whether a cell is empty or has a spelling of null. */
export function isBlankCell(cells: RowCells, cell: number): boolean {
  const start = cells.starts[cell] as number;
  const length = (cells.ends[cell] as number) - start;
  if (length === 0) return true;
  if (length >= 10 || !cells.isText(cell)) return false;
  const first = cells.buffer[start] as number;
  const mayBeNull =
    first <= 0x20 ||
    first >= 0x80 ||
    first === 0x2d ||
    first === 0x3c ||
    first === 0x5c ||
    isNullLetter(first);
  return mayBeNull && isBlank(cells.text(cell));
}

function isNullLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower === 0x6e || lower === 0x75;
}
