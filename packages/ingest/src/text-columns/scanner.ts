import type { PlainColumn } from '@sdq/encode/parquet';
import { scannerWasm } from '../generated/scanner-wasm.ts';
import { type RawType, textChecks } from './raw-type.ts';

/**
 * The parts of the global `WebAssembly` that are used here; neither TypeScript's library nor Node's types declare it.
 */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => CompiledScanner;
  readonly Instance: new (module: CompiledScanner) => { readonly exports: unknown };
};
type CompiledScanner = { readonly brand: 'WebAssembly.Module' };

/** The exports of `packages/ingest/kernel/assembly/index.ts`. Positions are byte offsets in the scanner's memory. */
interface ScannerFunctions {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly crowded: { readonly value: number };
  freeFrom(): number;
  beginCsv(delimiter: number, rowsSkipped: number): void;
  readCsv(
    from: number,
    to: number,
    isLast: boolean,
    columns: number,
    width: number,
    whole: number,
    rowsMax: number,
  ): number;
  csvPlace(): number;
  csvRows(): number;
  csvOdd(): number;
  beginJson(needs: number): void;
  readJson(
    places: number,
    count: number,
    columns: number,
    width: number,
    whole: number,
    rowsMax: number,
  ): number;
  jsonRecords(): number;
  jsonOdd(): number;
  newKeyStart(): number;
  newKeyEnd(): number;
  newKeyObject(): number;
  addKey(start: number, length: number, told: number, needs: number, object: number): void;
}

let compiled: CompiledScanner | undefined;

/** Words of a column's record, as `columns.ts` of the kernel has them. */
const words = {
  kind: 0,
  values: 1,
  used: 2,
  capacity: 3,
  definitions: 4,
  slots: 5,
  repetitions: 6,
  bits: 7,
  slotCapacity: 8,
  cell: 11,
  steps: 12,
} as const;
const recordWords = 14;

const kinds = ['text', 'long', 'instant', 'local', 'flag', 'texts', 'members'] as const;

function isList({ kind }: RawType): boolean {
  return kind === 'texts' || kind === 'members';
}

/** Rows of a part. */
export const partRowsMax = 65_536;
/** Bytes of the values of all columns of texts when a part begins; a column grows where one row needs more. */
const textBytes = 48 * 1024 * 1024;
const [columnBytesMin, columnBytesMax] = [64 * 1024, 4 * 1024 * 1024];

/** Columns in the memory of the scanner, which it puts the cells of rows into. */
export class Scanner {
  readonly run: ScannerFunctions;
  readonly #types: readonly RawType[];
  /** Places of the columns' records, and of a byte for each row. */
  readonly columns: number;
  readonly #whole: number;
  #top: number;
  /** Rows of the part. */
  rows = 0;

  constructor(types: readonly RawType[]) {
    compiled ??= new WebAssembly.Module(Buffer.from(scannerWasm, 'base64'));
    this.run = new WebAssembly.Instance(compiled).exports as ScannerFunctions;
    this.#types = types;
    this.#top = Math.ceil(this.run.freeFrom() / 16) * 16;
    this.columns = this.take(types.length * recordWords * 4);
    this.#whole = this.take(partRowsMax);
    const texts = types.filter((type) => type.kind === 'text' || isList(type)).length;
    const share = Math.floor(textBytes / Math.max(1, texts));
    const capacity = Math.min(columnBytesMax, Math.max(columnBytesMin, share));
    for (const [column, type] of types.entries()) {
      const { kind } = type;
      const isText = kind === 'text' || isList(type);
      const bytes = isText ? capacity : kind === 'flag' ? partRowsMax : 8 * partRowsMax;
      this.#set(column, words.kind, kinds.indexOf(kind));
      this.#set(column, words.bits, bitsOf(type));
      this.#set(column, words.cell, type.cell ?? column);
      this.#set(column, words.steps, this.#putSteps(type));
      this.#give(column, bytes, isList(type) ? 2 * partRowsMax : partRowsMax);
    }
  }

