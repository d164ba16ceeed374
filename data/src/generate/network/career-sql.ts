import { titles } from '../../vocabulary/work.ts';
import { daySeconds, yearMonth } from '../moments.ts';
import type { PostTextSql } from '../pools/post-text-sql.ts';
import type { RandomSql } from '../random.ts';
import type { Scale } from '../scale.ts';

const positionsMax = 5;
const places = Array.from({ length: positionsMax }, (_, place) => place);

/** SQL expressions, given the number `account`, for up to five positions of a person without overlap, newest first. */
export class CareerSql {
  readonly #random: RandomSql;
  readonly #scale: Scale;
  readonly #until: number;

  constructor(random: RandomSql, scale: Scale, until: number) {
    this.#random = random.of('careers');
    this.#scale = scale;
    this.#until = until;
  }

  /** The last day of the newest position. It is a current position for nine in ten people. */
  left(account: string): string {
    const ago = this.#random.between(account, 'left', 60, 900);
    return `CASE WHEN ${this.#random.percent(account, 'lasts', 90)} THEN NULL ELSE ${this.#until} - ${ago} * ${daySeconds} END`;
  }

  /**
   * The numbers that describe the positions, as a select list. The relation must have `left_at` as {@link left} returns
   * it.
   */
  numbers(): string {
    const end = (place: number) =>
      place === 0
        ? `coalesce(left_at, ${this.#until})`
        : `start_${place - 1} - ${this.#random.between('account', `gap ${place}`, 0, 200)} * ${daySeconds}`;
    const start = (place: number) =>
      `end_${place} - ${this.#random.between('account', `days ${place}`, 200, 2_000)} * ${daySeconds}`;
    return [
      `${this.#random.between('account', 'positions', 1, positionsMax)} AS positions`,
      ...places.flatMap((place) => [`${end(place)} AS end_${place}`, `${start(place)} AS start_${place}`]),
    ].join(', ');
  }

  /** Joins that add the names of employers; the first companies have the most employees. */
  joins(): string {
    const employer = (place: number) =>
      this.#random.zipf('account', `employer ${place}`, this.#scale.network.companies, 6);
    return places
      .map((place) => `JOIN employers employer_${place} ON employer_${place}.employer = ${employer(place)}`)
      .join('\n');
  }

  title(place: number): string {
    return this.#random.pick('account', `title ${place}`, titles);
  }

  /** `text` provides the descriptions of positions. */
  experience(text: PostTextSql): string {
    const position = (place: number) => `{
      'company': employer_${place}.name, 'title': ${this.title(place)}, 'start_date': ${yearMonth(`start_${place}`)},
      'end_date': ${place === 0 ? `CASE WHEN left_at IS NOT NULL THEN ${yearMonth('end_0')} END` : yearMonth(`end_${place}`)},
      'description': CASE WHEN ${this.#random.percent('account', `described ${place}`, 50)} THEN ${text.biography(` ${place}`)} END
    }`;
    return `[${places.map(position).join(', ')}][:positions]`;
  }
}
