import type { Compilable, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { StoreSchema } from './schema.ts';

/** Texts kept: a few statements, each for as many rows as a batch may have. */
const textsMax = 5_000;

/**
 * The texts of statements that run with every request. Building one anew takes longer than SQLite takes to run it, so
 * each is built once for each number of its rows.
 */
export class KeptTexts {
  readonly #texts = new LRUCache<string, string>({ max: textsMax });

  /** The text of a statement that depends on its name and on the number of its parameters alone. */
  textOf(name: string, parameters: readonly unknown[], build: () => Compilable<unknown>): string {
    const shape = `${name} ${parameters.length}`;
    let text = this.#texts.get(shape);
    if (text === undefined) {
      text = build().compile().sql;
      this.#texts.set(shape, text);
    }
    return text;
  }
}

/** An open transaction of the ledger. */
export interface LedgerTransaction {
  /** Runs a statement that comes with every request; see {@link KeptTexts}. */
  run<Row>(
    name: string,
    parameters: readonly unknown[],
    build: (kysely: Kysely<StoreSchema>) => Compilable<Row>,
  ): Promise<Row[]>;
  /** For all other statements. */
  readonly kysely: Kysely<StoreSchema>;
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
