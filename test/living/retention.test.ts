import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInCatalog, tableId, withTables } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { openSnapshot, readRetention, retainMonths, setRetention, takeWriteLock } from '@sdq/index';
import { expect, test } from 'vitest';
import { addLines, episodes, orphansOf } from './history.ts';
import { drawFrom } from './invented-observations.ts';

const stats = builtInCatalog.find('shortvideo', 'video_stats');
const videos = builtInCatalog.find('shortvideo', 'videos');
const hashtags = builtInCatalog.find('shortvideo', 'video_hashtags');
const now = new Date('2026-06-10T00:00:00Z');

interface Observed {
  readonly id: string;
  readonly at: Date;
  readonly plays: number;
}

/** Observations of few videos in the first half of 2026, several a day. */
function invent(seed: number, count: number): Observed[] {
  const draw = drawFrom(seed);
  return Array.from({ length: count }, (_, plays) => ({
    id: String(7_300_000_000_000_000_000n + BigInt(draw(4)) * 4_294_967_296n),
    at: new Date(Date.UTC(2026, draw(6), 1 + draw(4), draw(24), draw(60), plays % 60)),
    plays,
  }));
}

function lineOf({ id, at, plays }: Observed): string {
  const observed_at = at.toISOString();
  return JSON.stringify({
    observation: 'shortvideo.video_stats',
    observed_at,
    source: 'invented',
    values: { video_id: id, observed_at, play_count: plays },
  });
}

/** What remains: of March and before nothing, of April one a day, of May and June all. */
function keptOf(observed: readonly Observed[]): string[] {
  const kept = observed.filter(({ id, at, plays }) => {
    if (at < new Date('2026-03-31T24:00:00Z')) return false;
    if (at >= new Date('2026-05-01T00:00:00Z')) return true;
    const day = at.toISOString().slice(0, 10);
    return !observed.some(
      (other) =>
        other.id === id && other.at > at && other.at.toISOString().startsWith(day) && other.plays !== plays,
    );
  });
  return kept.map(({ id, at }) => `${id} ${at.toISOString()}`).sort();
}

test('of old months one observation a day remains, of older ones none, whatever came by which file', async () => {
  if (stats === undefined) throw new Error('no video_stats');
  const folder = await mkdtemp(join(tmpdir(), 'sdq-retention-'));
  const index = join(folder, 'index');
  try {
    const all = [
      ...new Map(invent(3, 160).map((each) => [`${each.id} ${each.at.toISOString()}`, each])).values(),
    ];
    for (const [at, part] of [all.slice(0, 100), all.slice(100)].entries()) {
      const path = join(folder, `${at}.ndjson`);
      await writeFile(path, `${part.map(lineOf).join('\n')}\n`);
      await addLines(index, [path], Number.POSITIVE_INFINITY);
      if (at === 0) await buildIndex({ index, tables: [episodes], smallTables: true });
    }
    const catalog = withTables([episodes]);
    const retain = async () => {
      await using _lock = await takeWriteLock(index);
      return await retainMonths(index, { catalog, now });
    };
    const read = async () => {
      await using engine = await openEngine({ index, isolation: 'in-process', advisoryParser: false });
      const result = await engine.query('SELECT video_id, observed_at FROM video_stats');
      const rows = await result.toArray<{ video_id: string; observed_at: string }>();
      return rows.map((row) => `${row.video_id} ${new Date(row.observed_at).toISOString()}`).sort();
    };
    expect((await retain()).dropped).toEqual({});
    expect(await read()).toHaveLength(all.length);
    {
      await using _lock = await takeWriteLock(index);
      await setRetention(index, stats, { months: 3, daily_after_months: 2 });
    }
    const expected = keptOf(all);
    expect(expected.some((row) => row.includes('2026-04'))).toBe(true);
    expect((await retain()).dropped).toEqual({ [tableId(stats)]: all.length - expected.length });
    expect(await read()).toEqual(expected);
    expect(await readRetention(index)).toEqual({ [tableId(stats)]: { months: 3, daily_after_months: 2 } });
    const { id } = await openSnapshot(index);
    expect(await retain()).toEqual({ snapshotId: id, dropped: {} });
    await buildIndex({ index, tables: [episodes], smallTables: true });
    expect(await read()).toEqual(expected);
    expect(await orphansOf(index)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

test('rules that a table cannot keep are refused', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sdq-retention-'));
  try {
    const rule = { months: null, daily_after_months: 2 };
    if (videos === undefined || hashtags === undefined) throw new Error('no videos');
    await expect(setRetention(root, videos, rule)).rejects.toMatchObject({ code: 'usage_error' });
    const months = { months: 2, daily_after_months: null };
    await expect(setRetention(root, hashtags, months)).rejects.toMatchObject({ code: 'usage_error' });
    await setRetention(root, videos, months);
    await setRetention(root, videos, null);
    expect(await readRetention(root)).toEqual({});
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
