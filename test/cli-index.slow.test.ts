import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInCatalog } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import { openSnapshot } from '@sdq/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sdq } from './cli-process.ts';

let folder = '';
let index = '';
let generated: { snapshotId: string; tables: Record<string, { rows: number }> };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdq-cli-index-'));
  index = join(folder, 'index');
  const made = await sdq(['index', 'generate', '--rows', '1_500', '--index', index, '--json', '--quiet']);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  generated = JSON.parse(made.stdout);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('generate reports what it made, and refuses a folder that holds something', async () => {
  expect(generated.tables['shortvideo.videos']?.rows).toBe(1500);
  const again = await sdq(['index', 'generate', '--rows', '10', '--out', index]);
  expect(again.code).not.toBe(0);
  expect(again.stderr).toMatch(/^sdq: \w+: .*index/);
  expect(again.stderr).not.toMatch(/^\s+at /m);
});

test('generate has profiles, and knows no others', async () => {
  const out = join(folder, 'comments');
  const made = await sdq(
    'index generate --rows 20 --profile comments --json --quiet -i'.split(' ').concat(out),
  );
  expect(JSON.parse(made.stdout).tables['shortvideo.video_stats'].rows).toBeGreaterThan(5 * 20);
  const unknown = await sdq(['index', 'generate', '--rows', '20', '--profile', 'photos', '--index', out]);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('Allowed choices are videos, comments');
});

describe('status', () => {
  test('a table for people', async () => {
    const { code, stdout, stderr } = await sdq(['index', 'status', '--index', index]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`snapshot ${generated.snapshotId}`);
    expect(stdout).toMatch(
      /^shortvideo\.videos +1,500 +\d+ +[\d.]+ KiB +\d{4}-\d\d … \d{4}-\d\d +\d{4}-\d\d-\d\d [\d:]{8}$/m,
    );
    expect(stdout).not.toContain('\u001b');
  });

  test('the same as JSON', async () => {
    const { stdout } = await sdq(['index', 'status', '--index', index, '--json']);
    const status = JSON.parse(stdout);
    expect(status).toMatchObject({ snapshot_id: generated.snapshotId, parent: null, sources: [] });
    expect(status.tables).toContainEqual(expect.objectContaining({ table: 'shortvideo.videos', rows: 1500 }));
    expect(status.newest_observation_age_seconds).toBeTypeOf('number');
    expect(status.compaction).toEqual({ tables: [], bytesWritten: 0, cpuSeconds: 0 });
  });

  test('its views give plain DuckDB every table, row for row and column for column', async () => {
    const { stdout } = await sdq(['index', 'status', '--index', index, '--sql']);
    const snapshot = await openSnapshot(index);
    await using database = await Database.open();
    const connection = await database.connect();
    await connection.run(stdout);
    for (const table of builtInCatalog.tables) {
      const name = `${sqlName(table.platform)}.${sqlName(table.name)}`;
      const [counted] = await allRows<{ rows: string }>(connection, `SELECT count(*) AS rows FROM ${name}`);
      expect(Number(counted?.rows)).toBe(snapshot.rows(table));
      const described = await allRows<{ column_name: string; column_type: string }>(
        connection,
        `DESCRIBE ${name}`,
      );
      expect(described.map((column) => [column.column_name, unquoted(column.column_type)])).toEqual(
        table.columns.map((column) => [column.name, unquoted(column.type)]),
      );
    }
    connection.closeSync();
  });
});

describe('verify', () => {
  test('a whole index', async () => {
    const { code, stdout } = await sdq(['index', 'verify', '--index', index]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\d+ files, .*, all checksums match/);
  });

  test('one flipped bit is found, and its file named', async () => {
    const damaged = join(folder, 'damaged');
    await cp(index, damaged, { recursive: true });
    const file = (await openSnapshot(damaged)).files({ platform: 'shortvideo', name: 'videos' })[0];
    const path = join(damaged, file?.path ?? '');
    const content = await readFile(path);
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
    await writeFile(path, content);
    const { code, stderr } = await sdq(['index', 'verify', '--index', damaged]);
    expect(code).toBe(1);
    expect(stderr).toContain('sdq: index_corrupt: 1 damaged file:');
    expect(stderr).toContain(`${file?.path}: its content was altered`);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test('a directory without an index', async () => {
  for (const command of ['status', 'verify']) {
    const { code, stdout, stderr } = await sdq(['index', command, '--index', join(folder, 'nowhere')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^sdq: index_missing: There is no index at ".*nowhere"\nhint: /);
  }
});

/** DESCRIBE quotes fewer field names than the catalogue does. */
function unquoted(type: string): string {
  return type.replaceAll('"', '');
}
