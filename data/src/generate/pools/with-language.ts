import { languageBounds } from './places.ts';

/**
 * Adds the column `language_index` to `query`. The `count` rows of a pool are sorted by language; `key` is the row
 * number from 0.
 */
export function withLanguage(query: string, key: string, count: number): string {
  const bounds = languageBounds(count);
  const spans = bounds.slice(0, -1).map((first, index) => `(${index}, ${first}, ${bounds[index + 1]})`);
  return `SELECT q.*, span.language_index FROM (${query}) q
    JOIN (VALUES ${spans.join(', ')}) span(language_index, first, past) ON q.${key} >= span.first AND q.${key} < span.past`;
}
