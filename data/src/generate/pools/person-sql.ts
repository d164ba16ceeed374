import { sqlStrings } from '@sdq/duckdb/sql';
import type { RandomSql } from '../random.ts';
import { peopleNames } from './people-names.ts';

/**
 * SQL expressions for the names of a person, given the number `account`. Profiles, posts and comments all use them, so
 * that they are consistent without a join over all people.
 */
export class PersonSql {
  readonly #random: RandomSql;
  readonly #separators: readonly string[];

  /** `separators`: one of them separates the names in a username. */
  constructor(random: RandomSql, separators: readonly string[]) {
    this.#random = random;
    this.#separators = separators;
  }

  /** The join that provides the names. The relation joined to must have `account`. */
  join(): string {
    // The factor is coprime to the number of names, so that each name is used once before any is repeated.
    const shuffled = `(account * 27077 + ${this.#random.below('0', 'first name', peopleNames)}) % ${peopleNames}`;
    return `JOIN people_names ON name_id = ${shuffled}`;
  }

  /** In lower case. Unique for each account, since the names are separated and the number is last. */
  username(): string {
    const separator = `${sqlStrings(this.#separators)}[1 + ${this.#random.below('account', 'separator', this.#separators.length)}]`;
    const turn = `account // ${peopleNames}`;
    return `lower(given) || ${separator} || lower(family) || CASE WHEN ${turn} > 0 THEN (${turn} + 1)::VARCHAR ELSE '' END`;
  }

  fullName(): string {
    return `given || ' ' || family`;
  }
}
