import { withTables } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { formatNames, formatsOver } from '../../src/formats/index.ts';
import { compileMap } from '../../src/records/compile-map.ts';

const formats = formatsOver(withTables());

/** One record of each kind that two formats could take for theirs. */
const records: Readonly<Record<string, object>> = {
  'tiktok-scraper': { id: '1', text: 'x', createTime: 1, authorMeta: { name: 'a' }, playCount: 1 },
  'item-struct': { id: '1', desc: 'x', createTime: 1, stats: { playCount: 1 }, author: { uniqueId: 'a' } },
  aweme: { aweme_id: '1', desc: 'x', create_time: 1, statistics: { play_count: 1 }, author: { uid: '1' } },
  'yt-dlp': { id: '1', extractor: 'TikTok', webpage_url: 'https://www.tiktok.com/@a/video/1', uploader: 'a' },
  'x-api': {
    id: '1',
    text: 'x',
    author_id: '2',
    created_at: '2024-03-01',
    public_metrics: { like_count: 1 },
  },
  'x-web': { rest_id: '1', legacy: { full_text: 'x', favorite_count: 1, created_at: 'x' }, core: {} },
  'x-legacy': { id_str: '1', full_text: 'x', created_at: 'x', favorite_count: 1, retweet_count: 1, user: {} },
  snscrape: {
    id: 1,
    rawContent: 'x',
    date: '2024-03-01',
    retweetCount: 1,
    likeCount: 1,
    user: { username: 'a' },
  },
  'instagram-web': { id: '1', shortcode: 'x', taken_at_timestamp: 1, edge_media_to_caption: {} },
  'instagram-app': { pk: '1', id: '1_2', code: 'x', taken_at: 1, media_type: 1, user: { username: 'a' } },
  'instagram-api': {
    id: '1',
    permalink: 'https://www.instagram.com/p/x/',
    media_type: 'IMAGE',
    timestamp: 'x',
  },
  'apify-instagram': { id: '1', shortCode: 'x', likesCount: 1, timestamp: 'x', ownerUsername: 'a' },
  linkedin: { id: 'a', name: 'A', url: 'https://www.linkedin.com/in/a', experience: [], connections: 1 },
  'linkedin-web': { actor: {}, commentary: null, updateMetadata: { urn: 'urn:li:activity:1' } },
  'linkedin-pages': { profile: { '@type': 'Person', url: 'https://www.linkedin.com/in/a' }, posts: [] },
  'tiktok-research': { id: 1, video_description: 'x', region_code: 'NO', create_time: 1, username: 'a' },
  'tiktok-export': { Date: '2024-03-01', Link: 'https://www.tiktokv.com/share/video/7506094440893644805/' },
  youtube: { kind: 'youtube#video', id: 'x', snippet: {}, statistics: {} },
};

test.each(Object.entries(records))('%s: no other nested format claims its records', (name, record) => {
  const sample = { kind: 'json', layout: 'elements', records: [record] } as const;
  const claims = formats.filter((format) => format.map !== undefined && format.detect(sample) > 0);
  expect(claims.map((format) => format.name)).toEqual([name]);
});

test('every nested format is named, and its tables and columns exist', () => {
  const catalog = withTables();
  for (const format of formats) {
    expect(formatNames).toContain(format.name);
    for (const { map } of format.nested?.plans() ?? []) expect(() => compileMap(map, catalog)).not.toThrow();
  }
  const nested = formats.filter(({ nested: of, container }) => of !== undefined && container === 'json');
  expect(nested.map(({ name }) => name).sort()).toEqual(Object.keys(records).sort());
});
