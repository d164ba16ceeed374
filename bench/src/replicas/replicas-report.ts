import type { Environment } from '../report/machine.ts';
import { markdownTable, milliseconds } from '../report/markdown-table.ts';

/** What was measured with some replicas. CPU times are milliseconds a request. */
export interface ReplicasFigures {
  readonly replicas: number;
  /** On one machine, which all processes share. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What a replica uses without requests, milliseconds a second. */
  readonly idleMs: number;
  /** Of all replicas together, their query processes included, above what they use without requests. */
  readonly replicaMs: number;
  /** Of that, what each replica used. */
  readonly shares: readonly number[];
  readonly postgresMs: number;
  readonly proxyMs: number;
  /** What the last replica fetched when it started with an empty disk, and the time until it answered. */
  readonly start: { readonly bytes: number; readonly seconds: number };
  /** From the file in the followed folder to the answers of all replicas, and what they fetched together. */
  readonly visibleSeconds: number;
  readonly addedBytes: number;
}

export interface ReplicasReport {
  readonly command: string;
  readonly environment: Environment;
  readonly rows: number;
  readonly requests: number;
  readonly clients: number;
  readonly figures: readonly ReplicasFigures[];
}

/** Cores of each machine of the capacity that is extrapolated. */
const coresEach = 8;

export function replicasMarkdown({
  command,
  environment,
  rows,
  requests,
  clients,
  figures,
}: ReplicasReport): string {
  const measured = figures.map((each) => [
    String(each.replicas),
    each.replicaMs.toFixed(2),
    each.shares.map((share) => `${Math.round(share * 100)} %`).join(', '),
    each.idleMs.toFixed(1),
    each.postgresMs.toFixed(2),
    each.proxyMs.toFixed(2),
    milliseconds(each.p50Ms),
    milliseconds(each.p99Ms),
    Math.round(each.perSecond).toLocaleString('en-US'),
  ]);
  const moved = figures.map((each) => [
    String(each.replicas),
    megabytes(each.start.bytes),
    each.start.seconds.toFixed(1),
    each.visibleSeconds.toFixed(1),
    kilobytes(each.addedBytes),
  ]);
  const capacity = figures.map((each) => [
    String(each.replicas),
    perSecond(each.replicas * coresEach, each.replicaMs),
    perSecond(coresEach, each.postgresMs),
    perSecond(coresEach, each.proxyMs),
  ]);
  return `# Replicas

\`${command}\` at ${environment.madeAt}, commit ${environment.commit}: ${environment.cpu}, ${environment.cores} cores,
Node ${environment.node}, DuckDB ${environment.duckdb}; ${rows.toLocaleString('en-US')} videos. ${clients} connections ask ${requests.toLocaleString('en-US')} times through nginx: one video, an
author's newest, the most played of a hashtag, a count. Results are not kept, each question is new, each answer is charged in
PostgreSQL. All processes share this machine, so that CPU milliseconds a query are what counts; queries a second are not.

## CPU milliseconds a query

${markdownTable(['replicas', 'replicas together', 'of that, each', 'idle replica, ms a second', 'PostgreSQL', 'nginx', 'p50 ms', 'p99 ms', 'a second, here'], measured, 1)}

## What that gives

Queries a second if each replica, PostgreSQL and nginx have a machine of ${coresEach} such cores: cores divided by CPU time. The smallest
number of a row is the limit.

${markdownTable(['replicas', 'by the replicas', 'by PostgreSQL', 'by nginx'], capacity, 1)}

## From the store

A start with an empty disk, and 100 videos that are put into the followed folder, until every replica answers with them. A file
counts as complete after it has been unchanged for a second; the publisher and each replica look once a second.

${markdownTable(['replicas', 'MB at the start', 'seconds until it answers', 'seconds from add to visible on all', 'KB fetched by all'], moved, 1)}
`;
}

function perSecond(cores: number, ms: number): string {
  return (Math.floor((cores * 1_000) / ms / 10) * 10).toLocaleString('en-US');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function kilobytes(bytes: number): string {
  return Math.round(bytes / 1e3).toLocaleString('en-US');
}
