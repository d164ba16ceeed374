import { daySeconds, recentSecond } from '../moments.ts';
import { PersonSql } from '../pools/person-sql.ts';
import type { RandomSql } from '../random.ts';
import { Snowflake } from '../snowflake.ts';

/** The platform's ids count from 2010-11-04T01:42:54.657Z. */
export const microIds = new Snowflake(1_288_834_974_657, 22);

/** Since 2016-01-01 new accounts have ids as posts have them; those made before have short numbers. */
const longIdsFrom = 1_451_606_400;

/** An account as SQL over its number `account`, the most talkative one being 0. */
export class MicroAccountSql extends PersonSql {
  readonly #random: RandomSql;
  readonly #until: number;

  constructor(base: RandomSql, until: number) {
    const random = base.of('micro accounts');
    super(random, ['', '_']);
    this.#random = random;
    this.#until = until;
  }

  /** Unix seconds, before the years in which posts are written. */
  madeAt(): string {
    return `(${recentSecond(this.#random, 'account', this.#until, 8)} - ${4 * 366 * daySeconds})`;
  }

  userId(): string {
    return `CASE WHEN ${this.madeAt()} < ${longIdsFrom} THEN (200000000 + account * 2003)::VARCHAR
                 ELSE ${microIds.id(this.madeAt(), 'account')}::VARCHAR END`;
  }
}
