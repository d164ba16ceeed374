import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '@sdq/duckdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdq } from './cli-process.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const episodes = {
  platform: 'podcasts',
  name: 'episodes',
  description: 'One row per podcast episode.',
  columns: {
    episode_id: { type: 'VARCHAR', role: 'key' },
    show_id: { type: 'VARCHAR', role: 'owner', name: 'show_name' },
    show_name: 'VARCHAR',
    published: { type: 'TIMESTAMPTZ', role: 'time', main: true },
    topics: { type: 'VARCHAR[]', role: 'tags' },
    downloads: { type: 'BIGINT', role: 'measure' },
    explicit: 'BOOLEAN',
  },
};

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let catalog: string;
let index: string;

beforeAll(async () => {
  folder = await temporaryDirectory();
  catalog = join(folder.path, 'podcasts.json');
  index = join(folder.path, 'index');
  await writeFile(catalog, JSON.stringify(episodes));
});

afterAll(() => folder[Symbol.asyncDispose]());

test('a description is checked, and what it makes fast is told', async () => {
  const { code, stdout } = await sdq(['index', 'catalog', catalog, '--json']);
  expect(code).toBe(0);
  const [table] = JSON.parse(stdout).tables;
  expect(table).toMatchObject({ table: 'podcasts.episodes', key: ['episode_id'] });
  expect(table.columns).toContainEqual({
    name: 'explicit',
    type: 'BOOLEAN',
    role: 'flag',
    guessed_because: 'it is a boolean',
  });
  expect(table.paths).toContainEqual({ path: 'owner-rows', structure: 'by_show_name', column: 'show_name' });
});

test('a wrong one is refused with each place and how to mend it', async () => {
  const wrong = join(folder.path, 'wrong.json');
  const columns = {
    ...episodes.columns,
    topics: { type: 'VARCHAR[]', role: 'tag' },
    show_id: { type: 'VARCHAR', roles: 'owner' },
  };
  await writeFile(wrong, JSON.stringify({ ...episodes, columns }));
  const { code, stderr } = await sdq(['index', 'catalog', wrong]);
  expect(code).toBe(1);
  expect(stderr).toContain('columns.topics.role: there is no role tag; did you mean tags?');
  expect(stderr).toContain('columns.show_id.roles');
});

test('rows are taken in, and asked for, with the description only', async () => {
  const csv = join(folder.path, 'episodes.csv');
  await writeFile(
    csv,
    'episode_id,show_id,show_name,published,topics,downloads,explicit\n' +
      `e1,s1,Deep Talk,2026-01-02T03:04:05Z,"[""ai"",""law""]",120,false\n` +
      `e2,s1,Deep Talk,2026-02-02T03:04:05Z,"[""ai""]",80,true\n` +
      `e3,s2,Sea Stories,2026-02-03T03:04:05Z,"[""boats""]",10,false\n`,
  );
  const added = await sdq([
    'index',
    'add',
    '--index',
    index,
    '--catalog',
    catalog,
    '--table',
    'episodes',
    '--quiet',
    csv,
  ]);
  expect(added.stderr).toContain('The role "flag" of episodes.explicit was inferred');
  expect(added.code).toBe(0);
  const sql =
    "SELECT show_name, sum(downloads) AS n FROM episodes WHERE list_contains(topics, 'ai') GROUP BY 1";
  const asked = ['query', '--index', index, '--format', 'ndjson', sql];
  const { stdout } = await sdq([...asked, '--catalog', catalog]);
  expect(JSON.parse(stdout)).toEqual({ show_name: 'Deep Talk', n: 200 });
  const without = await sdq([...asked, '--platform', 'podcasts']);
  expect(without.code).not.toBe(0);
  expect(without.stderr).toContain('Unknown platform "podcasts"');
});

test('Parquet files stay in place, and an index has the profile that was asked for', async () => {
  const there = join(folder.path, 'theirs');
  await mkdir(there);
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  await connection.run(
    `COPY (SELECT 'e' || i AS "Episode ID", 's' || i % 9 AS show, TIMESTAMP '2026-01-01' + INTERVAL (i) MINUTE AS published, ['t' || i % 5] AS topics,
       i AS downloads, 1 AS rating FROM range(21000) AS range(i)) TO '${join(there, 'all.parquet')}'`,
  );
  connection.closeSync();
  const own = join(folder.path, 'in-place');
  const options = ['--index', own, '--catalog', catalog];
  const adding = ['index', 'add', ...options, '--in-place', there, '--map', 'show=show_id'];
  const added = await sdq([...adding, '--observed-at', '2026-03-01T00:00:00Z']);
  expect(added.code).toBe(0);
  expect(added.stdout).toMatch(
    /podcasts\.episodes: 1 file in place, 21,000 rows, .* that are not copied\ncolumns that the table does not have: rating\ncolumns that are NULL, because no file has them: show_name, explicit\n/,
  );
  expect(added.stdout).toContain('Built segment for 21,000 rows of podcasts.episodes');
  const status = JSON.parse((await sdq(['index', 'status', ...options, '--json'])).stdout);
  expect(status.segments).toMatchObject([
    { table: 'podcasts.episodes', profile: 'compact', row_file_bytes: 0 },
  ]);
  const asked =
    "SELECT count(*) AS n, max(downloads) AS most FROM episodes WHERE list_contains(topics, 't3')";
  const { stdout } = await sdq(['query', ...options, '--format', 'csv', asked]);
  expect(stdout.trim().split(/\r?\n/)).toEqual(['n,most', '4200,20998']);

  const again = await sdq(['index', 'build', ...options, '--profile', 'full']);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('its profile is "compact", because the full one would copy them');
  const mapped = await sdq([...adding, '--set', 'show_name=x', '--time-zone', 'Asia/Tokyo']);
  expect(mapped.code).toBe(2);
  expect(mapped.stderr).toContain('--set, --time-zone cannot be used with --in-place');
});
