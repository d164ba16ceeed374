import { videos } from '@sdq/catalog';
import { buildIndex } from '@sdq/core';
import fc from 'fast-check';
import { changeRows } from '../../../../../../test/support/change-rows.ts';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { type OpenIndex, openIndex } from './open-index.ts';

const author = "CASE WHEN i % 11 = 0 THEN NULL ELSE 'user' || (i % 17) END";
const data = {
  video_id: 'i::VARCHAR',
  author,
  play_count: 'CASE WHEN i % 13 = 0 THEN NULL ELSE (i % 7)::BIGINT END',
  author_verified: 'CASE WHEN i % 5 = 0 THEN NULL ELSE i % 2 = 0 END',
  create_time: "TIMESTAMPTZ '2025-11-01' + to_days((hash(i + 1) % 40)::INTEGER)",
};

/** 3,000 videos of 17 authors, in three states of an index. */
export interface KeyedIndexes extends AsyncDisposable {
  readonly index: OpenIndex;
  /** With masked rows. */
  readonly changed: OpenIndex;
  /** With masked rows, and rows of a delta file in their place. */
  readonly rewritten: OpenIndex;
}

async function openBuilt(change: (root: string) => Promise<unknown>): Promise<OpenIndex> {
  return await openIndex(async (root) => {
    await writeSmallIndex(root, 3_000, data);
    await buildIndex({ index: root });
    await change(root);
  });
}

export async function openKeyedIndexes(): Promise<KeyedIndexes> {
  const index = await openBuilt(async () => {});
  const changed = await openBuilt((root) =>
    changeRows(root, videos, {
      written: 'SELECT * FROM living LIMIT 0',
      removed: "video_id IN ('5', '20') OR (author = 'user3' AND video_id < '2')",
    }),
  );
  const rewritten = await openBuilt((root) =>
    changeRows(root, videos, {
      written: `SELECT * REPLACE (play_count + 1000 AS play_count, ['fresh', 'tag1'] AS hashtags) FROM living WHERE video_id LIKE '%77'
        UNION ALL SELECT * REPLACE ('3100' AS video_id, 'newcomer' AS author) FROM living WHERE video_id = '12'`,
      removed: "video_id IN ('5', '20')",
    }),
  );
  return {
    ...{ index, changed, rewritten },
    async [Symbol.asyncDispose]() {
      for (const each of [index, changed, rewritten]) await each[Symbol.asyncDispose]();
    },
  };
}

export const lists = fc.oneof(
  fc.constantFrom('*', 'video_id', 'play_count AS plays, author', 'video_id, web_url, hashtags, author'),
  fc
    .uniqueArray(
      fc.constantFrom('video_id', 'author', 'description', 'play_count', 'web_url', 'create_time'),
      {
        minLength: 1,
      },
    )
    .map((names) => names.join(', ')),
);
export const keys = fc
  .array(fc.integer({ min: 0, max: 3_300 }), { minLength: 1, maxLength: 60 })
  .map((ids) => `video_id IN (${ids.map((id) => `'${id}'`).join(', ')})`);
export const orders = fc
  .uniqueArray(fc.constantFrom('author', 'play_count', 'create_time', 'description'), { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...[...names, 'video_id'].map((name) =>
        fc
          .tuple(fc.constantFrom('', ' DESC', ' ASC'), fc.constantFrom('', ' NULLS FIRST', ' NULLS LAST'))
          .map(([direction, nulls]) => `${name}${direction}${nulls}`),
      ),
    ),
  )
  .map((terms) => `ORDER BY ${terms.join(', ')}`);
export const limits = fc.constantFrom('', 'LIMIT 1', 'LIMIT 5 OFFSET 2', 'LIMIT 0', 'LIMIT 100', 'OFFSET 4');
/** Conditions that are tested on fetched rows: NULL, order and equality of texts, numbers and times, and their combinations. */
export const tests = fc.letrec<{ test: string }>((tie) => ({
  test: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'play_count > 2',
      'play_count <> 3',
      '4 >= play_count',
      'play_count IN (1, 5, 6)',
      'play_count NOT IN (0, 1)',
      'play_count IS NULL',
      'author IS NOT NULL',
      "author = 'user3'",
      "author > 'user15'",
      "author <> 'user4'",
      "description >= 'caption 2'",
      'author_verified',
      'NOT author_verified',
      'play_count BETWEEN 2 AND 5',
      "create_time < '2025-11-20'",
      "create_time >= TIMESTAMPTZ '2025-11-09 00:00:00+00'",
      "create_time <> DATE '2025-11-15'",
      "(create_time <= '2025-11-20' AND (create_time < '2025-11-20' OR video_id > '15'))",
    ),
    fc.tuple(tie('test'), fc.constantFrom('AND', 'OR'), tie('test')).map((parts) => `(${parts.join(' ')})`),
    tie('test').map((test) => `NOT (${test})`),
  ),
})).test;
