import { ByteSink } from '../../text/byte-sink.ts';
import { type ValueWriter, valueRoom } from '../../text/value-writer.ts';
import { isValid } from '../../vectors/validity.ts';
import type { BatchBuilder } from '../message.ts';
import { ArrowColumn, bufferSource } from './column.ts';
import type { Segment } from './segment.ts';

/** Values carried as their text, for types that Arrow lacks. */
export class TextColumn extends ArrowColumn {
  readonly #writer: ValueWriter;
  readonly #text = new ByteSink();
  #ends: number[] = [];
  #valid: boolean[] = [];

  constructor(writer: ValueWriter) {
    super();
    this.#writer = writer;
  }

  protected override appended({ data, start, count }: Segment): void {
    this.#writer.bind(data);
    for (let row = start; row < start + count; row++) {
      this.#text.reserve(valueRoom);
      const valid = isValid(this.#writer.validity, row);
      if (valid) this.#writer.write(this.#text, row);
      this.#valid.push(valid);
      this.#ends.push(this.#text.length);
    }
  }

  override reset(): void {
    super.reset();
    this.#text.length = 0;
    this.#ends = [];
    this.#valid = [];
  }

  /** A writer may know of NULLs that the vector does not, such as those within unions. */
  override emit(batch: BatchBuilder): void {
    const valid = this.#valid;
    const nulls = valid.reduce((sum, isPresent) => (isPresent ? sum : sum + 1), 0);
    batch.addNode(this.rows, nulls);
    const byteLength = nulls === 0 ? 0 : Math.ceil(this.rows / 8);
    batch.addBuffer(
      bufferSource(byteLength, (target, at) => {
        target.fill(0, at, at + byteLength);
        if (byteLength === 0) return;
        valid.forEach((isPresent, row) => {
          const byte = at + (row >> 3);
          if (isPresent) target[byte] = (target[byte] as number) | (1 << (row & 7));
        });
      }),
    );
    this.emitValues(batch);
  }

  protected emitValues(batch: BatchBuilder): void {
    const ends = this.#ends;
    const text = this.#text.bytes.subarray(0, this.#text.length);
    batch.addBuffer(
      bufferSource((ends.length + 1) * 4, (target, at) => {
        const offsets = new Int32Array(target.buffer, target.byteOffset + at, ends.length + 1);
        offsets[0] = 0;
        offsets.set(ends, 1);
      }),
    );
    batch.addBuffer(bufferSource(text.length, (target, at) => target.set(text, at)));
  }
}
