import { sqlStrings } from '@sdq/duckdb/sql';
import type { RandomSql } from '../random.ts';
import { peopleNames } from './people-names.ts';

/**
 * What a person is called, as SQL over the number `account`. Profiles, posts and comments all take it from here, so
 * that they agree without a join over all people.
 */
export class PersonSql {
  readonly #random: RandomSql;
  readonly #separators: readonly string[];

  /** One of the separators stands between the names in a username. */
  constructor(random: RandomSql, separators: readonly string[]) {
    this.#random = random;
    this.#separators = separators;
  }

  /** The join that gives what names are made of; the relation joined to has `account`. */
  join(): string {
    // The factor has no divisor in common with the number of names, so that each is used before any is used again.
    const shuffled = `(account * 27077 + ${this.#random.below('0', 'first name', peopleNames)}) % ${peopleNames}`;
    return `JOIN people_names ON name_id = ${shuffled}`;
  }

  /** Lower case; different for each account, since names do not run into one another and the number is last. */
  username(): string {
    const separator = `${sqlStrings(this.#separators)}[1 + ${this.#random.below('account', 'separator', this.#separators.length)}]`;
    const turn = `account // ${peopleNames}`;
    return `lower(given) || ${separator} || lower(family) || CASE WHEN ${turn} > 0 THEN (${turn} + 1)::VARCHAR ELSE '' END`;
  }

  fullName(): string {
    return `given || ' ' || family`;
  }
}
