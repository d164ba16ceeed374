import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtInCatalog, Catalog } from '@sdq/catalog';
import { clickhouseBackend, clusterStatus, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { buildIndex, type Engine, openEngine } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { sqlString } from '@sdq/duckdb/sql';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { hasClickHouse, startCluster } from '../nodes/cluster.ts';
import { type Counters, countersOf, lessThan } from './counters.ts';
import { type Embedded, type LoadedCluster, type Measured, scalingMarkdown } from './scaling-report.ts';

const usage = `npm run scale:measure:clickhouse [-- options]

Loads the videos of a sample and their hashtags into clusters of 1, 2 and 3 shards, asks a question of each kind, and tells what each node did, by
counters of ClickHouse: rows and bytes read, CPU time, bytes sent. Times of the clock would tell the number of cores of
this machine, on which all nodes run. The same questions are asked of the index by embedded DuckDB. With several sizes, it
fits how CPU time follows from rows and nodes, compares that with points that were left out, and extrapolates.

  --rows N       videos; may be repeated (default 200000)
  --nodes N      may be repeated (default 1 2 3)
  --index-max N  videos up to which the index gets its structures and is asked too: above, building them takes longer
                 than all else (default 3000000)
  --out FILE     writes the report as Markdown, after each size (default: standard output)
  -h, --help

Exit codes: 0 measured, 1 failed, 2 wrong usage.
`;

/** Each kind of work that a cluster shares in its own way. */
const questions: readonly (readonly [string, string])[] = [
  ['rows that pass a condition, counted', 'SELECT count(*) AS n FROM videos WHERE play_count > 100000'],
  ['text search', "SELECT count(*) AS n FROM videos WHERE description ILIKE '%dance%'"],
  [
    'sums by region',
    'SELECT region, sum(play_count) AS plays FROM videos GROUP BY region ORDER BY plays DESC NULLS LAST, region',
  ],
  [
    'top authors',
    'SELECT author, sum(play_count) AS plays FROM videos GROUP BY author ORDER BY plays DESC NULLS LAST, author LIMIT 20',
  ],
  [
    'top hashtags',
    'SELECT hashtag, count(*) AS n FROM video_hashtags GROUP BY hashtag ORDER BY n DESC, hashtag LIMIT 20',
  ],
  ['distinct authors', 'SELECT count(DISTINCT author) AS n FROM videos'],
  ['median', 'SELECT median(play_count) AS plays FROM videos'],
  [
    'top 100 rows',
    'SELECT video_id, play_count FROM videos ORDER BY play_count DESC NULLS LAST, video_id LIMIT 100',
  ],
];

/** Kinds of work that an index answers from few rows; constants are drawn from the rows. */
async function lookUps(engine: Engine): Promise<(readonly [string, string])[]> {
  const one = async (sql: string) => {
    const [row] = await (await engine.query(sql)).toArray<{ value: string }>();
    return sqlString(row?.value ?? '');
  };
  const author = await one(
    'SELECT author AS value FROM videos GROUP BY author ORDER BY count(*) DESC, author LIMIT 1 OFFSET 100',
  );
  const hashtag = await one(
    'SELECT hashtag AS value FROM video_hashtags GROUP BY hashtag ORDER BY count(*) DESC, hashtag LIMIT 1 OFFSET 20',
  );
  const video = await one('SELECT min(video_id) AS value FROM videos WHERE play_count > 1000000');
  const newest = 'ORDER BY create_time DESC NULLS LAST, video_id LIMIT 50';
  const columns = 'video_id, author, play_count, create_time';
  return [
    ['a video by its id', `SELECT * FROM videos WHERE video_id = ${video}`],
    ['an author’s newest 50', `SELECT ${columns} FROM videos WHERE author = ${author} ${newest}`],
    [
      'a hashtag’s newest 50',
      `SELECT ${columns} FROM videos WHERE list_contains(hashtags, ${hashtag}) ${newest}`,
    ],
  ];
}

/** The tables that the questions read. */
const tables = ['videos', 'video_hashtags'] as const;
const catalog = new Catalog(
  builtInCatalog.tablesOf('shortvideo').filter(({ name }) => tables.some((each) => each === name)),
);

const repetitions = 3;

/** CPU milliseconds of each question over the index, in this process: means of a run. */
async function measureEmbedded(
  engine: Engine,
  asked: readonly (readonly [string, string])[],
): Promise<Omit<Embedded, 'videos'>[]> {
  const measured: Omit<Embedded, 'videos'>[] = [];
  for (const [question, sql] of asked) {
    const ask = async () => await (await engine.query(sql, { timeoutMs: 120_000 })).toArray();
    await ask();
    const before = process.cpuUsage();
    for (let turn = 0; turn < repetitions; turn++) await ask();
    const { user, system } = process.cpuUsage(before);
    measured.push({ question, cpuMs: (user + system) / 1_000 / repetitions });
  }
  return measured;
}

async function measure(
  index: string,
  nodes: number,
  asked: readonly (readonly [string, string])[],
): Promise<{ measured: Omit<Measured, 'videos'>[]; bytes: number; rows: number }> {
  await using cluster = await startCluster({ shards: nodes });
  await initCluster(cluster);
  const { rows } = await loadSnapshot({ ...cluster, index, catalog });
  const [first = ''] = cluster.urls;
  await using engine = await openEngine({
    index,
    backend: clickhouseBackend({ urls: [first], cluster: cluster.cluster }),
    advisoryParser: false,
    refreshMs: 0,
    cacheBytesMax: 0,
  });
  const measured: Omit<Measured, 'videos'>[] = [];
  for (const [question, sql] of asked) {
    const ask = async () => await (await engine.query(sql, { timeoutMs: 120_000 })).toArray();
    await ask();
    const before = await Promise.all(cluster.urls.map(countersOf));
    for (let turn = 0; turn < repetitions; turn++) await ask();
    const after = await Promise.all(cluster.urls.map(countersOf));
    const counters = after.map((each, at) => shareOf(lessThan(each, before[at] as Counters)));
    measured.push({ nodes, question, counters });
  }
  const status = await clusterStatus(cluster);
  return { measured, rows, bytes: status.nodes.reduce((sum, node) => sum + node.bytes, 0) };
}

function shareOf(counters: Counters): Counters {
  const { rows, bytes, userMs, sentBytes, queries } = counters;
  const mean = (value: number) => value / repetitions;
  return {
    rows: mean(rows),
    bytes: mean(bytes),
    userMs: mean(userMs),
    sentBytes: mean(sentBytes),
    queries: mean(queries),
  };
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', multiple: true, default: ['200000'] },
      nodes: { type: 'string', multiple: true, default: ['1', '2', '3'] },
      'index-max': { type: 'string', default: '3000000' },
      out: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const sizes = values.rows.map(Number);
  const nodes = values.nodes.map(Number);
  const indexMax = Number(values['index-max']);
  if (![...sizes, ...nodes, indexMax].every((each) => Number.isSafeInteger(each) && each > 0))
    throw new Error('--rows, --nodes and --index-max take whole numbers from 1');
  if (!hasClickHouse) throw new Error('ClickHouse is not installed: npm run tools installs it');
  const all: Measured[] = [];
  const clusters: LoadedCluster[] = [];
  const embedded: Embedded[] = [];
  let names: string[] = [];
  for (const rows of sizes) {
    await using directory = await temporaryDirectory();
    const index = join(directory.path, 'index');
    process.stderr.write(`generating ${rows} videos\n`);
    await generateIndex({ out: index, rows, seed: 1 });
    const isAsked = rows <= indexMax;
    if (isAsked) await buildIndex({ index });
    const options = { index, isolation: 'in-process', advisoryParser: false, refreshMs: 0 } as const;
    await using engine = await openEngine({ ...options, cacheBytesMax: 0 });
    const asked = [...questions, ...(await lookUps(engine))];
    names = asked.map(([question]) => question);
    if (isAsked)
      embedded.push(...(await measureEmbedded(engine, asked)).map((each) => ({ ...each, videos: rows })));
    for (const count of nodes) {
      process.stderr.write(`${rows} videos, ${count} nodes\n`);
      const { measured, ...cluster } = await measure(index, count, asked);
      all.push(...measured.map((each) => ({ ...each, videos: rows })));
      clusters.push({ videos: rows, nodes: count, ...cluster });
    }
    // after each size, as the next one takes longer
    if (values.out !== undefined)
      await writeFile(values.out, scalingMarkdown(names, all, clusters, embedded));
  }
  if (values.out === undefined) process.stdout.write(scalingMarkdown(names, all, clusters, embedded));
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`);
  process.exitCode = 2;
}
