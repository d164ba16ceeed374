import type { CatalogColumn } from '@sdq/catalog';
import { plainName, withoutAccents, wrapperPrefix } from './usual-names.ts';

/** Words as `wordsOf` gives them. */
function wordSet(text: string): ReadonlySet<string> {
  return new Set(withoutAccents(text).trim().split(/\s+/));
}

/** Words in a name that say whose value it is, where a file has rows of one kind, and articles. */
const objectWords =
  wordSet(`video videos tik tok vid vids post posts item clip clips tiktok tt aweme douyin stats stat statistics statsv2 metrics public the
  reel content entry videoclip videoclips publicacion publicaciones publication publications beitrag beitrags beitrage
  postagem postagens contenuto видео ролик ролика публикации відео wideo film filmu gonderi gonderinin الفيديو المنشور
  del de la el los las le les l du des d der die das do da dos das di il lo of van het een`);

/** Words in a name that say that it is a count. */
const countWords =
  wordSet(`n num number nr no nb of count counts cnt ct total tot sum engagement engagements qty lifetime organic numero numeros nombre
  cantidad anzahl zahl quantidade quantita количество число кількість liczba ilosc pocet aantal antal sayısı adedi toplam
  jumlah عدد`);

/** Words for how a creation is told, of which one is left out: `engagement.like_count` is `like_count` too. */
const groupWords = wordSet('engagement engagements lifetime organic attributes data info details');

const unitWords =
  wordSet(`in s sec secs second seconds ms milliseconds seg segs segundos secondes sek sekunden secondi sekundy сек секунд секунды
  с sn saniye detik giay 秒 초`);

const timeWords = wordSet('utc gmt time date datetime at on');

const zoneWords = wordSet('utc gmt');

/**
 * The names by which a field may be known: its plain name, then the name without words that only say whose value it is
 * or that it is a count: `n_plays`, `vid_nlikes` and `video_stats_plays` are `plays` and `likes`.
 */
export function namesOf(field: string, type: CatalogColumn['type']): readonly string[] {
  const bare = field.slice(0, 200).replaceAll(/\s*[([][^)\]]*[)\]]/g, '');
  const names = namesIn(field, type);
  return bare === field || bare === '' ? names : [...new Set([...names, ...namesIn(bare, type)])];
}

function namesIn(field: string, type: CatalogColumn['type']): string[] {
  const plain = plainName(field);
  const isCount = type === 'BIGINT';
  const isTime = type === 'TIMESTAMP WITH TIME ZONE';
  const words = wordsOf(field).filter((word) => !objectWords.has(word));
  const left = words.filter((word) => !(isCount && countWords.has(word)));
  const short = left.join('');
  const names = [plain, short, words.filter((word) => !groupWords.has(word)).join('')];
  // `View Ct.` is `views`.
  if (isCount && left.length < words.length && /[a-rt-z]$/.test(short)) names.push(`${short}s`);
  if (isCount && left.length === 1) names.push(short.replace(/^n(?:um|b|r|o)?(?=[a-z]{4})/, ''));
  if (type === 'INTEGER') names.push(left.filter((word) => !unitWords.has(word)).join(''));
  if (isTime) {
    for (const ignored of [zoneWords, timeWords])
      names.push(left.filter((word) => !ignored.has(word)).join(''));
  }
  return [...new Set(names.filter((name) => name !== ''))];
}

function wordsOf(field: string): string[] {
  return withoutAccents(field.slice(0, 200).replace(wrapperPrefix, ''))
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
