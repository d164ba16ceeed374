import type { AccessPath } from '../access-path.ts';
import { filteredFirst } from './filtered-first.ts';
import { leadingFirst } from './leading-first.ts';

/**
 * Finds by narrow columns which rows the query wants, and fetches only those rows whole.
 *
 * For wide columns of few rows: those that lead (`ORDER BY … LIMIT k`), those that pass a condition, the first k of a
 * ranking, or any k of them. Where a query wants wide columns of many rows, the base files are better: the number of
 * rows found decides that when the query runs. It keeps nothing of its own; every other path may offer it sources.
 */
export const lateMaterialisation: AccessPath = {
  name: 'late-materialisation',
  purpose: 'Few whole rows, found by narrow columns first',
  route(context) {
    const ways = [leadingFirst(context), filteredFirst(context)];
    const found = ways.flatMap((way) => (typeof way === 'string' ? [] : way));
    return found.length > 0 ? found : ways.join('; ');
  },
};
