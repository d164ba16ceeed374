import { arrowBatches } from './arrow-messages.ts';
import { readAnswer } from './call.ts';
import { readLines, readParts } from './read-stream.ts';
import { type Receipt, receiptOf } from './receipt.ts';
import { SdqError } from './sdq-error.ts';
import { backoff, type Sender, sleep } from './send.ts';
import type { Parameters } from './sql-text.ts';
import { type Column, type Integers, rowDecoder } from './values.ts';

export type Format = 'json' | 'ndjson' | 'csv' | 'arrow' | 'parquet';

export interface QueryOptions {
  /** A list for `?` and `$1`, an object for `$name`. */
  readonly parameters?: Parameters | undefined;
  /** Most rows that are delivered, 1 to 1,000,000. */
  readonly limit?: number | undefined;
  /** Most that the query may cost, as `$0.50`: one that can cost more is refused with `max_cost_exceeded`. */
  readonly maxCost?: string | undefined;
  /** Milliseconds that the engine may take, 30,000 at most. */
  readonly timeoutMs?: number | undefined;
  readonly platform?: string | undefined;
  /** In CSV: puts an apostrophe before texts that a spreadsheet would take for a formula. */
  readonly csvSafe?: boolean | undefined;
  /** Reads this snapshot, which an earlier answer named, instead of the newest one. */
  readonly snapshotId?: string | undefined;
  /**
   * For rows and batches: the service computes the whole result and keeps it for 30 minutes, and a stream that breaks off
   * is read on where it was, free of charge. The whole result is charged, also if the loop is left. Default: false.
   */
  readonly resume?: boolean | undefined;
  /** How integers of 64 bits and more arrive in rows. Default: `mixed`. */
  readonly integers?: Integers | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Names the query, so that it is executed and charged once. Default: a random name. */
  readonly idempotencyKey?: string | undefined;
}

export interface RowsFacts {
  readonly columns: readonly Column[];
  readonly receipt: Receipt;
  /** Whether the result has more rows than `limit`. Above 10,000 rows: whether the limit was reached. */
  readonly truncated: boolean;
}

export type Rows<Row> = Row[] & RowsFacts;

/** Milliseconds that the service waits for the end of a statement before it answers. */
export const longestWaitMs = 20_000;

/** A page of JSON has this many rows at most; more rows are read from a stream. */
const jsonRowsMax = 10_000;

interface JsonResult {
  columns: Column[];
  rows: Record<string, unknown>[];
  row_count: number;
  truncated: boolean;
  snapshot_id: string;
}

/** Options with the defaults of the client. */
export type QuerySettings = QueryOptions & { platform: string; limit: number; quoteId?: string };

/** The body of `POST /api/{platform}/sql`. */
export function sqlBody(
  query: string,
  {
    parameters,
    limit,
    maxCost,
    timeoutMs,
    csvSafe,
    snapshotId,
    quoteId,
  }: QueryOptions & { quoteId?: string },
): Record<string, unknown> {
  return {
    query,
    ...(parameters !== undefined && { parameters }),
    ...(limit !== undefined && { limit }),
    ...(maxCost !== undefined && { max_cost: maxCost }),
    ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
    ...(csvSafe === true && { csv_safe: true }),
    ...(snapshotId !== undefined && { snapshot_id: snapshotId }),
    ...(quoteId !== undefined && { quote_id: quoteId }),
  };
}

/**
 * A query, which is sent when it is read: `await` gives all rows, `for await` gives rows as they come, `bytes` a file in
 * a format, `batches` Arrow. Each reading is a request of its own, and is charged.
 */
export class Query<Row = Record<string, unknown>> implements PromiseLike<Rows<Row>>, AsyncIterable<Row> {
  readonly #sender: Sender;
  readonly #sql: string;
  readonly #options: QuerySettings;
  #streamId: string | undefined;
  #receipt: Promise<Receipt> | undefined;

  constructor(sender: Sender, sql: string, options: QuerySettings) {
    this.#sender = sender;
    this.#sql = sql;
    this.#options = options;
  }

