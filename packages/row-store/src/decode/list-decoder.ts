import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ListValues, RowValues } from '../row-set.ts';
import { absent, ColumnDecoder } from './column-decoder.ts';

/** Estimated bytes per element besides its text. */
const elementBytes = 8;

export class ListDecoder extends ColumnDecoder {
  readonly #offsets: Uint32Array;
  readonly #elements: ColumnDecoder;
  #count = 0;

  constructor(rowsMax: number, elements: ColumnDecoder) {
    super(rowsMax);
    this.#elements = elements;
    this.#offsets = new Uint32Array(rowsMax + 1);
  }

  override get textBytes(): number {
    return this.#elements.textBytes + this.#count * elementBytes;
  }

  values(): ListValues {
    return {
      kind: 'list',
      validity: this.validity,
      offsets: this.#offsets,
      child: this.#elements.values() as ListValues['child'],
    };
  }

  protected skip(count: number): void {
    this.#offsets.fill(this.#count, this.rows + 1, this.rows + count + 1);
  }

  protected copy(values: RowValues, rows: number): void {
    if (values.kind !== 'list') throw new Error('Values are no lists');
    const count = values.offsets[rows] as number;
    this.#elements.append(values.child, count);
    for (let row = 1; row <= rows; row++)
      this.#offsets[this.rows + row] = this.#count + (values.offsets[row] as number);
    this.#count += count;
  }

  protected read(reader: ByteReader, count: number, ranks: Uint32Array): void {
    const picks: number[] = [];
    let total = 0;
    let index = 0;
    for (let rank = 0; rank < count; rank++) {
      const elements = reader.varint();
      while (ranks[index] === absent) this.#offsets[this.rows + ++index] = this.#count;
      if (ranks[index] === rank) {
        for (let element = 0; element < elements; element++) picks.push(total + element);
        this.#count += elements;
        this.#offsets[this.rows + ++index] = this.#count;
      }
      total += elements;
    }
    for (; index < ranks.length; ) this.#offsets[this.rows + ++index] = this.#count;
    this.#elements.decode(reader, total, new Uint32Array(picks));
  }
}