  /** Puts keys into memory, where they stay. */
  #putSteps({ steps = [], listSteps = steps.length }: RawType): number {
    if (steps.length === 0) return 0;
    const place = this.take(8 + 8 * steps.length);
    this.bytes.writeUInt32LE(listSteps, place);
    this.bytes.writeUInt32LE(steps.length, place + 4);
    for (const [i, step] of steps.entries()) {
      const key = Buffer.from(step);
      const at = this.take(key.length);
      this.bytes.set(key, at);
      this.bytes.writeUInt32LE(at, place + 8 + 8 * i);
      this.bytes.writeUInt32LE(key.length, place + 12 + 8 * i);
    }
    return place;
  }

  /** All of the memory. It moves when more is taken: do not keep a reference. */
  get bytes(): Buffer {
    return Buffer.from(this.run.memory.buffer);
  }

  /** Takes this number of bytes, aligned to 16. */
  take(byteLength: number): number {
    const place = this.#top;
    this.#top = Math.ceil((place + byteLength + 16) / 16) * 16;
    const held = this.run.memory.buffer.byteLength;
    if (this.#top > held) this.run.memory.grow(Math.ceil((this.#top - held) / 65_536) + 16);
    return place;
  }

  /** Where the bytes of the next rows go that tell whether they have their values in the columns. */
  get whole(): number {
    return this.#whole + this.rows;
  }

  /** Of each row of the part, 1 or 0: whether it has its values in the columns, and whether all of its texts are of their kind. */
  get toldRows(): { readonly whole: Uint8Array; readonly sure: Uint8Array } {
    const told = this.bytes.subarray(this.#whole, this.#whole + this.rows);
    return { whole: told.map((bits) => bits & 1), sure: told.map((bits) => bits >> 1) };
  }

  /** Gives the column that had no room for one row twice as much. */
  grow(): void {
    const column = this.run.crowded.value;
    this.#give(column, 2 * this.#get(column, words.capacity), 2 * this.#get(column, words.slotCapacity));
  }

  /** Begins the next part. */
  clear(): void {
    this.rows = 0;
    for (const column of this.#types.keys()) {
      this.#set(column, words.used, 0);
      this.#set(column, words.slots, 0);
    }
  }

  /** The columns of the part, in the scanner's memory. */
  toPlain(): PlainColumn[] {
    const { bytes } = this;
    return this.#types.map((type, column) => {
      const of = (place: number, length: number) => bytes.subarray(place, place + length);
      const slots = this.#get(column, words.slots);
      return {
        name: `c${column}`,
        type: plainTypes[type.kind],
        slots,
        definitions: of(this.#get(column, words.definitions), slots),
        ...(isList(type) && { repetitions: of(this.#get(column, words.repetitions), slots) }),
        values: of(this.#get(column, words.values), this.#get(column, words.used)),
      };
    });
  }

  /** Gives a column buffers; the old ones stay unused. */
  #give(column: number, bytes: number, slots: number): void {
    this.#set(column, words.values, this.take(bytes));
    this.#set(column, words.capacity, bytes);
    this.#set(column, words.definitions, this.take(slots));
    this.#set(column, words.slotCapacity, slots);
    const hasLists = isList(this.#types[column] as RawType);
    this.#set(column, words.repetitions, hasLists ? this.take(slots) : 0);
  }

  #get(column: number, word: number): number {
    return this.bytes.readUInt32LE(this.columns + (column * recordWords + word) * 4);
  }

  #set(column: number, word: number, value: number): void {
    this.bytes.writeUInt32LE(value, this.columns + (column * recordWords + word) * 4);
  }
}

function bitsOf({
  takesDigits,
  isUnused,
  keepsEmpty,
  isBare,
  takesWords,
  takesFirst,
  check,
}: RawType): number {
  const bits = [takesDigits, isUnused, keepsEmpty, isBare, takesWords, takesFirst];
  const checked = check === undefined ? 0 : textChecks.indexOf(check) + 1;
  return bits.reduce((sum, bit, i) => sum + (bit === true ? 1 << i : 0), checked << 8);
}

const plainTypes = {
  text: 'VARCHAR',
  long: 'BIGINT',
  instant: 'BIGINT',
  local: 'BIGINT',
  flag: 'BOOLEAN',
  texts: 'VARCHAR[]',
  members: 'VARCHAR[]',
} as const;
