import { type MapContext, type Observation, Refusal } from '../observation.ts';
import { readCount } from '../values/count.ts';
import { readDurationMs } from '../values/duration.ts';
import { readHandle } from '../values/handle.ts';
import { readId, readKeyId } from '../values/id.ts';
import { firstOf, type JsonObject, objectsAt } from '../values/json-object.ts';
import { quoted } from '../values/shown.ts';
import { hashtagsInText, mentionsInText, readHashtags, readNames } from '../values/tags.ts';
import { readLabel, readText } from '../values/text.ts';
import { readKeyTime, readObservedAt } from '../values/time.ts';
import { readUrl } from '../values/url.ts';
import { observedAtOf, videoObservations } from '../video-observations.ts';
import { type SourceFormat, shareOf } from './format.ts';

/** Output of `yt-dlp --dump-json` and `--write-info-json`: one object per video, in lines, an array or a playlist. */
export const ytDlp: SourceFormat = {
  name: 'yt-dlp',
  description: 'yt-dlp info JSON, lines or array',
  container: 'json',
  detect: (sample) => shareOf(sample, isRecord),
  isRecord,
  map,
};

function isRecord(value: JsonObject): boolean {
  if (!('id' in value) || value._type === 'playlist') return false;
  return 'extractor' in value || 'extractor_key' in value || ('webpage_url' in value && 'uploader' in value);
}

/** The sites of yt-dlp whose videos belong to the tables of short videos. */
const sites = /^(?:tiktok|douyin)/i;

function map(record: JsonObject, context: MapContext): Observation[] {
  const site = firstOf(record, 'extractor_key', 'extractor');
  if (typeof site === 'string' && site !== 'generic' && !sites.test(site)) {
    const message = `The record is of ${quoted(site)}, not of TikTok`;
    throw new Refusal('platform_foreign', 'extractor', message);
  }
  const text = readText(record.description) ?? readText(record.title) ?? '';
  const artists = readNames(record.artists ?? record.artist);
  return videoObservations(
    {
      video: {
        video_id: readKeyId(record.id, 'id', context),
        description: text,
        create_time: readKeyTime(firstOf(record, 'timestamp', 'upload_date_iso'), 'timestamp', context)
          .micros,
        play_count: readCount(record.view_count, 'view_count', context),
        like_count: readCount(record.like_count, 'like_count', context),
        comment_count: readCount(record.comment_count, 'comment_count', context),
        share_count: readCount(record.repost_count, 'repost_count', context),
        collect_count: readCount(record.save_count, 'save_count', context),
        duration_ms: readDurationMs(record.duration, 's', context),
        hashtags: hashtagsOf(record, text),
        mentions: mentionsInText(text),
        music_title: readLabel(record.track),
        music_author: artists.length > 0 ? artists.join(', ') : null,
        cover_url: coverOf(record),
      },
      author: {
        author_id: readId(record.uploader_id, 'uploader_id', context),
        author: readHandle(record.uploader),
        sec_uid: readLabel(record.channel_id),
        nickname: readLabel(firstOf(record, 'channel', 'creator')),
        follower_count: readCount(record.channel_follower_count, 'channel_follower_count', context),
      },
      source: 'yt-dlp',
      observedAt: readObservedAt(record.epoch, context) ?? observedAtOf(record, context),
    },
    context,
  );
}

/** yt-dlp has `tags` for some sites only. */
function hashtagsOf(record: JsonObject, text: string): string[] {
  const listed = readHashtags(record.tags).hashtags;
  return listed.length > 0 ? listed : hashtagsInText(text);
}

function coverOf(record: JsonObject): string | null {
  const pictures = objectsAt(record, 'thumbnails');
  const cover = pictures.find((picture) => picture.id === 'cover') ?? pictures[0];
  return readUrl(cover?.url ?? record.thumbnail);
}
