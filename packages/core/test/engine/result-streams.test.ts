import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ResultFormat, resultFormats } from '@sdq/contract';
import { allRows, Database } from '@sdq/duckdb';
import { sqlString } from '@sdq/duckdb/sql';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { type Engine, openEngine, type QueryResult } from '../../src/index.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let engine: Engine;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 5_000);
  engine = await openEngine({ index: directory.path, processes: 1, cacheBytesMax: 0 });
});
afterAll(async () => {
  await engine.close();
  await directory[Symbol.asyncDispose]();
});

const sql = 'SELECT video_id, play_count, create_time, hashtags FROM videos ORDER BY video_id';
const endless = `SELECT repeat('x', 1000) AS text FROM range(1_000_000) AS a(i)`;

async function bytesOf(format: ResultFormat): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of (await engine.query(sql)).bytes(format)) parts.push(part);
  return Buffer.concat(parts);
}

async function bodyOf(query: QueryResult, format: ResultFormat): Promise<Buffer> {
  return Buffer.from(await new Response(query.stream(format)).arrayBuffer());
}

describe('a stream of the web', () => {
  test.each(Object.keys(resultFormats) as ResultFormat[])('has the same bytes: %s', async (format) => {
    const query = await engine.query(sql);
    const body = await bodyOf(query, format);
    expect(body.equals(await bytesOf(format))).toBe(true);
    expect(await query.summary).toMatchObject({ rowCount: 5_000, bytes: body.length, truncated: false });
  });

  test('cancels its query when it is cancelled', async () => {
    const query = await engine.query(endless);
    const reader = query.stream('ndjson').getReader();
    expect((await reader.read()).value?.length).toBeGreaterThan(1_000);
    await reader.cancel();
    await expect(query.summary).rejects.toMatchObject({ code: 'query_cancelled' });
  });

  test('fails as its query does', async () => {
    const query = await engine.query(endless, { bytesMax: 3_000_000 });
    await expect(bodyOf(query, 'csv')).rejects.toMatchObject({
      code: 'result_too_large',
    });
  });
});

test('rows have the type their reader gives them', async () => {
  const [first] = await (await engine.query(sql)).toArray<{ video_id: string; play_count: number }>();
  expect(typeof first?.video_id).toBe('string');
});

test('record batches that are left early leave no query behind', async () => {
  const query = await engine.query(endless);
  for await (const batch of query.batches()) {
    expect(batch.numRows).toBeGreaterThan(0);
    break;
  }
  await expect(query.summary).rejects.toMatchObject({ code: 'query_cancelled' });
});

test('a result as Parquet is cut where its limit says, and has the same rows as Arrow', async () => {
  const query = await engine.query(sql, { limit: 3_000 });
  const path = join(directory.path, 'result.parquet');
  await writeFile(path, await bodyOf(query, 'parquet'));
  expect(await query.summary).toMatchObject({ rowCount: 3_000, truncated: true });
  await using database = await Database.open();
  const connection = await database.connect();
  const rows = await allRows<{ video_id: string; hashtags: string[] }>(
    connection,
    `SELECT video_id, hashtags FROM ${sqlString(path)}`,
  );
  connection.closeSync();
  const table = tableFromIPC(await bytesOf('arrow')).slice(0, 3_000);
  expect(rows.map((row) => row.video_id)).toEqual([...(table.getChild('video_id') ?? [])]);
  expect(rows.map(({ hashtags }) => hashtags.join())).toEqual(
    [...(table.getChild('hashtags') ?? [])].map((tags) => [...tags].join()),
  );
});
