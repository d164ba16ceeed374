import { countValid } from '../../vectors/validity.ts';
import type { ArrayVector, ListVector, StructVector, VectorData } from '../../vectors/vector-data.ts';
import type { BatchBuilder } from '../message.ts';
import { ArrowColumn, bufferSource } from './column.ts';
import type { Segment } from './segment.ts';

/** LIST, and MAP as a list of its entries: 32-bit offsets and the contiguous elements. */
export class ListColumn extends ArrowColumn<ListVector> {
  readonly #child: ArrowColumn;

  constructor(child: ArrowColumn) {
    super();
    this.#child = child;
  }

  /** Elements are mostly contiguous; otherwise each contiguous range is appended separately. */
  protected override appended({ data, start, count }: Segment<ListVector>): void {
    const { words, child } = data;
    let from = 0;
    let to = 0;
    for (let at = start * 4; at < (start + count) * 4; at += 4) {
      const length = words[at + 2] as number;
      if (length === 0) continue;
      const offset = words[at] as number;
      if (offset !== to) {
        if (to > from) this.#child.append(child, from, to - from);
        from = offset;
      }
      to = offset + length;
    }
    if (to > from) this.#child.append(child, from, to - from);
  }

  override reset(): void {
    super.reset();
    this.#child.reset();
  }

  protected emitValues(batch: BatchBuilder): void {
    const { segments, rows } = this;
    const writeTo = (target: Uint8Array, at: number): void => {
      const offsets = new Int32Array(target.buffer, target.byteOffset + at, rows + 1);
      let index = 0;
      let offset = 0;
      offsets[index++] = 0;
      for (const { data, start, count } of segments) {
        const { words } = data;
        const last = (start + count) * 4;
        for (let word = start * 4 + 2; word < last; word += 4) {
          offset += words[word] as number;
          offsets[index++] = offset;
        }
      }
    };
    batch.addBuffer(bufferSource((rows + 1) * 4, writeTo));
    this.#child.emit(batch);
  }
}

/** ARRAY: the contiguous elements, of NULL rows too. */
export class FixedSizeListColumn extends ArrowColumn<ArrayVector> {
  readonly #child: ArrowColumn;

  constructor(child: ArrowColumn) {
    super();
    this.#child = child;
  }

  protected override appended({ data, start, count }: Segment<ArrayVector>): void {
    this.#child.append(data.child, start * data.size, count * data.size);
  }

  override reset(): void {
    super.reset();
    this.#child.reset();
  }

  protected emitValues(batch: BatchBuilder): void {
    this.#child.emit(batch);
  }
}

export class StructColumn extends ArrowColumn<StructVector> {
  readonly #members: readonly ArrowColumn[];

  constructor(members: readonly ArrowColumn[]) {
    super();
    this.#members = members;
  }

  protected override appended({ data, start, count }: Segment<StructVector>): void {
    this.#members.forEach((member, index) => {
      member.append(data.members[index] as VectorData, start, count);
    });
  }

  override reset(): void {
    super.reset();
    for (const member of this.#members) member.reset();
  }

  protected emitValues(batch: BatchBuilder): void {
    for (const member of this.#members) member.emit(batch);
  }
}

/** A column of a type whose only value is NULL: a node and no buffers. */
export class NullColumn extends ArrowColumn {
  override emit(batch: BatchBuilder): void {
    batch.addNode(this.rows, this.rows);
  }

  protected emitValues(): void {}

  protected override appended({ data, start, count }: Segment): void {
    if (countValid(data.validity, start, count) > 0)
      throw new Error('A value of type "NULL" that is not NULL');
  }
}
