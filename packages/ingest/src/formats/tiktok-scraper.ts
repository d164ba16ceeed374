import type { MapContext, Observation } from '../observation.ts';
import { readCount } from '../values/count.ts';
import { readDurationMs } from '../values/duration.ts';
import { readFlag } from '../values/flag.ts';
import { readHandle } from '../values/handle.ts';
import { readId, readKeyId } from '../values/id.ts';
import { firstOf, type JsonObject, objectAt, objectsAt } from '../values/json-object.ts';
import { hashtagsInText, readHashtags, readMentions } from '../values/tags.ts';
import { readLabel, readText } from '../values/text.ts';
import { readKeyTime } from '../values/time.ts';
import { readUrl } from '../values/url.ts';
import { observedAtOf, videoObservations } from '../video-observations.ts';
import { type SourceFormat, shareOf } from './format.ts';

/** The JSON of the npm package tiktok-scraper: `{"collector": [{id, text, createTime, authorMeta, …}]}`. */
export const tiktokScraper: SourceFormat = {
  name: 'tiktok-scraper',
  description: 'dumps of the npm package tiktok-scraper, {"collector": […]}',
  container: 'json',
  detect: (sample) => shareOf(sample, isRecord),
  isRecord,
  map,
};

function isRecord(value: JsonObject): boolean {
  return 'id' in value && ('authorMeta' in value || 'musicMeta' in value || 'videoMeta' in value);
}

function map(record: JsonObject, context: MapContext): Observation[] {
  const meta = objectAt(record, 'videoMeta');
  const tags = readHashtags(record.hashtags);
  const text = readText(record.text) ?? '';
  return videoObservations(
    {
      video: {
        video_id: readKeyId(record.id, 'id', context),
        description: text,
        create_time: readKeyTime(firstOf(record, 'createTime', 'createTimeISO'), 'createTime', context)
          .micros,
        play_count: readCount(record.playCount, 'playCount', context),
        like_count: readCount(record.diggCount, 'diggCount', context),
        comment_count: readCount(record.commentCount, 'commentCount', context),
        share_count: readCount(record.shareCount, 'shareCount', context),
        collect_count: readCount(record.collectCount, 'collectCount', context),
        duration_ms: readDurationMs(meta.duration, 's', context),
        hashtags: Array.isArray(record.hashtags) ? tags.hashtags : hashtagsInText(text),
        mentions: [...readMentions(record.mentions), ...tags.mentions],
        is_ad: readFlag(record.isAd),
        cover_url: readUrl(firstOf(objectAt(record, 'covers'), 'default', 'origin') ?? meta.coverUrl),
      },
      author: readAuthor(objectAt(record, 'authorMeta'), context),
      music: readMusic(objectAt(record, 'musicMeta'), context),
      hashtags: objectsAt(record, 'hashtags').map((tag) => ({
        name: readHashtags([tag]).hashtags[0] ?? null,
        hashtag_id: readId(tag.id, 'hashtags.id', context),
        title: readLabel(tag.title),
      })),
      source: 'tiktok-scraper',
      observedAt: observedAtOf(record, context),
    },
    context,
  );
}

/** `fans`, `heart` and `video` are in dumps of profiles and in older dumps of videos. */
function readAuthor(author: JsonObject, context: MapContext) {
  return {
    author_id: readId(author.id, 'authorMeta.id', context),
    author: readHandle(author.name),
    sec_uid: readLabel(author.secUid),
    nickname: readLabel(author.nickName),
    bio: readLabel(author.signature),
    is_verified: readFlag(author.verified),
    is_private: readFlag(firstOf(author, 'private', 'privateAccount')),
    follower_count: readCount(author.fans, 'authorMeta.fans', context),
    following_count: readCount(author.following, 'authorMeta.following', context),
    like_count: readCount(author.heart, 'authorMeta.heart', context),
    video_count: readCount(author.video, 'authorMeta.video', context),
    avatar_url: readUrl(author.avatar),
  };
}

function readMusic(music: JsonObject, context: MapContext) {
  return {
    music_id: readId(music.musicId, 'musicMeta.musicId', context),
    title: readLabel(music.musicName),
    author: readLabel(music.musicAuthor),
    album: readLabel(music.musicAlbum),
    duration_ms: readDurationMs(music.duration, 's', context),
    is_original: readFlag(music.musicOriginal),
    cover_url: readUrl(firstOf(music, 'coverLarge', 'coverMedium', 'coverThumb')),
  };
}
