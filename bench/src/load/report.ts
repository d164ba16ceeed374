import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lineChart } from '../report/charts/line-chart.ts';
import { describeEnvironment } from '../report/machine.ts';
import { markdownTable, milliseconds } from '../report/markdown-table.ts';
import type { LiveSample, MemorySample } from './memory.ts';
import { slopeMiBPerHour } from './memory.ts';
import type { Outcome } from './open-loop.ts';

export interface Phase {
  name: string;
  about: string;
  ratePerSecond: number;
  seconds: number;
  outcomes: readonly Outcome[];
}

interface Row {
  phase: string;
  class: string;
  answers: string;
  requests: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** Writes `load.json`, `load.md` and the charts in the same directory. */
export async function writeReport(
  folder: string,
  phases: readonly Phase[],
  memory: { samples: readonly MemorySample[]; live: readonly LiveSample[] },
): Promise<string> {
  const rows = phases.flatMap(rowsOf);
  const facts = {
    environment: describeEnvironment(),
    phases: phases.map(({ name, about, ratePerSecond, seconds }) => ({
      name,
      about,
      ratePerSecond,
      seconds,
    })),
    rows,
    memory: { slopeMiBPerHour: Math.round(slopeMiBPerHour(memory.samples)), ...memory },
  };
  await mkdir(join(folder, 'load-charts'), { recursive: true });
  await writeFile(join(folder, 'load.json'), `${JSON.stringify(facts, null, 1)}\n`);
  const text = markdown(facts, rows);
  await writeFile(join(folder, 'load.md'), text);
  const charts = {
    'memory.svg': memoryChart(memory.samples),
    'latency.svg': latencyChart(phases[0]?.outcomes ?? []),
  };
  for (const [name, svg] of Object.entries(charts)) await writeFile(join(folder, 'load-charts', name), svg);
  return text;
}

/** One row per class of request and status of response. */
function rowsOf({ name, outcomes }: Phase): Row[] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const answers = outcome.status === 200 ? '200' : outcome.status === 0 ? 'broken' : String(outcome.status);
    const key = `${outcome.class}/${answers}`;
    const group = groups.get(key) ?? [];
    group.push(outcome);
    groups.set(key, group);
  }
  return [...groups].sort().map(([key, group]) => {
    const [className = '', answers = ''] = key.split('/');
    const sorted = group.map(({ ms }) => ms).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const rounded = (value: number) => Math.round(value * 100) / 100;
    return {
      phase: name,
      class: className,
      answers,
      requests: group.length,
      p50Ms: rounded(at(0.5)),
      p99Ms: rounded(at(0.99)),
      maxMs: rounded(at(1)),
    };
  });
}

function markdown(
  facts: {
    environment: ReturnType<typeof describeEnvironment>;
    phases: readonly { name: string; about: string; ratePerSecond: number; seconds: number }[];
    memory: { slopeMiBPerHour: number; samples: readonly MemorySample[]; live: readonly LiveSample[] };
  },
  rows: readonly Row[],
): string {
  const { environment, phases, memory } = facts;
  const first = memory.samples[0];
  const last = memory.samples.at(-1);
  return `# The service under load

\`npm run load\` on ${environment.madeAt.slice(0, 10)} at \`${environment.commit}\`: ${environment.cores} × ${environment.cpu},
Node ${environment.node}; the client runs on the same machine. An open loop: each request has a time at which it is
due, and its latency counts from then, whether the ones before were answered or not.

${phases.map((phase) => `- **${phase.name}**, ${phase.ratePerSecond} requests/s for ${phase.seconds} s: ${phase.about}`).join('\n')}

${markdownTable(
  ['phase', 'requests of', 'answered', 'count', 'p50 ms', 'p99 ms', 'max ms'],
  rows.map((row) => [
    row.phase,
    row.class,
    row.answers,
    row.requests.toLocaleString('en-US'),
    milliseconds(row.p50Ms),
    milliseconds(row.p99Ms),
    milliseconds(row.maxMs),
  ]),
  3,
)}

Memory of the service's own process: ${first?.serviceMiB} MiB at the start, ${last?.serviceMiB} MiB at the end of the
steady phase; slope over its second half ${memory.slopeMiBPerHour} MiB an hour. It grows and shrinks as the collector
sees fit. What is left after full collections, objects and buffers: ${liveText(memory.live)}.

![memory](load-charts/memory.svg)

![latency](load-charts/latency.svg)
`;
}

function liveText(live: readonly LiveSample[]): string {
  return live.map(({ second, liveMiB }) => `${liveMiB} MiB at ${second} s`).join(', ');
}

function memoryChart(samples: readonly MemorySample[]): string {
  return lineChart({
    title: 'Memory while under load',
    unit: 'resident MiB',
    x: { name: 'seconds', ticks: ticksUpTo(samples.at(-1)?.second ?? 0) },
    lines: [
      { name: 'service', points: samples.map(({ second, serviceMiB }) => [second, serviceMiB] as const) },
      {
        name: 'query processes',
        points: samples.map(({ second, queriesMiB }) => [second, queriesMiB] as const),
      },
    ],
  });
}

/** The 99th percentile of each interval of ten seconds. */
function latencyChart(outcomes: readonly Outcome[]): string {
  const bucketMs = 10_000;
  const classes = [...new Set(outcomes.map((outcome) => outcome.class))].sort();
  const end = Math.max(0, ...outcomes.slice(-1).map(({ dueMs }) => dueMs));
  return lineChart({
    title: 'p99 of ten seconds each, steady phase',
    unit: 'ms',
    x: { name: 'seconds', ticks: ticksUpTo(end / 1_000) },
    lines: classes.map((name) => ({
      name,
      points: Array.from({ length: Math.ceil(end / bucketMs) }, (_, i) => {
        const ms = outcomes
          .filter((each) => each.class === name && Math.floor(each.dueMs / bucketMs) === i)
          .map((each) => each.ms)
          .sort((a, b) => a - b);
        return [(i * bucketMs) / 1_000, ms[Math.floor(ms.length * 0.99)] ?? Number.NaN] as const;
      }),
    })),
  });
}

function ticksUpTo(seconds: number): [number, string][] {
  const step = Math.max(1, Math.ceil(seconds / 6));
  return Array.from({ length: 7 }, (_, i) => [i * step, String(i * step)]);
}
