import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startSampleService } from '../support/sample-service.ts';
import { isMissing, toolPath } from '../support/tools.ts';

const reader = fileURLToPath(new URL('read_results.py', import.meta.url));

test.skipIf(isMissing('python'))(
  'pyarrow and Python’s DuckDB read results as the engine says them',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sdq-python-'));
    try {
      await using service = await startSampleService();
      const columns = 'video_id, create_time, play_count, hashtags';
      const files = { arrow: join(folder, 'rows.arrows'), parquet: join(folder, 'rows.parquet') };
      for (const [format, path] of Object.entries(files)) {
        const result = await service.engine.query(`SELECT ${columns} FROM videos`, { limit: 1_000_000 });
        const parts: Uint8Array[] = [];
        for await (const part of result.bytes(format as keyof typeof files)) parts.push(part);
        await writeFile(path, Buffer.concat(parts));
      }
      const { stdout } = await promisify(execFile)(toolPath('python'), [reader, files.arrow, files.parquet]);
      const [expected] = await service.rows(
        'shortvideo',
        `SELECT count(*)::INTEGER AS rows, sum(play_count)::DOUBLE AS plays, sum(len(hashtags))::INTEGER AS tags,
         strftime(max(create_time), '%Y-%m-%dT%H:%M:%S+00:00') AS newest FROM videos`,
      );
      const types = {
        video_id: 'string',
        create_time: 'timestamp[us, tz=UTC]',
        play_count: 'int64',
        hashtags: expect.stringMatching(/^list<.*: string>$/),
      };
      expect(JSON.parse(stdout)).toEqual({
        'pyarrow, Arrow': { ...expected, types },
        'pyarrow, Parquet': { ...expected, types },
        'DuckDB, Parquet': { ...expected, types: null },
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
