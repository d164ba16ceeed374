import type { CatalogTable } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { sqlName } from '@sdq/duckdb/sql';
import type { CommonValuesOfTables, QueryOptions, QueryResult } from './engine.ts';

export const commonValuesLimits = {
  /** Values per column. */
  valuesMax: 20,
  /** Characters of a value; longer ones are left out. */
  lengthMax: 100,
  /** Milliseconds for the columns of a platform together; those that are not read by then are left out. */
  totalMs: 3_000,
  /** Milliseconds for which values are reused although newer snapshots were published. */
  reuseMs: 60_000,
  /** As {@link reuseMs}, in multiples of the time that reading took: so much of the engine's time it takes at most. */
  reuseFactor: 100,
} as const;

interface Known {
  readonly snapshotId: string;
  readonly values: CommonValuesOfTables;
  /** On the monotonic clock. */
  readonly reusedUntil: number;
}

type Query = (sql: string, options: QueryOptions) => Promise<QueryResult>;

/**
 * Reads the common values of columns with the role `category`, as queries of a tenant of its own. One reading per
 * platform at a time: however often they are asked for, they take a small part of the engine's time.
 */
export class CommonValues {
  readonly #query: Query;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, Promise<CommonValuesOfTables>>();

  constructor(query: Query, now: () => number = () => performance.now()) {
    this.#query = query;
    this.#now = now;
  }

  async of(
    platform: string,
    tables: readonly CatalogTable[],
    snapshotId: string,
  ): Promise<CommonValuesOfTables> {
    const known = this.#known.get(platform);
    if (known !== undefined && (known.snapshotId === snapshotId || this.#now() < known.reusedUntil)) {
      return known.values;
    }
    const reading =
      this.#reading.get(platform) ??
      this.#read(platform, tables, snapshotId).finally(() => this.#reading.delete(platform));
    this.#reading.set(platform, reading);
    return await reading;
  }

  async #read(
    platform: string,
    tables: readonly CatalogTable[],
    snapshotId: string,
  ): Promise<CommonValuesOfTables> {
    const { totalMs, reuseMs, reuseFactor } = commonValuesLimits;
    const startedAt = this.#now();
    const values = new Map<string, ReadonlyMap<string, readonly string[]>>();
    for (const table of tables) {
      const ofTable = new Map<string, readonly string[]>();
      for (const { name, role, type } of table.columns) {
        if (role !== 'category' || type !== 'VARCHAR') continue;
        const leftMs = Math.floor(startedAt + totalMs - this.#now());
        const found =
          leftMs < 1 ? undefined : await this.#valuesOf(table.name, name, { platform, timeoutMs: leftMs });
        if (found !== undefined) ofTable.set(name, found);
      }
      values.set(table.name, ofTable);
    }
    const now = this.#now();
    const reusedUntil = now + Math.max(reuseMs, reuseFactor * (now - startedAt));
    this.#known.set(platform, { snapshotId, values, reusedUntil });
    return values;
  }

  /** Undefined where they cannot be read now. */
  async #valuesOf(
    table: string,
    column: string,
    options: Pick<QueryOptions, 'platform' | 'timeoutMs'>,
  ): Promise<string[] | undefined> {
    const { valuesMax: limit, lengthMax } = commonValuesLimits;
    const [from, name] = [sqlName(table), sqlName(column)];
    const sql = `SELECT ${name} AS value FROM ${from} WHERE ${name} IS NOT NULL GROUP BY ${name} ORDER BY count(*) DESC, ${name} LIMIT ${limit}`;
    try {
      const result = await this.#query(sql, { ...options, limit, tenant: '(common values)' });
      const rows = await result.toArray<{ value: string }>();
      return rows.map(({ value }) => value).filter((value) => value.length <= lengthMax);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
