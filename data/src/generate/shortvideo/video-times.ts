import type { RandomSql } from '../random.ts';

const daySeconds = 86_400;

/** The maximum time from upload to publication of a draft: six and a half days. */
const draftSecondsMax = 561_600;

/** Only the oldest videos have IDs of 17 and 18 digits, which do not contain a time. */
const legacyMonths = 3;
const legacyEvery = 397;

/** The second of publication within the month; evenings are more frequent than mornings. */
export function publishedAt(random: RandomSql): string {
  const even = `month_start + floor((month_end - month_start) * ${random.uniform('row_id', 'published')})::BIGINT`;
  const evening = `floor(${daySeconds} * (0.25 + 0.75 * sqrt(${random.uniform('row_id', 'evening')})))::BIGINT`;
  const isEvening = `${random.below('row_id', 'is evening', 10)} < 4`;
  return `least(month_end - 1, CASE WHEN ${isEvening} THEN (${even}) // ${daySeconds} * ${daySeconds} + ${evening} ELSE ${even} END)`;
}

/** Seconds between upload and publication: none for four in five videos, minutes for some, days for drafts. */
export function draftSeconds(random: RandomSql): string {
  const kind = random.below('row_id', 'draft', 100);
  const share = random.uniform('row_id', 'draft seconds');
  return `CASE WHEN ${kind} < 80 THEN 0 WHEN ${kind} < 93 THEN 1 + floor(600 * pow(${share}, 3))::BIGINT
               ELSE 3600 + floor(${draftSecondsMax - 3600} * pow(${share}, 2))::BIGINT END`;
}

/** The second of the newest observation: hours to months after publication, at the end of a quarter of an hour. */
export function indexedAt(until: number, random: RandomSql): string {
  const wait = `floor(3600 * exp(3.5 + 1.6 * ${random.normal('row_id', 'indexed')}))::BIGINT`;
  return `greatest(published + 900, least(${until}, (published + ${wait}) // 900 * 900 + 1800))`;
}

/** BIGINT: an ID whose upper 32 bits are a Unix second, and whose lower bits are unique for every number. */
export function numberedId(second: string, number: string): string {
  return `((${second} << 32) + (${number} * 2654435761) % 4294967296)`;
}

/** The ID: its upper 32 bits are the second of the upload, and its lower bits are unique for every row. */
export function videoId(): string {
  const id = numberedId('(published - draft)', 'row_id');
  const legacy =
    'CASE WHEN row_id % 2 = 0 THEN 20000000000000000 ELSE 400000000000000000 END + row_id * 104729';
  return `(CASE WHEN month_index < ${legacyMonths} AND row_id % ${legacyEvery} = 5 THEN ${legacy} ELSE ${id} END)::VARCHAR`;
}
