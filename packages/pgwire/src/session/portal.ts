import type { RecordBatch } from 'apache-arrow';
import { type RowPart, RowWriter } from '../formats/row-writer.ts';
import type { ReplyColumn } from '../protocol/replies.ts';
import type { Asked, Caller, Receipt, RunningQuery } from '../query-service.ts';

/**
 * A statement with its values, that runs once: its rows are read at once or in parts. It is charged when all rows are
 * read, or when it is closed, for those that were sent.
 */
export class Portal {
  readonly #caller: Caller;
  readonly #asked: Omit<Asked, 'signal'>;
  readonly #formats: readonly number[];
  readonly #cancel = new AbortController();
  #running: RunningQuery | undefined;
  #writer: RowWriter | undefined;
  #isEnded = false;

  constructor(caller: Caller, asked: Omit<Asked, 'signal'>, formats: readonly number[]) {
    this.#caller = caller;
    this.#asked = asked;
    this.#formats = formats;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Cancels what runs: reading it fails. */
  cancel(): void {
    this.#cancel.abort();
  }

  /** Starts the statement; again, nothing. Errors: those of the statement. */
  async start(): Promise<RunningQuery> {
    this.#running ??= await this.#caller.run({ ...this.#asked, signal: this.#cancel.signal });
    return this.#running;
  }

  async description(): Promise<ReplyColumn[]> {
    return (await this.writer()).description;
  }

  async writer(): Promise<RowWriter> {
    const { columns } = await this.start();
    this.#writer ??= new RowWriter(columns, this.#formats);
    return this.#writer;
  }

  /** The next rows, at most so many, as parts of bytes that `write` makes; returns their number. */
  async read(
    rowsMax: number,
    write: (writer: RowWriter, batch: RecordBatch) => Iterable<RowPart>,
    send: (part: Uint8Array) => Promise<void>,
  ): Promise<number> {
    const writer = await this.writer();
    const running = await this.start();
    let rows = 0;
    try {
      for await (const batch of running.read(rowsMax)) {
        for (const part of write(writer, batch)) {
          await send(part.bytes);
          running.noteSent(part.rows);
        }
        rows += batch.numRows;
      }
      return rows;
    } catch (error) {
      await this.#leave(error);
      throw error;
    }
  }

  get hasMore(): boolean {
    return !this.#isEnded && this.#running?.hasMore === true;
  }

  /** Charges all of it, after the last row. Errors: `result_too_large`. */
  async finish(): Promise<{ receipt: Receipt; requestId: string } | undefined> {
    const running = this.#running;
    if (running === undefined || this.#isEnded) return undefined;
    this.#isEnded = true;
    return { receipt: await running.finish(), requestId: running.requestId };
  }

  /** Ends it, in whatever state: what was sent is charged. Never rejects. */
  async close(): Promise<void> {
    if (this.#running !== undefined && !this.#isEnded && this.#running.hasMore) this.cancel();
    await this.#leave(new Error('The portal was closed'));
  }

  async #leave(error: unknown): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    await this.#running?.leave(error);
  }
}
