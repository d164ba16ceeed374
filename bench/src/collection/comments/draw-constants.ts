import { at, byFrequency, type Drawn, drawnOf, sampleRows, wordsOf } from '../draw.ts';

/** The constants of one run of the questions; all of them occur in the rows. */
export interface CommentConstants {
  readonly id: string;
  readonly ids: readonly string[];
  readonly video: Drawn;
  readonly videos: readonly string[];
  /** A comment that answers were written to. */
  readonly parent: string;
  /** An instant, and one an hour, a day and 30 days later. */
  readonly time: string;
  readonly hourLater: string;
  readonly dayLater: string;
  readonly monthLater: string;
  readonly language: string;
  readonly word: string;
  readonly likes: number;
}

interface SampleRow extends Pick<CommentConstants, 'time' | 'hourLater' | 'dayLater' | 'monthLater'> {
  readonly id: string;
  readonly video: string;
  readonly parent: string | null;
  readonly language: string | null;
  readonly text: string;
}

const list = `cid::VARCHAR AS id, aweme_id::VARCHAR AS video, nullif(reply_id, 0)::VARCHAR AS parent,
  create_time::VARCHAR AS "time", (create_time + INTERVAL 1 HOUR)::VARCHAR AS "hourLater",
  (create_time + INTERVAL 1 DAY)::VARCHAR AS "dayLater", (create_time + INTERVAL 30 DAY)::VARCHAR AS "monthLater",
  comment_language AS language, text`;

const idsAtOnce = 50;
const videosAtOnce = 20;
/** Limits of likes: from some of the rows to one of thousands. */
const likes = [10, 100, 1_000, 50, 5_000];

export async function drawConstants(source: string, sets: number, seed: number): Promise<CommentConstants[]> {
  const sample = await sampleRows<SampleRow>(source, { key: 'cid', list, seed });
  const videos = byFrequency(sample.map(({ video }) => video));
  const words = byFrequency(sample.flatMap(({ text }) => wordsOf(text)));
  const parents = sample.flatMap(({ parent }) => parent ?? []);
  const languages = byFrequency(sample.flatMap(({ language }) => language ?? []));
  return Array.from({ length: sets }, (_, set) => {
    const { id, time, hourLater, dayLater, monthLater } = at(sample, set);
    return {
      ...{ id, time, hourLater, dayLater, monthLater },
      ids: Array.from({ length: idsAtOnce }, (__, i) => at(sample, sets + set * idsAtOnce + i).id),
      video: drawnOf(videos, set),
      videos: Array.from(
        { length: videosAtOnce },
        (__, i) => at(sample, sets + set * videosAtOnce + i).video,
      ),
      parent: at(parents, set),
      language: at(languages, 2 * set),
      word: at(words, 20 + 10 * set),
      likes: at(likes, set),
    };
  });
}
