import { sqlString } from '@sdq/duckdb/sql';
import { languages } from '../../vocabulary/languages.ts';
import type { Recipe } from '../recipe.ts';

/**
 * The number of slots over which languages and regions are distributed by their shares. Each author belongs to one
 * slot.
 */
export const placeSlots = 4096;

/**
 * For each language, in the order of the vocabulary, the first of `count` pool rows that belong to it, followed by the
 * end.
 */
export function languageBounds(count: number): number[] {
  const shares = languages.reduce((sum, language) => sum + language.share, 0);
  let shareBefore = 0;
  const bounds = languages.map((language) => {
    const first = Math.round((count * shareBefore) / shares);
    shareBefore += language.share;
    return first;
  });
  return [...bounds, count];
}

/**
 * `places(slot, language_index, language, region, native_name, caption_first, caption_count, tag_set_first,
 * tag_set_count)`: an author's language and region, and the ranges of captions and tag sets in that language.
 */
export async function makePlaces({ connection, random, scale }: Recipe): Promise<void> {
  const slots = languageBounds(placeSlots);
  const captions = languageBounds(scale.captions);
  const tagSets = languageBounds(scale.tagSets);
  const values = languages.map((language, index) => {
    const at = (bounds: number[], offset: number) => bounds[index + offset] ?? 0;
    const span = (bounds: number[]) => `${at(bounds, 0)}, ${at(bounds, 1) - at(bounds, 0)}`;
    const regions = language.regions.split(' ').map(sqlString).join(', ');
    return `(${index}, ${sqlString(language.code)}, [${regions}], ${at(slots, 0)}, ${at(slots, 1)}, ${span(captions)}, ${span(tagSets)})`;
  });
  await connection.run(`
    CREATE TABLE places AS
    SELECT s.slot, l.language_index, l.language, l.regions[1 + (s.slot - l.slot_first) % len(l.regions)] AS region,
           w.word AS native_name, l.caption_first, l.caption_count, l.tag_set_first, l.tag_set_count
    FROM (SELECT range AS slot FROM range(${placeSlots})) s
    JOIN (VALUES ${values.join(',\n')})
      l(language_index, language, regions, slot_first, slot_end, caption_first, caption_count, tag_set_first, tag_set_count)
      ON s.slot >= l.slot_first AND s.slot < l.slot_end
    JOIN words w ON w.word_id = l.language_index * ${scale.words} + 100 + ${random.below('s.slot', 'native name', 400)}`);
}
