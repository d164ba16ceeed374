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
import { readFirstUrl } from '../values/url.ts';
import { observedAtOf, videoObservations } from '../video-observations.ts';
import { type SourceFormat, shareOf } from './format.ts';

/** `aweme` objects and comments of the mobile app: single, in lines, or in response pages `{aweme_list: […]}`. */
export const aweme: SourceFormat = {
  name: 'aweme',
  description: 'mobile aweme records, lines, arrays or response pages, and mobile comments',
  container: 'json',
  // Flat exports of other tools have the same names for ID and caption, and none of the objects.
  detect: (sample) => shareOf(sample, (value) => isRecord(value) && !isFlat(value)),
  isRecord,
  map: (record, context) =>
    'aweme_id' in record && !('cid' in record) ? mapVideo(record, context) : mapComment(record, context),
};

function isRecord(value: JsonObject): boolean {
  const isVideo = 'aweme_id' in value && ('desc' in value || 'statistics' in value || 'create_time' in value);
  return isVideo || ('cid' in value && 'text' in value && !('cha_name' in value));
}

function isFlat(value: JsonObject): boolean {
  return !['statistics', 'author', 'video', 'user'].some((key) => isObject(value[key]));
}

function mapVideo(record: JsonObject, context: MapContext): Observation[] {
  const stats = objectAt(record, 'statistics');
  const video = objectAt(record, 'video');
  const text = readText(record.desc) ?? '';
  const extras = objectsAt(record, 'text_extra');
  return videoObservations(
    {
      video: {
        video_id: readKeyId(record.aweme_id, 'aweme_id', context),
        description: text,
        create_time: readKeyTime(record.create_time, 'create_time', context).micros,
        play_count: readCount(stats.play_count, 'statistics.play_count', context),
        like_count: readCount(stats.digg_count, 'statistics.digg_count', context),
        comment_count: readCount(stats.comment_count, 'statistics.comment_count', context),
        share_count: readCount(stats.share_count, 'statistics.share_count', context),
        collect_count: readCount(stats.collect_count, 'statistics.collect_count', context),
        duration_ms: readDurationMs(firstOf(video, 'duration') ?? record.duration, 'ms', context),
        hashtags: hashtagsOf(record, extras, text),
        mentions: extras.length > 0 ? mentionsOf(extras, context) : mentionsInText(text),
        region: readRegion(record.region),
        language: readLanguage(record.desc_language),
        is_ad: readIsAd(record),
        is_ai_generated: readAiLabel(record),
        cover_url: readFirstUrl(firstOf(video, 'cover', 'origin_cover')),
      },
      author: readAuthor(objectAt(record, 'author'), context),
      music: readMusic(objectAt(record, 'music'), context),
      hashtags: objectsAt(record, 'cha_list').map((challenge) => readChallenge(challenge, context)),
      source: 'aweme',
      observedAt: observedAtOf(record, context),
    },
    context,
  );
}

function hashtagsOf(record: JsonObject, extras: readonly JsonObject[], text: string): string[] {
  const inText = extras.flatMap((extra) => readHashtags([extra.hashtag_name ?? '']).hashtags);
  if (inText.length > 0) return inText;
  const named = objectsAt(record, 'cha_list').flatMap((tag) => readHashtags([tag.cha_name ?? '']).hashtags);
  return named.length > 0 ? named : hashtagsInText(text);
}

/** A mention has the account ID; only the caption has the name. */
function mentionsOf(extras: readonly JsonObject[], context: MapContext): string[] {
  return extras.flatMap(
    (extra) => readHandle(extra.user_unique_id) ?? readId(extra.user_id, 'text_extra.user_id', context) ?? [],
  );
}

function readIsAd(record: JsonObject): boolean | null {
  const isAd = readFlag(record.is_ads);
  const branded = Number(objectAt(record, 'commerce_info').branded_content_type ?? 0);
  return branded > 0 ? true : isAd;
}