  /** What the last reading cost. For a stream it is fetched when it is asked for, and known once the stream has ended or was left. */
  get receipt(): Promise<Receipt> {
    const id = this.#streamId;
    if (id !== undefined) this.#receipt ??= receiptOf(this.#sender, id);
    return this.#receipt ?? Promise.reject(new TypeError('The query was not read yet'));
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited for its rows
  then<A, B>(
    onFulfilled?: ((rows: Rows<Row>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const rows = this.#options.limit > jsonRowsMax ? this.#collectStream() : this.#fetchJson();
    return rows.then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    const { integers = 'mixed' } = this.#options;
    // The stream has no types: a check, which is free, tells them where values depend on them.
    const decode = integers === 'mixed' ? undefined : rowDecoder(await this.columns(), integers);
    for await (const line of this.#streamed('ndjson', readLines, () => 1)) {
      const row = JSON.parse(line) as Record<string, unknown>;
      decode?.(row);
      yield row as Row;
    }
  }

  /** The result as a file, in parts as they come. Leaving the loop cancels the query; the rows sent are charged. */
  async *bytes(format: Format): AsyncGenerator<Uint8Array> {
    if (this.#options.resume === true)
      throw new SdqError(
        'usage_error',
        'Rows and batches resume, files do not: submit() keeps a result, whose bytes() can be read again',
        {
          param: 'resume',
        },
      );
    yield* readParts(await this.#open(format));
  }

  /** Batches of Arrow. `decode` is the decoder of an Arrow library, of a whole stream: `tableFromIPC` of flechette or apache-arrow. */
  async *batches<Table>(decode: (stream: Uint8Array) => Table): AsyncGenerator<Table> {
    const cut = (answer: Response) => arrowBatches(readParts(answer));
    for await (const { stream } of this.#streamed('arrow', cut, ({ rows }) => rows)) yield decode(stream);
  }

  /** Names and types of the columns, free of charge; the query is not run. */
  async columns(): Promise<readonly Column[]> {
    const { data } = await readAnswer<{ columns: Column[] }>(
      await this.#post({ ...sqlBody(this.#sql, { ...this.#options, limit: 1 }), dry_run: true }),
    );
    return data.columns;
  }

  async #fetchJson(): Promise<Rows<Row>> {
    const answer = await this.#post(
      { ...sqlBody(this.#sql, this.#options), format: 'json' },
      this.#options.idempotencyKey,
    );
    const { data, cost, requestId } = await readAnswer<JsonResult>(answer);
    const receipt = { requestId, cost, records: data.row_count, snapshotId: data.snapshot_id };
    this.#streamId = undefined;
    this.#receipt = Promise.resolve(receipt);
    const decode = rowDecoder(data.columns, this.#options.integers ?? 'mixed');
    if (decode !== undefined) data.rows.forEach(decode);
    return withFacts(data.rows as Row[], { columns: data.columns, truncated: data.truncated, receipt });
  }

  async #collectStream(): Promise<Rows<Row>> {
    const columns = await this.columns();
    const rows: Row[] = [];
    for await (const row of this) rows.push(row);
    const receipt = await this.receipt;
    return withFacts(rows, { columns, truncated: rows.length >= this.#options.limit, receipt });
  }

  /** Items of a stream. With `resume`, one that breaks off is read on after the rows of the items that were given. */
  async *#streamed<Item>(
    format: Format,
    itemsOf: (answer: Response) => AsyncIterable<Item>,
    rowsOf: (item: Item) => number,
  ): AsyncGenerator<Item> {
    const { platform, resume, signal } = this.#options;
    if (resume !== true) return yield* itemsOf(await this.#open(format));
    const statement = `/api/${platform}/sql/statements/${await this.#submit()}`;
    let rows = 0;
    let isRunning = true;
    try {
      for (let failures = 0; ; ) {
        const path = `${statement}?format=${format}&wait_ms=${longestWaitMs}&offset=${rows}`;
        const answer = await this.#sender.send({ verb: 'GET', path, signal });
        if (answer.status === 202) continue;
        isRunning = false;
        try {
          for await (const item of itemsOf(answer)) {
            yield item;
            rows += rowsOf(item);
            failures = 0;
          }
          return;
        } catch (error) {
          const isBroken = error instanceof SdqError && /^(stream_broken|timed_out)$/.test(error.code);
          if (!isBroken || failures >= this.#sender.retries) throw error;
          await sleep(backoff(failures++), signal);
        }
      }
    } finally {
      if (isRunning) await this.#sender.send({ verb: 'DELETE', path: statement }).catch(() => {});
    }
  }

  /** The ID of a statement that runs the query. */
  async #submit(): Promise<string> {
    const { idempotencyKey } = this.#options;
    const json = { ...sqlBody(this.#sql, this.#options), wait_timeout_ms: 0 };
    const { data, requestId } = await readAnswer<{ statement_id: string }>(
      await this.#post(json, idempotencyKey),
    );
    this.#streamId = requestId;
    this.#receipt = undefined;
    return data.statement_id;
  }

  async #open(format: Format): Promise<Response> {
    const answer = await this.#post(
      { ...sqlBody(this.#sql, this.#options), format },
      this.#options.idempotencyKey,
    );
    this.#streamId = answer.headers.get('x-request-id') ?? undefined;
    this.#receipt = undefined;
    return answer;
  }

  #post(json: unknown, idempotencyKey?: string): Promise<Response> {
    const { platform, signal } = this.#options;
    return this.#sender.send({ verb: 'POST', path: `/api/${platform}/sql`, json, signal, idempotencyKey });
  }
}

/** Rows with facts that no loop over them meets. */
export function withFacts<Row>(rows: Row[], facts: RowsFacts): Rows<Row> {
  const hidden = Object.entries(facts).map(([name, value]) => [name, { value, enumerable: false }] as const);
  return Object.defineProperties(rows, Object.fromEntries(hidden)) as Rows<Row>;
}
