import { type IndexList, type IndexReader, type Page, pageSize, type Row } from '@sdq/catalog/define';
import type { SqlParameter } from '@sdq/contract';
import type { Engine } from '@sdq/core';
import type { ReadContext } from '../source.ts';

/**
 * Reads of one key that may wait for the engine. Whoever serves requests bounds those before; a burst of them waits
 * here and is not turned away.
 */
const waitingMax = 512;

/** The index as one request reads it. */
export class Index implements IndexReader {
  readonly #engine: Pick<Engine, 'query' | 'schema' | 'snapshotId'>;
  readonly #context: ReadContext;

  constructor(engine: Pick<Engine, 'query' | 'schema' | 'snapshotId'>, context: ReadContext) {
    this.#engine = engine;
    this.#context = context;
  }

  async rowCount(platform: string, table: string): Promise<number> {
    const { tables } = await this.#engine.schema(platform);
    return tables.find(({ name }) => name === table)?.row_count ?? 0;
  }

  async rows(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    limit = 1_000,
  ): Promise<Row[]> {
    const { signal, deadline, onSnapshot } = this.#context;
    const timeoutMs = Math.max(1, Math.floor(deadline - performance.now()));
    const tenant = `data of ${this.#context.owner}`; // the key's own SQL has a queue of its own
    const options = { platform, parameters, limit, tenant, waitingMax, signal, timeoutMs };
    const result = await this.#engine.query(sql, options);
    onSnapshot(result.snapshotId);
    return await result.toArray();
  }

  /** A list of at most one. */
  async one<Item>(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    toItem: (row: Row) => Item,
  ): Promise<Page<Item>> {
    const [row] = await this.rows(platform, sql, parameters, 1);
    return { items: row === undefined ? [] : [toItem(row)], next: undefined, isNextSure: true };
  }

  /** All rows of a query that is known to have few. */
  async some<Item>(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    toItem: (row: Row) => Item,
  ): Promise<Page<Item>> {
    const rows = await this.rows(platform, sql, parameters);
    return { items: rows.map(toItem), next: undefined, isNextSure: true };
  }

  /** A page, and whether one more row follows it. */
  async page<Item>({ platform, sql, parameters, toItem, placeOf }: IndexList<Item>): Promise<Page<Item>> {
    const text = `${sql} LIMIT ${pageSize + 1}`;
    const rows = await this.rows(platform, text, parameters, pageSize + 1);
    const last = rows[pageSize - 1];
    const next = rows.length > pageSize && last !== undefined ? placeOf(last) : undefined;
    return { items: rows.slice(0, pageSize).map(toItem), next, isNextSure: true };
  }
}