function readAiLabel(record: JsonObject): boolean | null {
  const label = objectAt(record, 'aigc_info').aigc_label_type;
  return typeof label === 'number' ? label > 0 : null;
}

/** `uid` is exact text; numeric copies of it (`author_user_id`) are often rounded. */
function readAuthor(author: JsonObject, context: MapContext): Values {
  return {
    author_id: readId(author.uid, 'author.uid', context),
    author: readHandle(author.unique_id) ?? readHandle(author.short_id === '0' ? null : author.short_id),
    sec_uid: readLabel(author.sec_uid),
    nickname: readLabel(author.nickname),
    bio: readLabel(author.signature),
    is_verified: typeof author.custom_verify === 'string' ? author.custom_verify !== '' : null,
    is_private: readFlag(author.secret),
    region: readRegion(author.region),
    language: readLanguage(author.language),
    follower_count: readCount(author.follower_count, 'author.follower_count', context),
    following_count: readCount(author.following_count, 'author.following_count', context),
    like_count: readCount(author.total_favorited, 'author.total_favorited', context),
    video_count: readCount(author.aweme_count, 'author.aweme_count', context),
    avatar_url: readFirstUrl(firstOf(author, 'avatar_larger', 'avatar_medium', 'avatar_thumb')),
    created_at: readTime(author.create_time, 'author.create_time', context),
  };
}

/** `id` is a rounded double in most dumps; `id_str` and `mid` are exact copies. */
function readMusic(music: JsonObject, context: MapContext): Values {
  return {
    music_id: readId(firstOf(music, 'id_str', 'mid') ?? music.id, 'music.id', context),
    title: readLabel(music.title),
    author: readLabel(music.author),
    album: readLabel(music.album),
    duration_ms: readDurationMs(music.duration || undefined, 's', context),
    is_original: readFlag(firstOf(music, 'is_original_sound', 'is_original')),
    video_count: readCount(music.user_count || undefined, 'music.user_count', context),
    cover_url: readFirstUrl(firstOf(music, 'cover_large', 'cover_medium', 'cover_thumb')),
  };
}

function readChallenge(challenge: JsonObject, context: MapContext): Values {
  return {
    name: readHashtags([challenge.cha_name ?? '']).hashtags[0] ?? null,
    hashtag_id: readId(challenge.cid, 'cha_list.cid', context),
    title: readLabel(challenge.cha_name),
    description: readLabel(challenge.desc),
    // Feeds have 0 for counts that they do not compute.
    view_count: readCount(challenge.view_count || undefined, 'cha_list.view_count', context),
    video_count: readCount(challenge.use_count || undefined, 'cha_list.use_count', context),
    is_commerce: readFlag(challenge.is_commerce),
  };
}

function mapComment(record: JsonObject, context: MapContext): Observation[] {
  if (!('cid' in record))
    throw new Refusal('record_unknown', '', 'The record is neither a video nor a comment');
  const user = objectAt(record, 'user');
  const parent = readId(record.reply_id, 'reply_id', context);
  const values: Values = {
    comment_id: readKeyId(record.cid, 'cid', context),
    video_id: readKeyId(record.aweme_id, 'aweme_id', context),
    parent_comment_id: parent === '0' ? null : parent,
    author_id: readId(user.uid, 'user.uid', context),
    author: readHandle(user.unique_id),
    author_nickname: readLabel(user.nickname),
    avatar_url: readFirstUrl(user.avatar_thumb),
    text: readText(record.text) ?? '',
    language: readLanguage(record.comment_language),
    like_count: readCount(record.digg_count, 'digg_count', context),
    reply_count: readCount(record.reply_comment_total, 'reply_comment_total', context),
    create_time: readTime(record.create_time, 'create_time', context),
    is_pinned: readFlag(firstOf(record, 'author_pin', 'is_author_pinned')),
  };
  return [{ table: 'shortvideo.comments', values, observedAt: observedAtOf(record, context) }];
}
