import type { JsonObject } from '../values/json-object.ts';
import { readHashtags, readMentions } from '../values/tags.ts';
import type { FormatDescription } from './declared.ts';

/**
 * The npm package tiktok-scraper, and Apify's scrapers of TikTok, which took over its names:
 * `{"collector": [{id, text, createTime, authorMeta, …}]}`, and CSV with columns such as `authorMeta.name`.
 */
export const tiktokScraper: FormatDescription = {
  name: 'tiktok-scraper',
  csvName: 'tiktok-scraper-csv',
  description: 'the npm package tiktok-scraper, {"collector": […]} or CSV, and Apify’s TikTok scrapers',
  hasCsv: true,
  maps: [
    {
      is: isRecord,
      keys: { needs: [['id'], ['authorMeta', 'musicMeta', 'videoMeta']], never: [] },
      tables: [
        {
          table: 'shortvideo.videos',
          columns: {
            video_id: 'id',
            description: 'text',
            create_time: ['createTime', 'createTimeISO'],
            play_count: 'playCount',
            like_count: 'diggCount',
            comment_count: 'commentCount',
            share_count: 'shareCount',
            collect_count: 'collectCount',
            duration_ms: 'videoMeta.duration',
            hashtags: {
              from: 'hashtags',
              by: (tags) => (Array.isArray(tags) ? readHashtags(tags).hashtags : undefined),
              inColumns: {
                as: 'names',
                lists: [{ path: 'hashtags[].name', takenBy: 'list', isFull: true }],
              },
              note: 'list, else those in the text',
            },
            mentions: {
              from: ['mentions', 'hashtags'],
              by: (_value, record) => [
                ...readMentions(record.mentions),
                ...readHashtags(record.hashtags).mentions,
              ],
              inColumns: {
                as: 'names',
                lists: [
                  { path: 'mentions', takenBy: 'list' },
                  { path: 'hashtags[].name', takenBy: 'list', isFull: true, isNameless: true },
                ],
              },
              note: 'list',
            },
            is_ad: 'isAd',
            cover_url: ['covers.default', 'covers.origin', 'videoMeta.coverUrl'],
          },
        },
        // `fans`, `heart` and `video` are in dumps of profiles and in older dumps of videos.
        {
          table: 'shortvideo.authors',
          columns: {
            author_id: 'authorMeta.id',
            author: 'authorMeta.name',
            sec_uid: 'authorMeta.secUid',
            nickname: 'authorMeta.nickName',
            bio: 'authorMeta.signature',
            is_verified: 'authorMeta.verified',
            is_private: ['authorMeta.private', 'authorMeta.privateAccount'],
            follower_count: 'authorMeta.fans',
            following_count: 'authorMeta.following',
            like_count: 'authorMeta.heart',
            video_count: 'authorMeta.video',
            avatar_url: 'authorMeta.avatar',
          },
        },
        {
          table: 'shortvideo.music',
          columns: {
            music_id: 'musicMeta.musicId',
            title: 'musicMeta.musicName',
            author: 'musicMeta.musicAuthor',
            album: 'musicMeta.musicAlbum',
            duration_ms: 'musicMeta.duration',
            is_original: 'musicMeta.musicOriginal',
            cover_url: ['musicMeta.coverLarge', 'musicMeta.coverMedium', 'musicMeta.coverThumb'],
          },
        },
        {
          table: 'shortvideo.hashtags',
          at: 'hashtags[]',
          columns: { name: ['name', 'hashtagName', 'title'], hashtag_id: 'id', title: 'title' },
        },
      ],
    },
  ],
};

function isRecord(value: JsonObject): boolean {
  return 'id' in value && ('authorMeta' in value || 'musicMeta' in value || 'videoMeta' in value);
}
