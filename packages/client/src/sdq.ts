import { makeApi } from './api.ts';
import { readAnswer } from './call.ts';
import type { Api, CheckShortvideoSqlData, CreateShortvideoSqlQuoteData } from './generated/types.ts';
import { Query, type QueryOptions, sqlBody } from './query.ts';
import { readLines } from './read-stream.ts';
import { type Fault, SdqError } from './sdq-error.ts';
import { Sender } from './send.ts';
import { isSqlText, type SqlText } from './sql-text.ts';
import { type Statement, submit } from './statement.ts';
import type { Column, Integers } from './values.ts';

export interface SdqOptions {
  /** A data key (`sdq_live_…`); an account key (`sdq_account_…`) for the operations of `account`. */
  readonly apiKey: string;
  /** Default: `http://127.0.0.1:8080`. */
  readonly baseUrl?: string;
  /** Default: `shortvideo`. */
  readonly platform?: string;
  /** How often a request is sent again at most, after failures that may pass. Default: 3. */
  readonly retries?: number;
  /** Most that one query may cost, as `$1`. Default: no limit of the client. */
  readonly maxCost?: string;
  /** Most rows of one query, 1 to 1,000,000. Default: 10,000. */
  readonly limit?: number;
  /** How integers of 64 bits and more arrive in rows. Default: `mixed`. */
  readonly integers?: Integers;
  /** Milliseconds to wait for the head of an answer, and for each part of its body. Default: 120,000. */
  readonly waitMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface Check {
  readonly valid: boolean;
  /** The places in the SQL text that are wrong; empty for a valid query. */
  readonly faults: readonly (Fault & { readonly code: string })[];
  readonly columns: readonly Column[];
  /** Most rows that the query can return within its limit. */
  readonly rowsMax: number | null;
  /** Most that the query can cost, as `$0.0100`; null for an invalid one. */
  readonly costMax: string | null;
  /** Rows that the plan reads, estimated. */
  readonly rowsEstimated: number | null;
}

/** A price that holds, and the query that it is for. */
export interface Quote<Row> {
  readonly id: string;
  readonly snapshotId: string;
  readonly columns: readonly Column[];
  /** Most rows that the query can return. */
  readonly rowsMax: number;
  /** Most that the query can cost, as `$0.0100`. */
  readonly costMax: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  /** The query, over this snapshot and for this price. */
  query(): Query<Row>;
}

const dollars = /^\$?\d+(\.\d{1,4})?$/;

/** A service of sdq. Its operations are at `shortvideo`, `network`, `photo`, `micro`, `account` and `service`. */
class SdqClient {
  readonly #sender: Sender;
  readonly #defaults: QueryOptions & { platform: string; limit: number };

  constructor(options: SdqOptions) {
    const {
      baseUrl = 'http://127.0.0.1:8080',
      platform = 'shortvideo',
      limit = 10_000,
      retries = 3,
    } = options;
    if (typeof options.apiKey !== 'string' || options.apiKey === '')
      throw new SdqError('usage_error', 'The apiKey is missing', { param: 'apiKey' });
    if (options.maxCost !== undefined && !dollars.test(options.maxCost))
      throw new SdqError('usage_error', `maxCost is in US dollars, as "$0.50", not "${options.maxCost}"`, {
        param: 'maxCost',
      });
    this.#sender = new Sender({
      apiKey: options.apiKey,
      baseUrl: baseUrl.replace(/\/+$/, ''),
      // A method of another object would not be called on its own: browsers refuse it.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      retries,
      waitMs: options.waitMs ?? 120_000,
    });
    this.#defaults = { platform, limit, maxCost: options.maxCost, integers: options.integers };
    Object.assign(this, makeApi(this.#sender));
  }

  /** A query, sent when it is read: see {@link Query}. */
  query<Row = Record<string, unknown>>(sql: string | SqlText, options: QueryOptions = {}): Query<Row> {
    const { text, settings } = this.#read(sql, options);
    return new Query<Row>(this.#sender, text, settings);
  }

  /** Whether the query is valid, where it is not, its columns and what it costs at most. Free of charge; an invalid query is no error. */
  async check(sql: string | SqlText, options: QueryOptions = {}): Promise<Check> {
    const { text, settings } = this.#read(sql, options);
    const answer = await this.#sender.send({
      verb: 'POST',
      path: `/api/${settings.platform}/sql/check`,
      json: sqlBody(text, settings),
      signal: settings.signal,
    });
    const { data } = await readAnswer<CheckShortvideoSqlData>(answer);
    return {
      valid: data.valid,
      faults: data.faults,
      columns: data.columns,
      rowsMax: data.rows_max,
      costMax: data.cost_max,
      rowsEstimated: data.rows_estimated,
    };
  }

  /** Starts a query that runs on without a connection. */
  async submit<Row = Record<string, unknown>>(
    sql: string | SqlText,
    options: QueryOptions = {},
  ): Promise<Statement<Row>> {
    const { text, settings } = this.#read(sql, options);
    return await submit<Row>(this.#sender, text, settings);
  }

  /** A price that holds for ten minutes, with the snapshot that the query will read. Free of charge. */
  async quote<Row = Record<string, unknown>>(
    sql: string | SqlText,
    options: QueryOptions = {},
  ): Promise<Quote<Row>> {
    const { text, settings } = this.#read(sql, options);
    const answer = await this.#sender.send({
      verb: 'POST',
      path: `/api/${settings.platform}/sql/quotes`,
      json: sqlBody(text, settings),
      signal: settings.signal,
    });
    const { data } = await readAnswer<CreateShortvideoSqlQuoteData>(answer);
    const { quote_id: quoteId, snapshot_id: snapshotId } = data;
    return {
      id: quoteId,
      snapshotId,
      columns: data.columns,
      rowsMax: data.rows_max,
      costMax: data.cost_max,
      expiresAt: data.expires_at,
      query: () => new Query<Row>(this.#sender, text, { ...settings, quoteId, snapshotId }),
    };
  }

  /** The ID of the newest snapshot, now and whenever there is a new one, until the loop is left. Free of charge. */
  async *snapshots({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<string> {
    for (let last = ''; ; ) {
      // The service ends a stream after an hour.
      const answer = await this.#sender.send({ verb: 'GET', path: '/api/events', signal });
      for await (const line of readLines(answer)) {
        if (!line.startsWith('id: ') || line.slice(4) === last) continue;
        last = line.slice(4);
        yield last;
      }
    }
  }

  #read(sql: string | SqlText, options: QueryOptions) {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    const settings = { ...this.#defaults, ...given };
    if (!isSqlText(sql)) return { text: sql, settings };
    if (options.parameters !== undefined)
      throw new SdqError('usage_error', 'A query made by sql`…` has its parameters already', {
        param: 'parameters',
      });
    const { text, parameters } = sql;
    return { text, settings: parameters.length === 0 ? settings : { ...settings, parameters } };
  }
}

/** A client with the operations that its constructor adds by their table. */
export type Sdq = SdqClient & Api;

export const Sdq = SdqClient as new (options: SdqOptions) => Sdq;
