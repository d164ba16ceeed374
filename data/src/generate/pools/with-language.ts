import { languageBounds } from './places.ts';

/**
 * `query` with the column `language_index` added: rows of a pool of `count` lie language by language, by `key`
 * from 0.
 */
export function withLanguage(query: string, key: string, count: number): string {
  const bounds = languageBounds(count);
  const spans = bounds.slice(0, -1).map((first, index) => `(${index}, ${first}, ${bounds[index + 1]})`);
  return `SELECT q.*, span.language_index FROM (${query}) q
    JOIN (VALUES ${spans.join(', ')}) span(language_index, first, past) ON q.${key} >= span.first AND q.${key} < span.past`;
}
