import { PersonSql } from '../pools/person-sql.ts';
import type { RandomSql } from '../random.ts';

/** An account as SQL over its number `account`, the most popular one being 0. */
export class PhotoAccountSql extends PersonSql {
  constructor(random: RandomSql) {
    super(random.of('photo accounts'), ['', '.', '_']);
  }

  userId(): string {
    return '(1784000000 + account * 7919)::VARCHAR';
  }
}
