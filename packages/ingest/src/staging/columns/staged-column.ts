import type { PlainColumn } from '@sdq/encode/parquet';
import type { Value } from '../../observation.ts';
import { printJson } from '../../values/shown.ts';
import { grown } from './grown.ts';

/** How the values of a column are staged: numbers and texts as they are, all other types as JSON text. */
export type StagedKind = 'text' | 'long' | 'integer' | 'flag' | 'texts' | 'json';

/** How a stored column is staged; times as microseconds since 1970. */
export function stagedKind(type: string): StagedKind {
  return kinds[type] ?? 'json';
}

const kinds: Readonly<Record<string, StagedKind>> = {
  VARCHAR: 'text',
  BIGINT: 'long',
  'TIMESTAMP WITH TIME ZONE': 'long',
  TIMESTAMP: 'long',
  INTEGER: 'integer',
  BOOLEAN: 'flag',
  'VARCHAR[]': 'texts',
};

const parquetTypes = {
  text: 'VARCHAR',
  long: 'BIGINT',
  integer: 'INTEGER',
  flag: 'BOOLEAN',
  texts: 'VARCHAR[]',
  json: 'VARCHAR',
} as const;

const wordMax = 2 ** 32;
const shortLength = 24;

/** The values of one column of a batch, in Parquet's plain encoding. Rows without a value are NULL. */
export class StagedColumn {
  readonly name: string;
  readonly kind: StagedKind;
  #values: Buffer = Buffer.alloc(0);
  #used = 0;
  #definitions: Buffer = Buffer.alloc(0);
  #repetitions: Buffer = Buffer.alloc(0);
  #slots = 0;
  /** Number of rows that have their slots. */
  #rows = 0;
  #before = { used: 0, slots: 0, rows: 0 };

  constructor(name: string, kind: StagedKind) {
    this.name = name;
    this.kind = kind;
  }

  /** Size of the values in bytes. */
  get bytes(): number {
    return this.#used;
  }

  /** Whether the row has a value. */
  has(row: number): boolean {
    return this.#rows > row;
  }

  /** Sets the value of a row; rows are set in ascending order. */
  set(row: number, value: Exclude<Value, null>): void {
    const { kind } = this;
    if (kind === 'text') this.setText(row, textOf(value));
    else if (kind === 'json') this.setText(row, printJson(plainNumbers(value)));
    else if (kind === 'flag') this.setFlag(row, value === true);
    else if (kind === 'texts') this.setTexts(row, value as readonly (string | null)[]);
    else if (kind === 'integer') this.setInteger(row, Number(value));
    else if (typeof value === 'number' && Number.isSafeInteger(value)) this.setLong(row, value);
    else this.setBigint(row, BigInt(value as bigint));
  }

  setText(row: number, text: string): void {
    this.#start(row, 1);
    this.#putText(text);
  }

  /** UTF-8 from a part of a buffer. */
  setBytes(row: number, source: Buffer, start: number, end: number): void {
    this.#start(row, 1);
    const length = end - start;
    this.#reserve(length + 4);
    const values = this.#values;
    let at = this.#used;
    this.#putLength(at, length);
    at += 4;
    if (length <= shortLength) for (let i = start; i < end; i++) values[at++] = source[i] as number;
    else source.copy(values, at, start, end);
    this.#used += 4 + length;
  }

  /** As `setBytes`, with ASCII letters in lower case. */
  setLower(row: number, source: Buffer, start: number, end: number): void {
    this.#start(row, 1);
    this.#reserve(end - start + 4);
    const values = this.#values;
    let at = this.#used;
    this.#putLength(at, end - start);
    at += 4;
    for (let i = start; i < end; i++) {
      const byte = source[i] as number;
      values[at++] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    }
    this.#used = at;
  }

  /** A safe integer. */
  setLong(row: number, value: number): void {
    this.#start(row, 1);
    this.#reserve(8);
    this.#putLength(this.#used, value >>> 0);
    this.#putLength(this.#used + 4, Math.floor(value / wordMax) >>> 0);
    this.#used += 8;
  }

  setBigint(row: number, value: bigint): void {
    this.#start(row, 1);
    this.#reserve(8);
    this.#values.writeBigInt64LE(value, this.#used);
    this.#used += 8;
  }

  setInteger(row: number, value: number): void {
    if (value !== (value | 0))
      throw new RangeError(`${value} of "${this.name}" is not an integer of 32 bits`);
    this.#start(row, 1);
    this.#reserve(4);
    this.#putLength(this.#used, value >>> 0);
    this.#used += 4;
  }

