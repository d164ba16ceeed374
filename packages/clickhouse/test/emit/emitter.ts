import { builtInCatalog } from '@sdq/catalog';
import { type BoundQuery, type ClusterTable, type Emitted, emit, PlanBinder } from '@sdq/clickhouse';
import type { SqlParameters } from '@sdq/contract';
import { StatementReader } from '../../../../test/clickhouse/verify/read-statement.ts';

/** The gate, the binder and the emitter over the built-in tables. */
export class Emitter implements AsyncDisposable {
  readonly tables: ReadonlyMap<string, ClusterTable> = new Map(
    builtInCatalog
      .tablesOf('shortvideo')
      .map(({ name, columns, key }) => [
        `shortvideo.${name}`,
        { database: 'data', table: name, columns, key, sharding: key },
      ]),
  );
  readonly #reader: StatementReader;
  readonly #binder: PlanBinder;

  private constructor(reader: StatementReader, binder: PlanBinder) {
    this.#reader = reader;
    this.#binder = binder;
  }

  static async open(): Promise<Emitter> {
    return new Emitter(await StatementReader.open(), await PlanBinder.open(builtInCatalog));
  }

  async bind(sql: string, parameters?: SqlParameters): Promise<BoundQuery> {
    return await this.#binder.bind(await this.#reader.read(sql, parameters));
  }

  emit(text: string, bound: BoundQuery, rowsMax?: number): Emitted {
    const { tables } = this;
    return emit(bound, { tables, distributed: true, text, ...(rowsMax !== undefined && { rowsMax }) });
  }

  async emitted(sql: string, parameters?: SqlParameters): Promise<Emitted> {
    return this.emit(sql, await this.bind(sql, parameters));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader[Symbol.asyncDispose]();
    await this.#binder[Symbol.asyncDispose]();
  }
}
