import { type MapContext, type Observation, Refusal, type Values } from '../observation.ts';
import { readCount } from '../values/count.ts';
import { readDurationMs } from '../values/duration.ts';
import { readFlag } from '../values/flag.ts';
import { readHandle, readLanguage, readRegion } from '../values/handle.ts';
import { readId, readKeyId } from '../values/id.ts';
import { firstOf, isObject, type JsonObject, objectAt, objectsAt } from '../values/json-object.ts';
import { hashtagsInText, mentionsInText, readHashtags } from '../values/tags.ts';
import { readLabel, readText } from '../values/text.ts';
import { readKeyTime, readTime } from '../values/time.ts';
import { readUrl } from '../values/url.ts';
import { observedAtOf, videoObservations } from '../video-observations.ts';
import { type SourceFormat, shareOf } from './format.ts';

/**
 * `itemStruct` of the web player, as TikTok-Api and most web collectors store it, single or in responses; and the
 * `{user, stats, statsV2}` record of a profile page.
 */
export const itemStruct: SourceFormat = {
  name: 'item-struct',
  description: 'web itemStruct records (TikTok-Api), responses with itemList, and {user, stats} profiles',
  container: 'json',
  detect: (sample) => shareOf(sample, isRecord),
  isRecord,
  map: (record, context) => (isProfile(record) ? mapProfile(record, context) : mapItem(record, context)),
};

function isRecord(value: JsonObject): boolean {
  return isItem(value) || isProfile(value);
}

function isItem(value: JsonObject): boolean {
  return (
    'id' in value &&
    'createTime' in value &&
    ('stats' in value || 'statsV2' in value || isObject(value.video))
  );
}

function isProfile(value: JsonObject): boolean {
  return isObject(value.user) && (isObject(value.stats) || isObject(value.statsV2)) && !('aweme_id' in value);
}

/** `statsV2` has exact counts as text; `stats` has rounded counts. */
function exactFirst(record: JsonObject, plain: string, exact: string): JsonObject {
  const counts: Record<string, unknown> = { ...objectAt(record, plain) };
  for (const [key, value] of Object.entries(objectAt(record, exact))) {
    if (value !== null && value !== '') counts[key] = value;
  }
  return counts;
}

function mapItem(record: JsonObject, context: MapContext): Observation[] {
  const stats = exactFirst(record, 'stats', 'statsV2');
  const video = objectAt(record, 'video');
  const text = readText(record.desc) ?? '';
  const tags = readTags(record, text);
  return videoObservations(
    {
      video: {
        video_id: readKeyId(record.id, 'id', context),
        description: text,
        create_time: readKeyTime(record.createTime, 'createTime', context).micros,
        play_count: readCount(stats.playCount, 'stats.playCount', context),
        like_count: readCount(stats.diggCount, 'stats.diggCount', context),
        comment_count: readCount(stats.commentCount, 'stats.commentCount', context),
        share_count: readCount(stats.shareCount, 'stats.shareCount', context),
        collect_count: readCount(stats.collectCount, 'stats.collectCount', context),
        duration_ms: readDurationMs(video.duration || undefined, 's', context),
        hashtags: tags.hashtags,
        mentions: tags.mentions,
        region: readRegion(record.locationCreated),
        language: readLanguage(record.textLanguage),
        is_ad: readFlag(record.isAd),
        is_ai_generated: readAiLabel(record),
        cover_url: readUrl(firstOf(video, 'cover', 'originCover')),
      },
      author: readAuthor(record, context),
      music: readMusic(objectAt(record, 'music'), context),
      hashtags: objectsAt(record, 'challenges').map((challenge) => readChallenge(challenge, context)),
      source: 'item-struct',
      observedAt: observedAtOf(record, context),
    },
    context,
  );
}

