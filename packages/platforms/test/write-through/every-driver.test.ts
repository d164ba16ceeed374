import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '@sdq/contract';
import { openEngine } from '@sdq/core';
import { expect, test } from 'vitest';
import { WriteThrough } from '../../src/index.ts';
import { type Api, apis } from '../upstream/cases.ts';
import { openData } from '../upstream/open-data.ts';

/** What each driver's answers tell is taken by the index, and says no more there than the upstream said. */

test('the index takes what every driver tells, and hidden values stay unknown', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-told-'));
  try {
    const index = join(folder, 'index');
    await using writeThrough = await WriteThrough.open({
      index,
      directory: join(folder, 'spool'),
      everyMs: 0,
    });
    for (const api of Object.keys(apis) as Api[]) {
      await using server = await apis[api].start();
      const kept: string[] = [];
      await using opened = openData(
        { [api]: server.url },
        {
          keep: (observations) => {
            kept.push(...observations.map(({ table }) => table));
            writeThrough.keep(observations);
          },
        },
      );
      for (const { endpoint, query } of apis[api].requests) await opened.ask(endpoint, query);
      expect([api, kept.length > 0]).toEqual([api, true]);
    }
    await writeThrough.flush();
    expect(writeThrough.figures).toMatchObject({ refused: 0, dropped: 0, mergesFailed: 0, bytes: 0 });
    await using engine = await openEngine({
      index,
      threads: 1,
      isolation: 'in-process',
      advisoryParser: false,
    });
    const first = async (platform: Platform, sql: string) =>
      (await (await engine.query(sql, { platform })).toArray())[0];
    // likes are hidden there, and answered as 0
    expect(
      await first(
        'photo',
        "SELECT like_count, comment_count, username, media_type, video_url FROM posts WHERE id = 'Code0x'",
      ),
    ).toEqual({
      like_count: null,
      comment_count: 0,
      username: 'nilsen',
      media_type: 'reel',
      video_url: 'https://m.example/0.jpg',
    });
    expect(await first('photo', 'SELECT is_verified, is_business, category FROM profiles')).toEqual({
      is_verified: null,
      is_business: true,
      category: null,
    });
    expect(
      await first(
        'network',
        "SELECT full_name, location, current_company, certifications FROM profiles WHERE username = 'ada-1'",
      ),
    ).toEqual({ full_name: 'Ada 1', location: null, current_company: 'norlund', certifications: null });
    expect(await first('network', "SELECT industry, founded FROM companies WHERE company = 'aster'")).toEqual(
      {
        industry: 'maritime',
        founded: 1901,
      },
    );
    expect(await first('micro', 'SELECT hashtags, language, conversation_id FROM tweets LIMIT 1')).toEqual({
      hashtags: ['hav'],
      language: 'no',
      conversation_id: '1900000000000000000',
    });
    // of two drivers that know the same videos: facts of both, and the counts of the one that is not late
    expect(
      await first(
        'shortvideo',
        `SELECT author_id, description, play_count, has_transcript, music_title, age_in_days FROM
           (SELECT *, date_diff('day', min_seen, indexed_at) AS age_in_days FROM videos,
             (SELECT min(observed_at) AS min_seen FROM video_stats)) WHERE video_id = '7500000000000000001'`,
      ),
    ).toEqual({
      author_id: '6800000000000000001',
      description: 'No 0 #Sol',
      play_count: 90,
      has_transcript: true,
      music_title: 'Song',
      age_in_days: 10,
    });
    expect(await first('shortvideo', 'SELECT nickname, is_private FROM authors')).toEqual({
      nickname: 'Maja H.',
      is_private: true,
    });
    expect(await first('shortvideo', 'SELECT text FROM transcripts ORDER BY video_id LIMIT 1')).toEqual({
      text: 'said in 7500000000000000001',
    });
    expect(
      await first('shortvideo', 'SELECT count(*) AS known, count(author) AS named FROM comments'),
    ).toMatchObject({
      named: 9,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
