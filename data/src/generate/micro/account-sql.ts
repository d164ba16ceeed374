import { daySeconds, recentSecond } from '../moments.ts';
import { PersonSql } from '../pools/person-sql.ts';
import type { RandomSql } from '../random.ts';
import { Snowflake } from '../snowflake.ts';

/** The epoch of the platform's snowflake IDs is 2010-11-04T01:42:54.657Z. */
export const microIds = new Snowflake(1_288_834_974_657, 22);

/** Accounts created since 2016-01-01 have snowflake IDs like posts; older accounts have short numbers. */
const longIdsFrom = 1_451_606_400;

/** SQL expressions for an account, given its number `account`; account 0 has the most posts. */
export class MicroAccountSql extends PersonSql {
  readonly #random: RandomSql;
  readonly #until: number;

  constructor(base: RandomSql, until: number) {
    const random = base.of('micro accounts');
    super(random, ['', '_']);
    this.#random = random;
    this.#until = until;
  }

  /** The creation time in Unix seconds, before the years in which posts are written. */
  madeAt(): string {
    return `(${recentSecond(this.#random, 'account', this.#until, 8)} - ${4 * 366 * daySeconds})`;
  }

  userId(): string {
    return `CASE WHEN ${this.madeAt()} < ${longIdsFrom} THEN (200000000 + account * 2003)::VARCHAR
                 ELSE ${microIds.id(this.madeAt(), 'account')}::VARCHAR END`;
  }
}
