import { type IndexList, type IndexReader, type Page, pageSize, type Row } from '@sdq/catalog/define';
import type { SqlParameter } from '@sdq/contract';
import type { Engine } from '@sdq/core';
import { limitClause } from '../answer-sql.ts';
import type { ReadContext } from '../source.ts';
import { type KeptRows, rowsAheadMax, type SnapshotRows } from './kept-rows.ts';

/**
 * Maximum number of queued reads per key. The service limits requests before; a burst of reads is queued here and not
 * refused.
 */
const waitingMax = 512;

/** Those of an MD5 of which a DOUBLE is made: all that it holds exactly. */
const hexDigits = 13;

export type EngineRead = Pick<Engine, 'query' | 'schema' | 'snapshotId' | 'textHash'>;

/** Reads of the index for one request. */
export class Index implements IndexReader {
  readonly #engine: EngineRead;
  readonly #ahead: KeptRows;
  readonly #context: ReadContext;

  /** `ahead` is shared by all requests. */
  constructor(engine: EngineRead, ahead: KeptRows, context: ReadContext) {
    this.#engine = engine;
    this.#ahead = ahead;
    this.#context = context;
  }

  fractionOf(text: string): string {
    if (this.#engine.textHash === 'hash')
      return `((hash(${text}) % 9007199254740991)::DOUBLE + 1) / 9007199254740992`;
    const digits = Array.from(
      { length: hexDigits },
      (_, at) =>
        `(instr('0123456789abcdef', substring(md5(${text}), ${at + 1}, 1)) - 1) * ${16n ** BigInt(at)}`,
    );
    return `((${digits.join(' + ')})::DOUBLE + 1) / ${16n ** BigInt(hexDigits)}`;
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
    const { rows, snapshotId } = await this.#query(platform, sql, parameters, limit);
    this.#context.onSnapshot(snapshotId);
    return rows;
  }

  async #query(
    platform: string,
    sql: string,
    parameters: Readonly<Record<string, SqlParameter>>,
    limit: number,
  ): Promise<SnapshotRows> {
    const { signal, deadline } = this.#context;
    const timeoutMs = Math.max(1, Math.floor(deadline - performance.now()));
    const tenant = `data of ${this.#context.owner}`; // a tenant of its own, separate from the SQL of the key
    const options = { platform, parameters, limit, tenant, waitingMax, signal, timeoutMs };
    const result = await this.#engine.query(sql, options);
    return { snapshotId: result.snapshotId, rows: await result.toArray() };
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
    const { platform, sql, parameters, offset = 0, toItem, placeOf, whole = { sql, toItem } } = list;
    this.#context.onQuery?.({ ...whole, parameters, offset });
    const rows =
      (await this.#rowsAhead(list, size + 1)) ??
      (await this.rows(platform, `${sql}${limitClause(size + 1, offset)}`, parameters, size + 1));
    const last = rows[size - 1];
    const next = rows.length > size && last !== undefined ? placeOf(last, size) : undefined;
    return { items: rows.slice(0, size).map(toItem), next, isNextSure: true };
  }

  /** The rows of a page that starts and ends among the kept first rows of its list. */
  async #rowsAhead({ platform, ahead }: IndexList<unknown>, count: number): Promise<Row[] | undefined> {
    if (ahead === undefined) return undefined;
    const { sql, parameters, before } = ahead;
    const limit = rowsAheadMax;
    const { rows, snapshotId } = await this.#ahead.of(
      [platform, sql, parameters],
      this.#engine.snapshotId,
      () => this.#query(platform, `${sql} LIMIT ${limit}`, parameters, limit),
    );
    const start = before(rows);
    if (start === undefined || (start + count > rows.length && rows.length === limit)) return undefined;
    this.#context.onSnapshot(snapshotId);
    return rows.slice(start, start + count);
  }
}
