import type { CatalogColumn } from '@sdq/catalog';
import { plainName } from './usual-names.ts';

/** Words in a name that say whose value it is, where a file has rows of one kind. */
const objectWords = new Set(
  'video videos vid vids post posts item clip tiktok tt aweme douyin stats stat statistics statsv2 metrics public the'.split(
    ' ',
  ),
);

/** Words in a name that say that it is a count. */
const countWords = new Set(
  'n num number nr no nb of count counts cnt total tot sum engagement qty'.split(' '),
);

const unitWords = new Set('in s sec secs second seconds ms milliseconds'.split(' '));

const timeWords = new Set('utc gmt time date datetime at on'.split(' '));

/**
 * The names by which a field may be known: its plain name, then the name without words that only say whose value it is
 * or that it is a count: `n_plays`, `vid_nlikes` and `video_stats_plays` are `plays` and `likes`.
 */
export function namesOf(field: string, type: CatalogColumn['type']): readonly string[] {
  const plain = plainName(field);
  const isCount = type === 'BIGINT';
  const isTime = type === 'TIMESTAMP WITH TIME ZONE';
  const left = wordsOf(field).filter((word) => !objectWords.has(word) && !(isCount && countWords.has(word)));
  const short = left.join('');
  const names = [plain, short];
  if (isCount && left.length === 1) names.push(short.replace(/^n(?:um|b|r|o)?(?=[a-z]{4})/, ''));
  if (type === 'INTEGER') names.push(left.filter((word) => !unitWords.has(word)).join(''));
  if (isTime) names.push(left.filter((word) => !timeWords.has(word)).join(''));
  return [...new Set(names.filter((name) => name !== ''))];
}

function wordsOf(field: string): string[] {
  return field
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
