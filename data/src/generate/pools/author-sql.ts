import { sqlStrings } from '@sdq/duckdb/sql';
import { emoji } from '../../vocabulary/captions.ts';
import type { Recipe } from '../recipe.ts';
import { nameHalves } from './name-halves.ts';
import { placeSlots } from './places.ts';

const secondsPerYear = 31_556_952;

/**
 * SQL expressions for an account, given its number `account`; account 0 is the most active. Videos, comments and the
 * table of authors all use them, so that they are consistent without a join over all accounts.
 */
export class AuthorSql {
  readonly #recipe: Recipe;

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
  }

  /** The numbers that the joins and expressions below require, as a select list. */
  numbers(): string {
    const { random, seed, scale } = this.#recipe;
    const shuffled = `(account * 6364223 + ${Math.imul(seed, 7919) >>> 0}) % ${nameHalves * nameHalves}`;
    return `
      (${shuffled} % ${nameHalves}) AS head_id, (${shuffled} // ${nameHalves}) AS tail_id,
      ${random.below('account', 'home', placeSlots)} AS home_slot,
      19 - 0.95 * ln(account + ${Math.max(3, scale.authors / 40_000)}) + 1.1 * ${random.normal('account', 'followers')} AS followers_ln`;
  }

  /** Joins that provide the parts of the names below. The relation joined to must have the numbers above. */
  joins(): string {
    return `
      JOIN (SELECT half_id AS head_id, opening AS head, opening_title AS head_title FROM name_halves) USING (head_id)
      JOIN (SELECT half_id AS tail_id, closing AS tail, closing_title AS tail_title FROM name_halves) USING (tail_id)
      JOIN (SELECT slot AS home_slot, native_name AS home_name, language AS home_language, region AS home_region FROM places)
        USING (home_slot)`;
  }

  /** The creation time of the account: Unix seconds, before the generated years. */
  madeAt(): string {
    const { random, months } = this.#recipe;
    const start = months[0]?.start ?? 0;
    return `(${start} - 86400 - floor(${6 * secondsPerYear} * ${random.uniform('account', 'made')})::BIGINT)`;
  }

  /** The ID contains the second of the account's creation, followed by a number that is unique. */
  id(): string {
    return `((${this.madeAt()} << 32) + (account * 2654435761) % 4294967296)::VARCHAR`;
  }

  secondaryId(): string {
    const { random } = this.#recipe;
    return `'MS4wLjABAAAA' || format('{:016x}{:016x}', ${random.bits('account', 'second id, high')}, ${random.bits('account', 'second id, low')})`;
  }

  /** In lower case. Digits, dots and underscores stand where neither half can have them, so the username is unique. */
  username(): string {
    const { random } = this.#recipe;
    const digits = random.below('account', 'username digits', 300);
    const separator = `['', '', '', '_', '.', '_'][1 + ${random.below('account', 'username separator', 6)}]`;
    return `head || ${separator} || tail || CASE WHEN ${digits} < 100 THEN (${digits})::VARCHAR ELSE '' END`;
  }

  nickname(): string {
    const { random } = this.#recipe;
    const symbols = emoji.split(' ');
    const symbol = `${sqlStrings(symbols)}[1 + ${random.below('account', 'nickname symbol', symbols.length)}]`;
    const form = random.below('account', 'nickname form', 10);
    return `CASE WHEN ${form} < 3 THEN home_name || ' ' || head_title
                 WHEN ${form} < 4 THEN head_title || ' ' || ${symbol}
                 ELSE head_title || ' ' || tail_title END`;
  }

  /** The followers after a share (SQL, from 0 to 1) of the four years. */
  followers(share: string): string {
    return `floor(exp(least(followers_ln, 18.9)) * (0.3::DOUBLE + 0.7::DOUBLE * ${share}))::BIGINT`;
  }

  /** Larger accounts are more likely to be verified. */
  verified(): string {
    return `(${this.#recipe.random.uniform('account', 'verified')} < 0.002 + 0.03 * greatest(0, followers_ln - 9))`;
  }
}
