import { type ExtractionOptions, type Table, tableFromIPC } from '@uwdata/flechette';
import { arrowMessages } from './arrow-messages.ts';
import { type Column, columnOf } from './column.ts';

const options: ExtractionOptions = {
  useBigInt: true,
  useDecimalInt: true,
  useDate: false,
  useProxy: false,
  useMap: false,
};

export type ResultState = 'running' | 'done' | 'cancelled' | 'failed';

/** The rows of a query as they lie in memory: Arrow batches as they arrived; a value is decoded when it is shown. */
export class Result {
  columns: readonly Column[] = [];
  rows = 0;
  /** Bytes of the batches in memory. */
  bytes = 0;
  state: ResultState = 'running';
  readonly #parts: Uint8Array[] = [];
  readonly #tables: Table[] = [];
  readonly #starts: number[] = [];
  readonly #listeners = new Set<() => void>();

  /** Calls the listener after each change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The decoded value. */
  at(row: number, column: number): unknown {
    const part = this.#partOf(row);
    return this.#tables[part]?.getChildAt(column)?.at(row - (this.#starts[part] ?? 0));
  }

  /** Reads a stream to its end. @throws StreamBroken, and what the stream throws when it is aborted. */
  async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const head: Uint8Array[] = [];
    for await (const { kind, bytes } of arrowMessages(body)) {
      this.#parts.push(bytes);
      if (kind !== 'batch') {
        head.push(bytes);
        if (kind === 'schema') this.columns = tableFromIPC([bytes], options).schema.fields.map(columnOf);
      } else {
        const table = tableFromIPC([...head, bytes], options);
        this.#starts.push(this.rows);
        this.#tables.push(table);
        this.rows += table.numRows;
        this.bytes += bytes.length;
      }
      this.#tell();
    }
    this.end('done');
  }

  end(state: ResultState): void {
    this.state = state;
    this.#tell();
  }

  /** Calls `take` with every n-th value of a column, such that at most about `most` are read; returns n. */
  sample(column: number, most: number, take: (value: unknown) => void): number {
    const step = Math.max(1, Math.ceil(this.rows / most));
    for (let i = 0; i < this.#tables.length; i++) {
      const values = this.#tables[i]?.getChildAt(column);
      const start = this.#starts[i] ?? 0;
      const count = this.#tables[i]?.numRows ?? 0;
      for (let row = (step - (start % step)) % step; row < count; row += step) take(values?.at(row));
    }
    return step;
  }

  /** The rows so far as an Arrow IPC stream. */
  arrowStream(): Blob {
    const endMark = new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0]);
    return new Blob([...this.#parts, endMark] as BlobPart[], { type: 'application/vnd.apache.arrow.stream' });
  }

  /** Lets go of the rows: whoever still holds the result, such as a view that was left, holds no batches. */
  drop(): void {
    this.#listeners.clear();
    for (const held of [this.#parts, this.#tables, this.#starts]) held.length = 0;
  }

  #partOf(row: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
