import { cities } from '../../vocabulary/people.ts';
import type { RandomSql } from '../random.ts';

/** SQL (VARCHAR) of a city and its country. */
export function placeName(random: RandomSql, key: string): string {
  return random.pick(
    key,
    'place',
    cities.map(({ city, country }) => `${city}, ${country}`),
  );
}
