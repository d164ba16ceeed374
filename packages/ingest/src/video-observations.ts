import type { MapContext, Observation, Values } from './observation.ts';
import { firstOf, type JsonObject } from './values/json-object.ts';
import { readObservedAt } from './values/time.ts';

/** The values that a record has for a video and its dependent rows, by column. */
export interface VideoParts {
  readonly video: Values;
  readonly author?: Values;
  readonly music?: Values;
  readonly hashtags?: readonly Values[];
  /** Transcript; null if unknown. */
  readonly transcript?: string | null;
  readonly source: string;
  readonly observedAt: bigint | null;
  /**
   * Creation time in the ID, in microseconds since 1970, for records without another: every other creation time of the
   * video takes precedence, so that it is an observation of 1970.
   */
  readonly createdInId?: bigint;
}

const countColumns = ['play_count', 'like_count', 'comment_count', 'share_count', 'collect_count'] as const;

/**
 * The observations of one video: the video, its counts as a separate observation, and its author, sound and hashtags.
 */
export function videoObservations(parts: VideoParts, context: MapContext): Observation[] {
  const { author = {}, music = {}, observedAt } = parts;
  const video: Values = { ...authorColumns(author), ...musicColumns(music), ...parts.video };
  const { video_id: videoId = null } = video;
  if (Number(video.like_count ?? 0) > Number(video.play_count ?? Number.POSITIVE_INFINITY)) {
    context.notes.add('likes_above_plays');
  }
  const observations: Observation[] = [{ table: 'shortvideo.videos', values: video, observedAt }];
  if (parts.createdInId !== undefined) {
    const values = { video_id: videoId, create_time: parts.createdInId };
    observations.push({ table: 'shortvideo.videos', values, observedAt: 0n });
  }
  const counts = Object.fromEntries(countColumns.map((column) => [column, video[column] ?? null]));
  if (Object.values(counts).some((count) => count !== null)) {
    const values = { video_id: videoId, ...counts, source: parts.source };
    observations.push({ table: 'shortvideo.video_stats', values, observedAt });
  }
  if (author.author_id !== undefined && author.author_id !== null) {
    observations.push({ table: 'shortvideo.authors', values: author, observedAt });
  }
  if (music.music_id !== undefined && music.music_id !== null) {
    observations.push({ table: 'shortvideo.music', values: music, observedAt });
  }
  for (const hashtag of distinctHashtags(video, parts.hashtags ?? [])) {
    observations.push({ table: 'shortvideo.hashtags', values: hashtag, observedAt });
  }
  if (parts.transcript) {
    const values = { video_id: videoId, text: parts.transcript, source: parts.source };
    observations.push({ table: 'shortvideo.transcripts', values, observedAt });
  }
  return observations;
}

/** The author columns of `videos`. */
function authorColumns(author: Values): Values {
  return {
    author: author.author ?? null,
    author_id: author.author_id ?? null,
    author_sec_uid: author.sec_uid ?? null,
    author_nickname: author.nickname ?? null,
    author_follower_count: author.follower_count ?? null,
    author_verified: author.is_verified ?? null,
  };
}

function musicColumns(music: Values): Values {
  return {
    music_id: music.music_id ?? null,
    music_title: music.title ?? null,
    music_author: music.author ?? null,
  };
}

/** One entry per name, with the known values or the name only. */
function distinctHashtags(video: Values, told: readonly Values[]): Values[] {
  const byName = new Map<string, Values>();
  for (const hashtag of told) {
    if (typeof hashtag.name === 'string' && hashtag.name !== '') byName.set(hashtag.name, hashtag);
  }
  for (const name of (video.hashtags ?? []) as readonly string[]) {
    if (!byName.has(name)) byName.set(name, { name });
  }
  return [...byName.values()];
}

/** Keys that collectors use for the observation time of a record. */
export const observedAtKeys = [
  'observed_at',
  'collected_at',
  'fetched_at',
  'fetch_time',
  'crawled_at',
  'crawl_time',
  'scraped_at',
  'scrape_time',
  'scraping_time',
  'collect_time',
  'retrieved_at',
  '_fetched_at',
  '_collected_at',
] as const;

/** Observation time of a JSON record: its own, else that of the enclosing response. */
export function observedAtOf(record: JsonObject, context: MapContext): bigint | null {
  return readObservedAt(firstOf(record, ...observedAtKeys), context) ?? context.responseTime;
}
