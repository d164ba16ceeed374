import { PersonSql } from '../pools/person-sql.ts';
import type { RandomSql } from '../random.ts';

/** SQL expressions for an account, given its number `account`; account 0 is the most popular. */
export class PhotoAccountSql extends PersonSql {
  constructor(random: RandomSql) {
    super(random.of('photo accounts'), ['', '.', '_']);
  }

  userId(): string {
    return '(1784000000 + account * 7919)::VARCHAR';
  }
}
