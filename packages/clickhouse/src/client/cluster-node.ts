import type { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { answerMsMax, connectionsMax, loadMsMax } from '../limits.ts';
import type { ClusterAddress, Credentials } from './cluster-address.ts';
import { NodeFault, NodeLost, toNodeError } from './node-fault.ts';

export type Settings = Readonly<Record<string, string | number>>;

export interface StatementOptions {
  readonly settings?: Settings;
  readonly queryId?: string;
  readonly signal?: AbortSignal | undefined;
}

/** An answer that has begun: bytes in the format that the statement names. */
export interface NodeAnswer {
  readonly bytes: Readable;
  /** What precedes the text of an error in the middle of the bytes. */
  readonly exceptionTag: string | undefined;
}

/** One node over HTTP. Errors of all methods: {@link NodeFault}, `NodeLost`. */
export class ClusterNode {
  /** Without credentials. */
  readonly name: string;
  readonly #client: ReturnType<typeof createClient>;

  constructor(url: URL, { username, password, caCert }: Credentials) {
    this.name = url.origin;
    this.#client = createClient({
      url: url.origin,
      username,
      password,
      application: 'sdq',
      max_open_connections: connectionsMax,
      // Queries have deadlines of their own; this one ends connections that give nothing.
      request_timeout: loadMsMax,
      keep_alive: { enabled: true, idle_socket_ttl: 2_000 },
      log: { level: ClickHouseLogLevel.OFF },
      ...(caCert !== undefined && { tls: { ca_cert: caCert } }),
    });
  }

  /** A statement without an answer. */
  async run(query: string, { settings, queryId, signal }: StatementOptions = {}): Promise<void> {
    await this.#named(
      this.#client.command({
        query,
        clickhouse_settings: { ...settings },
        ...(queryId !== undefined && { query_id: queryId }),
        ...(signal !== undefined && { abort_signal: signal }),
      }),
    );
  }

  /**
   * All rows of a short answer, as objects; numbers of 64 bits are texts. It is asked once more where the connection
   * broke: a node may close an idle one in the moment in which it is used.
   */
  async rows<Row>(query: string, options: StatementOptions = {}): Promise<Row[]> {
    try {
      return await this.#rows<Row>(query, options);
    } catch (error) {
      const isBroken = error instanceof NodeLost && (error.cause as { code?: string }).code === 'ECONNRESET';
      if (!isBroken || options.signal?.aborted === true) throw error;
      return await this.#rows<Row>(query, options);
    }
  }

  async #rows<Row>(query: string, { settings, signal }: StatementOptions): Promise<Row[]> {
    const quick = AbortSignal.timeout(answerMsMax);
    const work = this.#client.query({
      query,
      format: 'JSONEachRow',
      abort_signal: signal === undefined ? quick : AbortSignal.any([signal, quick]),
      clickhouse_settings: { output_format_json_quote_64bit_integers: 1, ...settings },
    });
    return await this.#named(work.then(async (answer) => await answer.json<Row>()));
  }

  /** An answer as it comes, in the format that the statement names. Abort the signal to leave it. */
  async stream(query: string, { settings, queryId, signal }: StatementOptions): Promise<NodeAnswer> {
    const { stream, response_headers: headers } = await this.#named(
      this.#client.exec({
        query,
        clickhouse_settings: { ...settings },
        ...(queryId !== undefined && { query_id: queryId }),
        ...(signal !== undefined && { abort_signal: signal }),
      }),
    );
    const tag = headers['x-clickhouse-exception-tag'];
    return { bytes: stream, exceptionTag: typeof tag === 'string' ? tag : undefined };
  }

  /** `INSERT … FORMAT …` of these bytes. */
  async insert(query: string, values: Readable, { settings, signal }: StatementOptions = {}): Promise<void> {
    const { stream } = await this.#named(
      this.#client.exec({
        query,
        values,
        clickhouse_settings: { ...settings },
        ...(signal !== undefined && { abort_signal: signal }),
      }),
    );
    await this.#named(drained(stream));
  }

  /** Ends a query of this node, and its parts on others. It does not fail: the query may have ended. */
  async kill(queryId: string): Promise<void> {
    await this.#client
      .command({
        query: `KILL QUERY WHERE query_id = '${queryId}' ASYNC`,
        abort_signal: AbortSignal.timeout(answerMsMax),
      })
      .catch(() => {});
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #named<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } catch (error) {
      throw toNodeError(error, this.name);
    }
  }
}

/** The nodes of an address, in its order. */
export function openNodes({ urls, credentials }: ClusterAddress): ClusterNode[] {
  return urls.map((url) => new ClusterNode(url, credentials));
}

async function drained(stream: Readable): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  if (text.includes('DB::Exception')) throw new NodeFault(0, '', text.slice(0, 2_000));
}
