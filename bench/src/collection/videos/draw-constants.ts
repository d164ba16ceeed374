import { at, byFrequency, type Drawn, drawnOf, sampleRows, wordsOf } from '../draw.ts';

/** The constants of one run of the questions; all of them occur in the rows. */
export interface VideoConstants {
  readonly id: string;
  readonly ids: readonly string[];
  /** The first day of a month and of the next one. */
  readonly month: readonly [from: string, to: string];
  readonly region: string;
  readonly language: string;
  readonly tag: Drawn;
  readonly sound: Drawn;
  readonly word: string;
  readonly likes: number;
  readonly seconds: number;
}

interface SampleRow {
  readonly id: string;
  readonly month: string;
  readonly next: string;
  readonly region: string | null;
  readonly language: string | null;
  readonly sound: string | null;
  readonly caption: string;
}

const list = `content_id::VARCHAR AS id, date_trunc('month', create_time)::DATE::VARCHAR AS month,
  (date_trunc('month', create_time) + INTERVAL 1 MONTH)::DATE::VARCHAR AS next,
  country AS region, language, music_id::VARCHAR AS sound, "desc" AS caption`;

const idsAtOnce = 50;
/** Limits of likes and seconds: from half of the rows to one of hundreds. */
const likes = [20, 1_000, 10_000, 100, 50_000];
const seconds = [15, 60, 180, 30, 300];

export async function drawConstants(source: string, sets: number, seed: number): Promise<VideoConstants[]> {
  const sample = await sampleRows<SampleRow>(source, { key: 'content_id', list, seed });
  const tags = byFrequency(sample.flatMap(({ caption }) => tagsOf(caption)));
  const sounds = byFrequency(sample.flatMap(({ sound }) => sound ?? []));
  const words = byFrequency(sample.flatMap(({ caption }) => wordsOf(caption)));
  const regions = byFrequency(sample.flatMap(({ region }) => region ?? []));
  const languages = byFrequency(sample.flatMap(({ language }) => language ?? []));
  return Array.from({ length: sets }, (_, set) => {
    const row = at(sample, set);
    return {
      id: row.id,
      ids: Array.from({ length: idsAtOnce }, (__, i) => at(sample, sets + set * idsAtOnce + i).id),
      month: [row.month, row.next],
      region: at(regions, 3 * set),
      language: at(languages, 2 * set),
      tag: drawnOf(tags, set),
      sound: drawnOf(sounds, set),
      word: at(words, 20 + 10 * set),
      likes: at(likes, set),
      seconds: at(seconds, set),
    };
  });
}

/** Hashtags of ASCII letters and digits, which all contestants bring to lower case alike. */
function tagsOf(caption: string): string[] {
  return [...caption.matchAll(/#([A-Za-z0-9]+)(?=\s|$)/g)].map((match) => (match[1] ?? '').toLowerCase());
}
