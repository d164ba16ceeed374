import type { Row } from '../define/index.ts';
import { count, countOrNull, known, text, textOrNull, texts, unixSeconds } from '../define/row-values.ts';
import type { Video, VideoComment } from './records.ts';

export const platform = 'shortvideo';

export const byTime = { column: 'create_time', type: 'TIMESTAMPTZ', id: 'video_id' };

export function placeByTime(row: Row): [string, string] {
  return [text(row.create_time), text(row.video_id)];
}

export function toVideo(row: Row): Video {
  const music = [row.music_id, row.music_title, row.music_author].map(textOrNull);
  const uploader = [row.author_sec_uid, row.author_nickname, row.author_follower_count, row.author_verified];
  return {
    video_id: text(row.video_id),
    author: text(row.author),
    description: text(row.description),
    play_count: count(row.play_count),
    like_count: count(row.like_count),
    create_time: text(row.create_time),
    ...known({
      comment_count: countOrNull(row.comment_count),
      share_count: countOrNull(row.share_count),
      collect_count: countOrNull(row.collect_count),
      duration_ms: countOrNull(row.duration_ms),
      hashtags: texts(row.hashtags),
      region: textOrNull(row.region),
      language: textOrNull(row.language),
      cover_url: textOrNull(row.cover_url),
      web_url: textOrNull(row.web_url),
    }),
    ...(music.some((value) => value !== null) && {
      music: { id: music[0] ?? null, title: music[1] ?? null, author: music[2] ?? null },
    }),
    ...(uploader.some((value) => value !== null) && {
      author_info: {
        sec_uid: textOrNull(row.author_sec_uid),
        nickname: textOrNull(row.author_nickname),
        follower_count: countOrNull(row.author_follower_count),
        is_verified: (row.author_verified as boolean | null) ?? null,
      },
    }),
  };
}

export function toComment(row: Row): VideoComment {
  return {
    comment_id: text(row.comment_id),
    text: text(row.text),
    author: {
      unique_id: text(row.author),
      nickname: text(row.author_nickname),
      avatar_url: text(row.avatar_url) || null,
    },
    create_time: unixSeconds(row.create_time),
    like_count: count(row.like_count),
    reply_count: count(row.reply_count),
  };
}
