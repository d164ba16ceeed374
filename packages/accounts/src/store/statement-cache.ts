import type { Compilable, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { StoreSchema } from './schema.ts';

/** Maximum number of cached texts: a few statements, each for every possible number of rows of a batch. */
const textsMax = 5_000;

/**
 * An LRU cache of the SQL text of statements that run with every request. Building a text takes longer than SQLite takes
 * to run it, so each is built once for each number of its rows.
 */
export class StatementCache {
  readonly #texts = new LRUCache<string, string>({ max: textsMax });

  /** The text of a statement that depends only on its name and its number of parameters. */
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
  /** Runs a statement with a cached text; see {@link StatementCache}. */
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

/** The column order of an INSERT of these rows, which is part of the name of its statement. */
export function columnsOf([first = {}]: readonly object[]): string[] {
  return Object.keys(first);
}
