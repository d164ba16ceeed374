import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtInCatalog } from '@sdq/catalog';
import { clickhouseBackend, clusterStatus, initCluster, loadSnapshot } from '@sdq/clickhouse';
import { openEngine } from '@sdq/core';
import { generateIndex } from '@sdq/data';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { hasClickHouse, startCluster } from '../nodes/cluster.ts';
import { type Counters, countersOf, lessThan } from './counters.ts';
import { type LoadedCluster, type Measured, scalingMarkdown } from './scaling-report.ts';

const usage = `npm run scale:measure:clickhouse [-- options]

Loads the same sample into clusters of 1, 2 and 3 shards, asks a question of each kind, and tells what each node did, by
counters of ClickHouse: rows and bytes read, CPU time, bytes sent. Times of the clock would tell the number of cores of
this machine, on which all nodes run. With several sizes, it fits how CPU time follows from rows and nodes, compares that
with points that were left out, and extrapolates.

  --rows N     videos; may be repeated (default 200000)
  --nodes N    may be repeated (default 1 2 3)
  --out FILE   writes the report as Markdown (default: standard output)
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

const repetitions = 3;

async function measure(
  index: string,
  nodes: number,
): Promise<{ measured: Omit<Measured, 'videos'>[]; bytes: number; rows: number }> {
  await using cluster = await startCluster({ shards: nodes });
  await initCluster(cluster);
  const { rows } = await loadSnapshot({ ...cluster, index, catalog: builtInCatalog });
  const [first = ''] = cluster.urls;
  await using engine = await openEngine({
    index,
    backend: clickhouseBackend({ urls: [first], cluster: cluster.cluster }),
    advisoryParser: false,
    refreshMs: 0,
    cacheBytesMax: 0,
  });
  const measured: Omit<Measured, 'videos'>[] = [];
  for (const [question, sql] of questions) {
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
  if (![...sizes, ...nodes].every((each) => Number.isSafeInteger(each) && each > 0))
    throw new Error('--rows and --nodes take whole numbers from 1');
  if (!hasClickHouse) throw new Error('ClickHouse is not installed: npm run tools installs it');
  const all: Measured[] = [];
  const clusters: LoadedCluster[] = [];
  for (const rows of sizes) {
    await using directory = await temporaryDirectory();
    const index = join(directory.path, 'index');
    process.stderr.write(`generating ${rows} videos\n`);
    await generateIndex({ out: index, rows, seed: 1 });
    for (const count of nodes) {
      process.stderr.write(`${rows} videos, ${count} nodes\n`);
      const { measured, ...cluster } = await measure(index, count);
      all.push(...measured.map((each) => ({ ...each, videos: rows })));
      clusters.push({ videos: rows, nodes: count, ...cluster });
    }
  }
  const report = scalingMarkdown(
    questions.map(([question]) => question),
    all,
    clusters,
  );
  if (values.out === undefined) process.stdout.write(report);
  else await writeFile(values.out, report);
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`);
  process.exitCode = 2;
}
