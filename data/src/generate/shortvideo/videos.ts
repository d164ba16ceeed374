import type { Month } from '../months.ts';
import { AuthorSql } from '../pools/author-sql.ts';
import { placeSlots } from '../pools/places.ts';
import type { Recipe } from '../recipe.ts';
import { withCounts } from './counts.ts';
import { draftSeconds, indexedAt, publishedAt, videoId } from './video-times.ts';

/** The number of first months for which the platform did not report how often a video was collected. */
const monthsWithoutCollects = 5;

/** The first month in which videos were labelled as AI-generated. */
const firstMonthOfAiLabels = 10;

/**
 * The videos of some consecutive months, with the stored columns of the table and `month`, the label of the month of
 * publication.
 */
export function videosOfMonths(recipe: Recipe, months: readonly Month[]): string {
  const { random, until, scale } = recipe;
  const author = new AuthorSql(recipe);
  const foreign = random.oneIn('row_id', 'other language', 16);
  const within = (count: string, purpose: string) =>
    `floor(${count} * ${random.uniform('row_id', purpose)})::BIGINT`;
  return `
    WITH months(month, month_index, month_start, month_end, first_row, share) AS (VALUES ${monthValues(recipe, months)}),
    drawn AS (
      SELECT row_id, month, month_index, month_start, month_end, share,
             ${random.zipf('row_id', 'author', scale.authors, Math.max(40, scale.authors / 2_000))} AS account,
             ${random.below('row_id', 'source', 100)} AS source, ${random.below('row_id', 'form of caption', 100)} AS form,
             ${random.zipf('row_id', 'sound', scale.sounds, 50)} AS sound_id
      FROM ${rowsOf(months)}
    ),
    timed AS (SELECT *, ${publishedAt(random)} AS published, ${draftSeconds(random)} AS draft FROM drawn),
    numbered AS (SELECT *, ${until} - published AS age_seconds, ${author.numbers()} FROM timed),
    counted AS (${withCounts('numbered', random)}),
    placed AS (
      SELECT counted.*, head, tail, head_title, tail_title, home_name, place.language, place.region,
             place.caption_first + ${within('place.caption_count', 'caption')} AS caption_id,
             place.tag_set_first + ${within('place.tag_set_count', 'tag set')} AS tag_set_id
      FROM counted ${author.joins()}
      JOIN places place ON place.slot = CASE WHEN ${foreign} THEN ${random.below('row_id', 'place', placeSlots)} ELSE home_slot END
    )
    SELECT month, ${columns(recipe, author)}
    FROM placed JOIN captions USING (caption_id) JOIN tag_sets USING (tag_set_id) JOIN sounds sound USING (sound_id)`;
}

function monthValues(recipe: Recipe, months: readonly Month[]): string {
  const share = (month: Month) => month.index / Math.max(1, recipe.months.length - 1);
  const value = (month: Month) =>
    `('${month.label}', ${month.index}, ${month.start}::BIGINT, ${month.end}::BIGINT, ${month.firstRow}::BIGINT, ${share(month)}::DOUBLE)`;
  return months.map(value).join(', ');
}

/** Row numbers, joined with the properties of their month. */
function rowsOf(months: readonly Month[]): string {
  const first = months[0]?.firstRow ?? 0;
  const past = months.reduce((end, month) => Math.max(end, month.firstRow + month.rows), first);
  const rows = `(SELECT range AS row_id FROM range(${first}, ${past})) numbers`;
  return months.length === 1 ? `${rows}, months` : `${rows} ASOF JOIN months ON row_id >= first_row`;
}

/** The source of a row determines which columns are NULL: each source provides some columns only. */
function columns(recipe: Recipe, author: AuthorSql): string {
  const { random, until } = recipe;
  const known = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;
  const nearlyAlways = (purpose: string, value: string, exceptOneIn: number) =>
    known(`NOT ${random.oneIn('row_id', `${purpose} unknown`, exceptOneIn)}`, value);
  const labelled = `month_index >= ${firstMonthOfAiLabels} AND source >= 10`;
  // Either the username or the ID is always known.
  const withoutName = random.oneIn('row_id', 'username unknown', 250);
  const withoutId = random.oneIn('row_id', 'author id unknown', 300);
  return `
    ${videoId()} AS video_id,
    ${known(`NOT ${withoutName}`, author.username())} AS author,
    ${known(`${withoutName} OR NOT ${withoutId}`, author.id())} AS author_id,
    ${known('source < 18', author.secondaryId())} AS author_sec_uid,
    ${known('source < 60', author.nickname())} AS author_nickname,
    ${known('source < 60', author.followers('share'))} AS author_follower_count,
    ${known('source < 70', author.verified())} AS author_verified,
    ${caption()} AS description,
    make_timestamptz(published * 1000000) AS create_time,
    ${nearlyAlways('plays', 'plays', 150)} AS play_count,
    ${nearlyAlways('likes', 'likes', 400)} AS like_count,
    ${nearlyAlways('comments', 'comments', 500)} AS comment_count,
    ${nearlyAlways('shares', 'shares', 100)} AS share_count,
    ${known(`month_index >= ${monthsWithoutCollects}`, nearlyAlways('collects', 'collects', 25))} AS collect_count,
    ${nearlyAlways('duration', duration(recipe), 80)} AS duration_ms,
    CASE WHEN form < 7 THEN []::VARCHAR[] ELSE hashtags END AS hashtags,
    CASE WHEN form < 7 THEN []::VARCHAR[] ELSE mentions END AS mentions,
    ${known('source < 93', 'sound.music_id')} AS music_id,
    ${known('source < 93', 'sound.music_title')} AS music_title,
    ${known('source < 60', 'sound.music_author')} AS music_author,
    ${known('source >= 12', 'region')} AS region,
    ${known('source >= 8', 'language')} AS language,
    ${known('source >= 4', random.oneIn('row_id', 'ad', 50))} AS is_ad,
    ${known(labelled, `${random.uniform('row_id', 'AI')} < 0.002 + 0.1 * (share - 0.2)`)} AS is_ai_generated,
    ${known('source < 18', coverUrl(recipe))} AS cover_url,
    ${random.uniform('row_id', 'transcript')} < 0.2 + 0.25 * share AND ${recipe.scale.hasTranscripts} AS has_transcript,
    make_timestamptz((${indexedAt(until, random)}) * 1000000) AS indexed_at`;
}

/**
 * Form 0–6: none; 7–16: hashtags only; 17–19: hashtags first; 20–23: hashtags on separate lines; otherwise after the
 * text.
 */
function caption(): string {
  return `CASE WHEN form < 7 THEN '' WHEN form < 17 THEN ending WHEN ending = '' THEN text
               WHEN form < 20 THEN ending || ' ' || text WHEN form < 24 THEN text || chr(10) || chr(10) || ending
               WHEN row_id % 4001 = 9 THEN repeat(text || ' ', 40) || ending ELSE text || ' ' || ending END`;
}

/** Most sources report whole seconds. */
function duration({ random }: Recipe): string {
  const seconds = `5 + floor(12 * exp(2.2 * ${random.uniform('row_id', 'duration')}) * ${random.uniform('row_id', 'duration, spread')})::INTEGER`;
  return `(${seconds}) * 1000 + CASE WHEN source BETWEEN 55 AND 79 THEN ${random.below('row_id', 'milliseconds', 1000)} ELSE 0 END`;
}

function coverUrl({ random }: Recipe): string {
  return `'https://p16.covers.example/tos-' || ${random.below('row_id', 'shard', 4)} || format('/{:016x}.jpeg', ${random.bits('row_id', 'cover')})`;
}
