import type { Resolved } from '@sdq/core/backend';
import { admit, Parser, resolve } from '@sdq/core/stages';
import { verifyCatalog } from './odd-table.ts';

/** The gate in front of a backend: a text becomes a resolved statement, as in the engine. */
export class StatementReader implements AsyncDisposable {
  readonly #parser: Parser;

  private constructor(parser: Parser) {
    this.#parser = parser;
  }

  static async open(): Promise<StatementReader> {
    return new StatementReader(await Parser.open({ advisoryParser: false }));
  }

  /** Errors: those of the gate. */
  async read(sql: string, parameters?: Resolved['statement']['parameters']): Promise<Resolved> {
    const tables = verifyCatalog.tablesOf('shortvideo').map(({ name }) => name);
    const statement = await this.#parser.parse(sql, parameters, { tables, tenant: null });
    return resolve(admit(statement, { tables }), verifyCatalog, 'shortvideo');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parser[Symbol.asyncDispose]();
  }
}
