import type { ListVector, VectorData } from '@sdq/encode/vectors';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { ColumnEncoder } from './column-encoder.ts';

/** The length of each list, then all elements as one column. */
export class ListEncoder extends ColumnEncoder<ListVector> {
  readonly #counts: Uint32Array;
  readonly #elements: ColumnEncoder<VectorData>;

  constructor(blockRows: number, elements: ColumnEncoder<VectorData>) {
    super(blockRows);
    this.#counts = new Uint32Array(blockRows);
    this.#elements = elements;
  }

  protected add({ words, child }: ListVector, row: number, index: number): void {
    const count = words[row * 4 + 2] as number;
    this.#counts[index] = count;
    this.#elements.append(child, words[row * 4] as number, count);
  }

  protected write(writer: ByteWriter, count: number): void {
    for (let index = 0; index < count; index++) writer.varint(this.#counts[index] as number);
    this.#elements.flush(writer);
  }
}
