import { ByteSink } from '../../byte-sink.ts';
import { sharedKernel } from '../../kernel/kernel.ts';
import { placeColumns } from '../../text/text-columns.ts';
import type { TextNode } from '../../text/text-node.ts';
import type { BatchBuilder } from '../message.ts';
import { ArrowColumn, bufferSource } from './column.ts';
import type { Segment } from './segment.ts';

/** Values represented as text, for types that Arrow lacks. */
export class TextColumn extends ArrowColumn {
  readonly #node: TextNode;
  readonly #text = new ByteSink();
  #ends: number[] = [];
  #valid: boolean[] = [];

  constructor(node: TextNode) {
    super();
    this.#node = node;
  }

  protected override appended({ data, start, count }: Segment): void {
    const kernel = sharedKernel();
    const node = placeColumns(kernel, [this.#node], [data]);
    const ends = kernel.take(count * 4) / 4;
    const present = kernel.take(count);
    const text = kernel.top;
    kernel.growing(() => kernel.run.writeColumn(node, start, count, ends * 4, present, text));
    const { bytes, words } = kernel;
    const before = this.#text.length;
    this.#text.append(bytes.subarray(text, kernel.run.written()));
    for (let row = 0; row < count; row++) {
      this.#ends.push(before + (words[ends + row] as number));
      this.#valid.push(bytes[present + row] === 1);
    }
  }

  override reset(): void {
    super.reset();
    this.#text.length = 0;
    this.#ends = [];
    this.#valid = [];
  }

  /** A value's text may contain NULLs that the vector does not have, such as those within unions. */
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
