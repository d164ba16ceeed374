import { cities, familyNames, givenNames } from '../vocabulary/people.ts';
import type { Chance } from './chance.ts';

export interface Person {
  /** Lower case, different for each person of one call. */
  username: string;
  fullName: string;
}

/**
 * So many invented people; one of the separators stands between the names in their usernames. Where two have the
 * same name, a number tells their usernames apart.
 */
export function inventPeople(chance: Chance, count: number, separators: readonly string[]): Person[] {
  const given = givenNames.split(' ');
  const family = familyNames.split(' ');
  const taken = new Map<string, number>();
  return Array.from({ length: count }, () => {
    const fullName = `${chance.pick(given)} ${chance.pick(family)}`;
    const plain = fullName.toLowerCase().replace(' ', chance.pick(separators));
    const before = taken.get(plain) ?? 0;
    taken.set(plain, before + 1);
    return { username: before === 0 ? plain : `${plain}${before + 1}`, fullName };
  });
}

export function place(chance: Chance): string {
  const { city, country } = chance.pick(cities);
  return `${city}, ${country}`;
}
