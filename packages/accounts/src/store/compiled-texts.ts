import { type Compilable, CompiledQuery, type Transaction } from 'kysely';
import type { StoreSchema } from './schema.ts';

/** Texts kept: a few statements, each for as many rows as a batch may have. */
const textsMax = 5_000;

/**
 * The texts of statements that run with every request. Building one anew takes longer than SQLite takes to run it, so
 * each is built once for each number of its rows.
 */
export class CompiledTexts {
  readonly #texts = new Map<string, string>();

  /** Runs a statement whose text depends on its name and on the number of its parameters alone. */
  async run<Row>(
    transaction: Transaction<StoreSchema>,
    name: string,
    parameters: readonly unknown[],
    build: () => Compilable<Row>,
  ): Promise<Row[]> {
    const shape = `${name} ${parameters.length}`;
    let text = this.#texts.get(shape);
    if (text === undefined) {
      text = build().compile().sql;
      if (this.#texts.size >= textsMax) this.#texts.clear();
      this.#texts.set(shape, text);
    }
    const { rows } = await transaction.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
    return rows;
  }
}

/** The parameters of an INSERT of these rows, in the order of the first one's columns. */
export function valuesOf(rows: readonly object[]): unknown[] {
  const columns = columnsOf(rows);
  return rows.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
}

/** The order of columns that an INSERT of these rows has: a part of its statement's name. */
export function columnsOf([first = {}]: readonly object[]): string[] {
  return Object.keys(first);
}
