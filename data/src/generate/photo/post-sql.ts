import { recentSecond, seenAfter } from '../moments.ts';
import type { RandomSql } from '../random.ts';
import type { Recipe } from '../recipe.ts';
import { Snowflake } from '../snowflake.ts';
import { ZipfShares } from '../zipf-shares.ts';

const mediaTypes = ['image', 'image', 'reel', 'carousel', 'video'] as const;

const shortcodeDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The length of a shortcode: 6 bits per digit, for an ID of 63 bits. */
const shortcodeLength = 11;

/** The epoch of the platform's snowflake IDs is 2011-08-24T21:07:01.721Z. */
const photoIds = new Snowflake(1_314_220_021_721, 23);

/**
 * SQL expressions, given the number `post`, that posts, their comments and their transcripts share. Post 0 has the most
 * comments.
 */
export class PhotoPostSql {
  readonly random: RandomSql;
  readonly #recipe: Recipe;
  readonly #shares: ZipfShares;

  constructor(recipe: Recipe) {
    const { posts, comments } = recipe.scale.photo;
    this.random = recipe.random.of('photo posts');
    this.#recipe = recipe;
    this.#shares = new ZipfShares(posts, comments);
  }

  /** SQL for a FROM clause: every post, or the posts with other numbers, with `media_id` as a BIGINT. */
  rows(numbers = `range(${this.#recipe.scale.photo.posts})`): string {
    return `(
      SELECT *, ${photoIds.id('second', 'post')} AS media_number, ${this.random.pick('post', 'type', mediaTypes)} AS media_type,
             media_type IN ('reel', 'video') AS is_video
      FROM (
        SELECT range AS post, ${recentSecond(this.random, 'range', this.#recipe.until, 4)} AS second,
               ${this.#shares.of('range')} AS comments, ${this.#shares.before('range')} AS first_comment
        FROM ${numbers}
      )
    )`;
  }

  /** The ID in base 64, as in URLs. */
  shortcode(): string {
    const digits = Array.from({ length: shortcodeLength }, (_, index) => {
      const rest = `media_number >> ${6 * (shortcodeLength - 1 - index)}`;
      return `CASE WHEN ${rest} > 0 THEN '${shortcodeDigits}'[1 + ((${rest}) & 63)] ELSE '' END`;
    });
    return `(${digits.join(' || ')})`;
  }

  /** The observation time of a post. */
  indexedAt(): string {
    return seenAfter(this.random, 'post', 'second', this.#recipe.until);
  }
}
