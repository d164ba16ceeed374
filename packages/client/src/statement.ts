import { readAnswer } from './call.ts';
import { longestWaitMs, type QueryOptions, type Rows, sqlBody, withFacts } from './query.ts';
import { readParts } from './read-stream.ts';
import { SdqError } from './sdq-error.ts';
import { type Sender, sleep } from './send.ts';
import { type Column, rowDecoder } from './values.ts';

export interface StatementProgress {
  readonly state: 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly rows: number;
  readonly elapsedMs: number;
  /** From 0 to 1 where the service tells it. */
  readonly fraction?: number | undefined;
}

interface StatementView {
  statement_id: string;
  state: StatementProgress['state'];
  progress?: { rows: number; elapsed_ms: number; fraction?: number | null };
  error?: { code: string; message: string } | null;
}

interface StatementResult extends StatementView {
  columns?: Column[];
  rows: Record<string, unknown>[];
  row_count: number;
  truncated: boolean;
  cursor: string | null;
  snapshot_id: string;
  charged: { cost: string; records: number; request_id: string } | null;
}

/** The first question comes after 50 ms, later ones less often, up to every 2 s. */
const longestPauseMs = 2_000;

/** A query that runs in the service, whether or not anyone waits. Its result is kept for 30 minutes. */
export class Statement<Row = Record<string, unknown>> {
  readonly id: string;
  readonly #sender: Sender;
  readonly #options: QueryOptions;
  readonly #path: string;

  constructor(sender: Sender, id: string, options: QueryOptions & { platform: string }) {
    this.#sender = sender;
    this.id = id;
    this.#options = options;
    this.#path = `/api/${options.platform}/sql/statements/${encodeURIComponent(id)}`;
  }

  /** The state now. */
  async state(): Promise<StatementProgress> {
    return progressOf(await this.#get('?limit=1'));
  }

  /** The state again and again, until the statement has ended. */
  async *progress(): AsyncGenerator<StatementProgress> {
    for (let pause = 50; ; pause = Math.min(pause * 1.5, longestPauseMs)) {
      const progress = await this.state();
      yield progress;
      if (progress.state !== 'running') return;
      await sleep(pause, this.#options.signal);
    }
  }

  /** All rows, once the statement has succeeded. Reading them again is free. Errors: that of the statement, as {@link SdqError}. */
  async result(): Promise<Rows<Row>> {
    await this.#ended();
    const rows: Record<string, unknown>[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: StatementResult = await this.#get(
        `?limit=10000${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      rows.push(...page.rows);
      if (page.cursor !== null) {
        cursor = page.cursor;
        continue;
      }
      const { columns = [], charged } = page;
      const decode = rowDecoder(columns, this.#options.integers ?? 'mixed');
      if (decode !== undefined) rows.forEach(decode);
      const receipt = {
        requestId: charged?.request_id ?? '',
        cost: charged?.cost ?? '$0.0000',
        records: charged?.records ?? rows.length,
        snapshotId: page.snapshot_id,
      };
      return withFacts(rows as Row[], { columns, truncated: page.truncated, receipt });
    }
  }

  /** The result as a file; free, any number of times. */
  async *bytes(format: 'ndjson' | 'csv' | 'arrow' | 'parquet'): AsyncGenerator<Uint8Array> {
    await this.#ended();
    const answer = await this.#sender.send({
      verb: 'GET',
      path: `${this.#path}?format=${format}`,
      signal: this.#options.signal,
    });
    yield* readParts(answer);
  }

  /** Ends the query; false where it had ended before. What was cancelled is not charged. */
  async cancel(): Promise<boolean> {
    try {
      await readAnswer(await this.#sender.send({ verb: 'DELETE', path: this.#path }));
      return true;
    } catch (error) {
      if (error instanceof SdqError && error.code === 'statement_not_running') return false;
      throw error;
    }
  }

  /** Waits for the end; the service answers when it has come. */
  async #ended(): Promise<void> {
    let view: StatementView;
    do view = await this.#get(`?limit=1&wait_ms=${longestWaitMs}`);
    while (view.state === 'running');
    const { state, error } = view;
    if (state === 'succeeded') return;
    const code = error?.code ?? (state === 'cancelled' ? 'query_cancelled' : 'internal_error');
    throw new SdqError(code, error?.message ?? `The statement ${this.id} is ${state}`);
  }

  async #get<View>(query: string): Promise<View> {
    const { signal } = this.#options;
    const answer = await this.#sender.send({ verb: 'GET', path: this.#path + query, signal });
    return (await readAnswer<View>(answer)).data;
  }
}

/** Submits a query; the service answers at once. */
export async function submit<Row>(
  sender: Sender,
  sql: string,
  options: QueryOptions & { platform: string },
): Promise<Statement<Row>> {
  const answer = await sender.send({
    verb: 'POST',
    path: `/api/${options.platform}/sql`,
    json: { ...sqlBody(sql, options), wait_timeout_ms: 0 },
    signal: options.signal,
    idempotencyKey: options.idempotencyKey,
  });
  const { data } = await readAnswer<{ statement_id: string }>(answer);
  return new Statement(sender, data.statement_id, options);
}

function progressOf({ state, progress, ...view }: StatementView): StatementProgress {
  const rows = progress?.rows ?? (view as StatementResult).row_count ?? 0;
  return {
    state,
    rows,
    elapsedMs: progress?.elapsed_ms ?? 0,
    fraction: state === 'succeeded' ? 1 : (progress?.fraction ?? undefined),
  };
}