/** Hashtags and mentions from `textExtra` of the item or its `contents`, else from the caption. */
function readTags(record: JsonObject, text: string): { hashtags: string[]; mentions: string[] } {
  const own = objectsAt(record, 'textExtra');
  const extras =
    own.length > 0 ? own : objectsAt(record, 'contents').flatMap((part) => objectsAt(part, 'textExtra'));
  const hashtags = extras.flatMap((extra) => readHashtags([extra.hashtagName ?? '']).hashtags);
  const mentions = extras.flatMap((extra) => readHandle(extra.userUniqueId) ?? []);
  const named = objectsAt(record, 'challenges').flatMap(
    (challenge) => readHashtags([challenge.title ?? '']).hashtags,
  );
  return {
    hashtags: hashtags.length > 0 ? hashtags : named.length > 0 ? named : hashtagsInText(text),
    mentions: extras.length > 0 ? mentions : mentionsInText(text),
  };
}

function readAiLabel(record: JsonObject): boolean | null {
  if (typeof record.IsAigc === 'boolean') return record.IsAigc;
  const label = Number(record.aigcLabelType ?? Number.NaN);
  return Number.isFinite(label) ? label > 0 : null;
}

function readAuthor(record: JsonObject, context: MapContext): Values {
  const author = record.author;
  const stats = exactFirst(record, 'authorStats', 'authorStatsV2');
  // Older items have only the username.
  if (typeof author === 'string') {
    return {
      author: readHandle(author),
      author_id: readId(record.authorId, 'authorId', context),
      sec_uid: readLabel(record.authorSecId),
      nickname: readLabel(record.nickname),
      ...readAuthorCounts(stats, context),
    };
  }
  return { ...readUser(isObject(author) ? author : {}, context), ...readAuthorCounts(stats, context) };
}

function readUser(user: JsonObject, context: MapContext): Values {
  return {
    author_id: readId(user.id, 'author.id', context),
    author: readHandle(user.uniqueId),
    sec_uid: readLabel(user.secUid),
    nickname: readLabel(user.nickname),
    bio: readLabel(user.signature),
    is_verified: readFlag(user.verified),
    is_private: readFlag(firstOf(user, 'privateAccount', 'secret')),
    region: readRegion(user.region),
    language: readLanguage(user.language),
    avatar_url: readUrl(firstOf(user, 'avatarLarger', 'avatarMedium', 'avatarThumb')),
    created_at: readTime(user.createTime, 'user.createTime', context),
  };
}

function readAuthorCounts(stats: JsonObject, context: MapContext): Values {
  return {
    follower_count: readCount(stats.followerCount, 'authorStats.followerCount', context),
    following_count: readCount(stats.followingCount, 'authorStats.followingCount', context),
    like_count: readCount(firstOf(stats, 'heartCount', 'heart'), 'authorStats.heartCount', context),
    video_count: readCount(stats.videoCount, 'authorStats.videoCount', context),
  };
}

function readMusic(music: JsonObject, context: MapContext): Values {
  return {
    music_id: readId(music.id, 'music.id', context),
    title: readLabel(music.title),
    author: readLabel(music.authorName),
    album: readLabel(music.album),
    duration_ms: readDurationMs(music.duration || undefined, 's', context),
    is_original: readFlag(music.original),
    cover_url: readUrl(firstOf(music, 'coverLarge', 'coverMedium', 'coverThumb')),
  };
}

function readChallenge(challenge: JsonObject, context: MapContext): Values {
  const stats = exactFirst(challenge, 'stats', 'statsV2');
  return {
    name: readHashtags([challenge.title ?? '']).hashtags[0] ?? null,
    hashtag_id: readId(challenge.id, 'challenges.id', context),
    title: readLabel(challenge.title),
    description: readLabel(challenge.desc),
    view_count: readCount(stats.viewCount, 'challenges.stats.viewCount', context),
    video_count: readCount(stats.videoCount, 'challenges.stats.videoCount', context),
    is_commerce: readFlag(challenge.isCommerce),
  };
}

function mapProfile(record: JsonObject, context: MapContext): Observation[] {
  const user = objectAt(record, 'user');
  const values: Values = {
    ...readUser(user, context),
    ...readAuthorCounts(exactFirst(record, 'stats', 'statsV2'), context),
  };
  if (values.author_id === null) throw new Refusal('id_missing', 'user.id', 'The user has no ID');
  return [{ table: 'shortvideo.authors', values, observedAt: observedAtOf(record, context) }];
}
