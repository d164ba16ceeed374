import { type IndexList, type IndexReader, type Page, pageSize, type Row } from '@sdq/catalog/define';
import type { SqlParameter } from '@sdq/contract';
import type { Engine } from '@sdq/core';
import type { ReadContext } from '../source.ts';

/**
 * Maximum number of queued reads per key. The service limits requests before; a burst of reads is queued here and not
 * refused.
 */
const waitingMax = 512;

/** Reads of the index for one request. */
export class Index implements IndexReader {
  readonly #engine: Pick<Engine, 'query' | 'schema' | 'snapshotId'>;
  readonly #context: ReadContext;

  constructor(engine: Pick<Engine, 'query' | 'schema' | 'snapshotId'>, context: ReadContext) {
    this.#engine = engine;
    this.#context = context;
  }

  async rowCount(platform: string, table: string): Promise<number> {
    const { tables } = await this.#engine.schema(platform);
    return tables.find(({ name }) => name === table)?.rowCount ?? 0;
  }

  async rows(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    limit = 1_000,
  ): Promise<Row[]> {
    const { signal, deadline, onSnapshot } = this.#context;
    const timeoutMs = Math.max(1, Math.floor(deadline - performance.now()));
    const tenant = `data of ${this.#context.owner}`; // a tenant of its own, separate from the SQL of the key
    const options = { platform, parameters, limit, tenant, waitingMax, signal, timeoutMs };
    const result = await this.#engine.query(sql, options);
    onSnapshot(result.snapshotId);
    return await result.toArray();
  }

  /** A list of at most one item. */
  async one<Item>(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    toItem: (row: Row) => Item,
  ): Promise<Page<Item>> {
    this.#context.onQuery?.({ sql, parameters, toItem });
    const [row] = await this.rows(platform, sql, parameters, 1);
    return { items: row === undefined ? [] : [toItem(row)], next: undefined, isNextSure: true };
  }

  /** All rows of a query with few rows. */
  async some<Item>(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    toItem: (row: Row) => Item,
  ): Promise<Page<Item>> {
    this.#context.onQuery?.({ sql, parameters, toItem });
    const rows = await this.rows(platform, sql, parameters);
    return { items: rows.map(toItem), next: undefined, isNextSure: true };
  }

  /** A page of as many items as are wanted, up to {@link pageSize}, and whether another row follows. */
  async page<Item>(list: IndexList<Item>): Promise<Page<Item>> {
    const size = Math.min(pageSize, Math.max(1, this.#context.wanted));
    const { platform, sql, parameters, toItem, placeOf, whole = { sql, toItem } } = list;
    this.#context.onQuery?.({ ...whole, parameters });
    const text = `${sql} LIMIT ${size + 1}`;
    const rows = await this.rows(platform, text, parameters, size + 1);
    const last = rows[size - 1];
    const next = rows.length > size && last !== undefined ? placeOf(last, size) : undefined;
    return { items: rows.slice(0, size).map(toItem), next, isNextSure: true };
  }
}