  setFlag(row: number, value: boolean): void {
    this.#start(row, 1);
    this.#reserve(1);
    this.#values[this.#used++] = value ? 1 : 0;
  }

  setTexts(row: number, members: readonly (string | null)[]): void {
    if (members.length === 0) this.#start(row, 1);
    for (let i = 0; i < members.length; i++) {
      const member = members[i];
      const definition = member === null || member === undefined ? 2 : 3;
      if (i === 0) this.#start(row, definition);
      else this.#slot(definition, 1);
      if (definition === 3) this.#putText(textOf(member as string));
    }
  }

  /** The value of the last row that was set: text, a safe integer, or 1 and 0 for a flag; for those kinds only. */
  last(): string | number {
    const values = this.#values;
    const at = this.#before.used;
    if (this.kind === 'text') return values.toString('utf8', at + 4, this.#used);
    if (this.kind === 'integer') return values.readInt32LE(at);
    if (this.kind === 'flag') return values[at] as number;
    return values.readUInt32LE(at) + values.readInt32LE(at + 4) * wordMax;
  }

  /** Sets the value of a row to the last one of another column of the same kind. */
  setLastOf(row: number, other: StagedColumn): void {
    this.#start(row, 1);
    const length = other.#used - other.#before.used;
    this.#reserve(length);
    other.#values.copy(this.#values, this.#used, other.#before.used, other.#used);
    this.#used += length;
  }

  /** Removes the value of a row that was the last one set, if it was set. */
  drop(row: number): void {
    if (!this.has(row)) return;
    this.#used = this.#before.used;
    this.#slots = this.#before.slots;
    this.#rows = this.#before.rows;
  }

  /** The column of a file with this number of rows. */
  toPlain(rows: number): PlainColumn {
    this.#pad(rows);
    return {
      name: this.name,
      type: parquetTypes[this.kind],
      slots: this.#slots,
      definitions: this.#definitions,
      repetitions: this.#repetitions,
      values: this.#values.subarray(0, this.#used),
    };
  }

  #start(row: number, definition: number): void {
    const before = this.#before;
    before.used = this.#used;
    before.slots = this.#slots;
    before.rows = this.#rows;
    if (this.#rows < row) this.#pad(row);
    this.#rows = row + 1;
    this.#slot(definition, 0);
  }

  #slot(definition: number, repetition: number): void {
    if (this.#slots >= this.#definitions.length) this.#growLevels(this.#slots + 1);
    this.#definitions[this.#slots] = definition;
    if (this.kind === 'texts') this.#repetitions[this.#slots] = repetition;
    this.#slots++;
  }

  /** Adds NULL for rows without a value. */
  #pad(rows: number): void {
    const end = this.#slots + rows - this.#rows;
    this.#growLevels(end);
    this.#definitions.fill(0, this.#slots, end);
    if (this.kind === 'texts') this.#repetitions.fill(0, this.#slots, end);
    this.#slots = end;
    this.#rows = rows;
  }

  #growLevels(slots: number): void {
    this.#definitions = grown(this.#definitions, this.#slots, slots);
    if (this.kind === 'texts') this.#repetitions = grown(this.#repetitions, this.#slots, slots);
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes > this.#values.length)
      this.#values = grown(this.#values, this.#used, this.#used + bytes);
  }

  #putLength(at: number, length: number): void {
    const values = this.#values;
    values[at] = length;
    values[at + 1] = length >>> 8;
    values[at + 2] = length >>> 16;
    values[at + 3] = length >>> 24;
  }

  #putText(text: string): void {
    this.#reserve(text.length * 3 + 4);
    const at = this.#used + 4;
    const length = this.#putAscii(text, at) ?? this.#values.write(text, at);
    this.#putLength(at - 4, length);
    this.#used = at + length;
  }

  /** Writes a short text of ASCII, which is faster here than in native code; undefined for other texts. */
  #putAscii(text: string, at: number): number | undefined {
    const { length } = text;
    if (length > shortLength) return undefined;
    const values = this.#values;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return undefined;
      values[at + i] = code;
    }
    return length;
  }
}

function textOf(value: Exclude<Value, null>): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? printJson(value) : String(value);
}

/** A value for JSON; numbers that JSON cannot represent are text. */
function plainNumbers(value: Value): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return Array.isArray(value) ? value.map((member: Value) => plainNumbers(member)) : value;
}

/** The type of a stored column's values in staged files. */
export function stagedType(type: string): string {
  return parquetTypes[stagedKind(type)];
}
