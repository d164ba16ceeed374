import type { Cost } from '../../src/measure/measure.ts';
import { type BenchReport, reportFormat } from '../../src/report/report.ts';
import type { Outcome } from '../../src/run/run-workload.ts';

function cost(ms: number): Cost {
  return { wallMs: ms, cpuMs: ms, memory: { treeBytes: 3 * 2 ** 20, processBytes: 2 * 2 ** 20 } };
}

export function measured(ms: number, difference?: string): Outcome {
  const outcome = { status: 'measured', median: cost(ms), first: cost(2 * ms), runs: 5 } as const;
  return difference === undefined ? outcome : { ...outcome, difference };
}

/** A report by hand: two queries, a peer that needs four and nine times as long, one that is absent. */
export function sampleReport(rows = 10_000_000): BenchReport {
  const spread = { hot: 'a', middle: 'b', tail: 'c' };
  const query = (name: string, outcomes: Record<string, Outcome>) => ({
    name,
    class: name === 'by_id' ? 'point' : 'count',
    sql: 'SELECT 1',
    agreement: 'ordered',
    rowCount: 1,
    outcomes,
  });
  return {
    format: reportFormat,
    command: 'npm run bench --',
    environment: {
      madeAt: '2026-01-02T03:04:05.000Z',
      commit: '0123456789ab',
      cpu: 'A <fast> & good one',
      cores: 2,
      memoryGiB: 8,
      platform: 'linux x64',
      node: 'v24.0.0',
      duckdb: 'v1.5.6',
    },
    data: {
      snapshotId: '0'.repeat(32),
      rows,
      tables: [
        { name: 'videos', rows, indexBytes: 150, rawBytes: 100 },
        { name: 'authors', rows: 7, indexBytes: 50, rawBytes: null },
      ],
    },
    settings: { runs: 5, isolation: 'in-process', timeoutSeconds: 120, memoryBytesMax: 2 ** 30 },
    parameters: {
      videoId: '1',
      videoIds: [],
      videoIdsHot: [],
      observedVideoId: '1',
      author: spread,
      authors: [],
      commentedAuthor: 'a',
      authorId: spread,
      hashtag: spread,
      musicId: spread,
      word: spread,
      region: spread,
      language: spread,
      daysAgo7: '',
      daysAgo30: '',
      daysAgo90: '',
      exportFrom: '',
    },
    participants: [
      { name: 'sdq', description: 'the engine', bytes: 200 },
      { name: 'duckdb', description: 'DuckDB', bytes: 100, buildSeconds: 12 },
      { name: 'polars', absent: 'npm could not install it' },
    ],
    queries: [
      query('by_id', { sdq: measured(5), duckdb: measured(20) }),
      query('count_all', { sdq: measured(2), duckdb: measured(18) }),
      query('count_30d', { sdq: measured(3), duckdb: { status: 'timeout', reason: 'too long' } }),
    ],
    throughput: [
      {
        peer: 'sdq',
        clients: 8,
        queries: 1000,
        errors: 0,
        queriesPerSecond: 200,
        p50Ms: 30,
        p99Ms: 300,
        cpuMsPerQuery: 8,
        memory: { treeBytes: 2 ** 20, processBytes: 2 ** 20 },
      },
      { peer: 'duckdb', clients: 8, failed: 'its process ended' },
    ],
    stages: [],
  };
}
