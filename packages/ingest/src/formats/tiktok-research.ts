import type { JsonObject } from '../values/json-object.ts';
import { textOf } from '../values/text.ts';
import type { FormatDescription } from './declared.ts';

/** Answers of TikTok's Research API: videos, comments and what users liked, pinned and reposted. */
export const tiktokResearch: FormatDescription = {
  name: 'tiktok-research',
  description: 'answers of TikTok’s Research API: videos and comments; JSON or CSV',
  hasCsv: true,
  maps: [
    {
      is: isVideo,
      tables: [
        {
          table: 'shortvideo.videos',
          columns: {
            video_id: ['id', 'video_id'],
            author: 'username',
            description: 'video_description',
            create_time: 'create_time',
            play_count: 'view_count',
            like_count: 'like_count',
            comment_count: 'comment_count',
            share_count: 'share_count',
            collect_count: ['favorites_count', 'favourites_count'],
            duration_ms: 'video_duration',
            hashtags: ['hashtag_names', 'hashtag_info_list[].hashtag_name'],
            mentions: 'video_mention_list',
            music_id: 'music_id',
            region: 'region_code',
          },
        },
        {
          table: 'shortvideo.hashtags',
          at: 'hashtag_info_list[]',
          columns: { name: 'hashtag_name', hashtag_id: 'hashtag_id', description: 'hashtag_description' },
        },
        {
          table: 'shortvideo.transcripts',
          columns: { video_id: ['id', 'video_id'], text: 'voice_to_text' },
        },
      ],
    },
    {
      is: (value) => 'parent_comment_id' in value && 'video_id' in value && 'text' in value && 'id' in value,
      tables: [
        {
          table: 'shortvideo.comments',
          columns: {
            comment_id: 'id',
            video_id: 'video_id',
            parent_comment_id: {
              from: 'parent_comment_id',
              by: (parent, { video_id: video }) => (textOf(parent) === textOf(video) ? undefined : parent),
              note: 'none if it is the video',
            },
            text: 'text',
            like_count: 'like_count',
            reply_count: 'reply_count',
            create_time: 'create_time',
          },
        },
      ],
    },
    {
      is: isUser,
      tables: [{ table: 'shortvideo.authors', columns: {} }],
      refusal: () => ({
        reason: 'record_unsupported',
        field: '',
        message:
          'The Research API tells no ID of an account, by which authors are stored: describe a table of your own (docs/own-tables.md)',
      }),
    },
  ],
};

function isVideo(value: JsonObject): boolean {
  if (!('video_description' in value) || !('id' in value || 'video_id' in value)) return false;
  return ['region_code', 'hashtag_names', 'view_count', 'voice_to_text'].some((field) => field in value);
}

function isUser(value: JsonObject): boolean {
  return 'display_name' in value && ('bio_description' in value || Object.keys(value).length === 2);
}
