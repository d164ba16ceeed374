import { type Kernel, sharedKernel } from '../kernel/kernel.ts';
import type { VectorBatch } from '../vectors/vector-batch.ts';
import { placeColumns } from './text-columns.ts';
import type { TextNode } from './text-node.ts';

/**
 * Target size of a part: a chunk of few bytes is not worth its own part, a large one makes several. Parts begin small: who
 * stops reading after few rows was sent few.
 */
const partBytesMin = 1 << 16;
const partBytesMax = 1 << 20;

export interface RowFraming {
  /** A byte before each row but the first; 0 for none. */
  readonly lead: number;
  /** Up to four bytes after each row, the first one lowest. */
  readonly ending: number;
  readonly endingBytes: number;
}

/** Encodes batches as rows of text. Each returned part has a separate buffer. */
export class RowWriter {
  readonly #nodes: readonly TextNode[];
  readonly #framing: RowFraming;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #isFirst = true;
  #rowsWritten = 0;
  #partBytes = partBytesMin;
  /** For each part that was returned last, the rows up to its end. */
  rowsOut: number[] = [];

  constructor(nodes: readonly TextNode[], framing: RowFraming) {
    this.#nodes = nodes;
    this.#framing = framing;
  }

  /**
   * The first rows are returned immediately, so that a reader need not wait; later parts are returned when they have
   * reached the target size.
   */
  write(batch: VectorBatch): Uint8Array[] {
    const kernel = sharedKernel();
    const nodes = placeColumns(kernel, this.#nodes, batch.vectors);
    batch.free();
    const parts: Uint8Array[] = [];
    this.rowsOut = [];
    for (let row = 0; row < batch.rows; ) {
      const start = kernel.top;
      const first = row;
      row = kernel.growing(() => this.#writeFrom(kernel, nodes, row, batch.rows));
      this.#rowsWritten += row - first;
      this.#add(kernel.copyOut(start, kernel.run.written()));
      if (this.#isFirst || this.#pendingBytes >= partBytesMin) {
        parts.push(...this.take());
        this.rowsOut.push(this.#rowsWritten);
      }
      this.#isFirst = false;
      this.#partBytes = Math.min(2 * this.#partBytes, partBytesMax);
    }
    return parts;
  }

  /** Returns the buffered rows. */
  take(): Uint8Array[] {
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    if (pending.length < 2) return pending;
    const joined = Buffer.allocUnsafeSlow(pending.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of pending) {
      joined.set(part, at);
      at += part.length;
    }
    return [joined];
  }

  /** Writes rows up to the size of a part behind all data in the arena, and returns the next row. */
  #writeFrom(kernel: Kernel, nodes: number, row: number, rowCount: number): number {
    const { lead, ending, endingBytes } = this.#framing;
    return kernel.run.writeRows(
      nodes,
      this.#nodes.length,
      row,
      rowCount,
      lead,
      this.#isFirst,
      ending,
      endingBytes,
      kernel.top,
      this.#partBytes,
    );
  }

  #add(text: Uint8Array): void {
    this.#pending.push(text);
    this.#pendingBytes += text.length;
  }
}
