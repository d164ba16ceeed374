import { countValid } from '../../vectors/validity.ts';
import type { VectorData } from '../../vectors/vector-data.ts';
import type { BatchBuilder, BufferSource } from '../message.ts';
import { validityBuffer } from './bits.ts';
import type { Segment } from './segment.ts';

/**
 * One column of a batch. Appending a vector only records it; its bytes are written once, directly into the message,
 * when the batch is complete and all lengths are known.
 */
export abstract class ArrowColumn<Data extends VectorData = VectorData> {
  protected segments: Segment<Data>[] = [];
  protected rows = 0;
  protected nulls = 0;

  append(data: VectorData, start: number, count: number): void {
    const segment = { data: data as Data, start, count };
    this.segments.push(segment);
    this.rows += count;
    this.nulls += count - countValid(data.validity, start, count);
    this.appended(segment);
  }

  /** Adds the column's node and buffers, and those of its children, in the format's order. */
  emit(batch: BatchBuilder): void {
    batch.addNode(this.rows, this.nulls);
    batch.addBuffer(validityBuffer(this.segments, this.rows, this.nulls));
    this.emitValues(batch);
  }

  /** Removes all rows. Sources returned before stay readable. */
  reset(): void {
    this.segments = [];
    this.rows = 0;
    this.nulls = 0;
  }

  /** Appends a vector to the children, or measures it. */
  protected appended(_segment: Segment<Data>): void {}

  protected abstract emitValues(batch: BatchBuilder): void;
}

/** A source that is written by a function. */
export function bufferSource(byteLength: number, writeTo: BufferSource['writeTo']): BufferSource {
  return { byteLength, writeTo };
}
