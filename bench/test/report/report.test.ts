import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { barChart } from '../../src/report/charts/bar-chart.ts';
import { logScale } from '../../src/report/charts/log-scale.ts';
import { goalRows } from '../../src/report/goals.ts';
import { readReports, writeGrowth } from '../../src/report/growth.ts';
import { markdownReport } from '../../src/report/markdown.ts';
import { reportCharts } from '../../src/report/report-charts.ts';
import { diskRatio, faultsOf, pairsWith, workloadFigures } from '../../src/report/summary.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { measured, sampleReport } from './sample-report.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sdq-bench-report-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('ratios are over queries that both answered alike', () => {
  const report = sampleReport();
  expect(pairsWith(report, 'duckdb').map((pair) => [pair.row.name, pair.cpuRatio])).toEqual([
    ['by_id', 4],
    ['count_all', 9],
  ]);
  const [first] = report.queries;
  if (first === undefined) throw new Error('the sample has queries');
  const differing = {
    queries: [{ ...first, outcomes: { ...first.outcomes, duckdb: measured(1, 'other rows') } }],
  };
  expect(pairsWith(differing, 'duckdb')).toEqual([]);
  expect(faultsOf(differing)).toEqual(['by_id by duckdb: other rows']);
  expect(faultsOf(report)).toEqual([]);
});

test('figures over the workload', () => {
  const report = sampleReport();
  expect(workloadFigures(report, 'sdq')).toMatchObject({ queries: 3, p50Ms: 3, p90Ms: 5, firstP50Ms: 6 });
  expect(workloadFigures(report, 'duckdb').queries).toBe(2);
  // A table whose raw bytes are not known counts on neither side.
  expect(diskRatio(report)).toBe(1.5);
});

test('a goal is met, missed or not measured', () => {
  const rows = new Map(goalRows(sampleReport()).map(([name, ...rest]) => [name, rest]));
  expect(rows.get('CPU, geometric mean against DuckDB on raw Parquet')).toEqual([
    '6.00×',
    '≥ 30.0×',
    'missed',
  ]);
  expect(rows.get('one video by id')).toEqual(['5.0 ms', '≤ 10.0 ms', 'met']);
  expect(rows.get('short queries at 8 clients, per second')).toEqual(['200', '≥ 150', 'met']);
  expect(rows.get('short queries at 8 clients, p99')?.at(-1)).toBe('missed');
  expect(rows.get('CPU, geometric mean against ClickHouse MergeTree')).toEqual([
    '–',
    '≥ 8.00×',
    'not measured',
  ]);
  const large = new Map(goalRows(sampleReport(100_000_000)).map(([name, ...rest]) => [name, rest]));
  expect(large.get('one video by id')).toEqual(['5.0 ms', '≤ 15.0 ms', 'met']);
});

test('the tables say what is missing and why', () => {
  const text = markdownReport(sampleReport());
  expect(text).toContain('- polars: absent: npm could not install it');
  expect(text).toContain('- count_30d, duckdb: timeout: too long');
  expect(text).toContain('- duckdb, 8 clients: its process ended');
  expect(text).toMatch(/\| all, CPU +\| +6\.00 \|/);
  expect(text).not.toContain('NaN');
  expect(text).not.toContain('undefined');
});

test('charts are written beside the tables, and those of an earlier run go', async () => {
  const folder = await temporaryFolder();
  const paths = { json: join(folder, 'a.json'), markdown: join(folder, '10m.md') };
  await writeReport(sampleReport(), paths);
  const names = await readdir(join(folder, '10m-charts'));
  expect(names.sort()).toEqual(['classes.svg', 'clients.svg', 'latency.svg', 'queries-duckdb.svg']);
  await writeReport({ ...sampleReport(), throughput: [] }, paths);
  expect(await readdir(join(folder, '10m-charts'))).not.toContain('clients.svg');
  const text = await readFile(paths.markdown, 'utf8');
  for (const [, path = ''] of text.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g))
    expect(await readFile(join(folder, path), 'utf8')).toContain('<svg');
});

/** Tags that are opened and not closed, in order. */
function unclosed(svg: string): string[] {
  const open: string[] = [];
  for (const [, close, name = '', self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (close === '/') expect(open.pop()).toBe(name);
    else if (self !== '/') open.push(name);
  }
  return open;
}

describe('charts', () => {
  test('are well-formed and hold no number that is none', () => {
    const charts = reportCharts(sampleReport());
    expect(charts).toHaveLength(4);
    for (const { svg } of charts) {
      expect(unclosed(svg)).toEqual([]);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test('bars grow with their values, whatever these are', () => {
    const value = fc.double({ min: 1e-3, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), (values) => {
        const scale = logScale(values, 0, 100, [1]);
        const places = [...values].sort((a, b) => a - b).map(scale.place);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        for (const place of [...places, ...scale.ticks.map(scale.place)]) {
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThanOrEqual(100);
        }
      }),
    );
  });

  test('text is escaped', () => {
    const svg = barChart({ title: 'a < b & "c"', unit: '', series: ['x'], groups: [] });
    expect(svg).toContain('a &lt; b &amp; &quot;c&quot;');
  });
});

test('growth takes the newest whole report of each size', async () => {
  const folder = await temporaryFolder();
  const at = (rows: number, madeAt: string, commit: string) => {
    const report = sampleReport(rows);
    return { ...report, environment: { ...report.environment, madeAt, commit } };
  };
  const old = at(1_000_000, '2026-01-01T00:00:00Z', 'older');
  const reports = {
    'a.json': at(1_000_000, '2026-01-03T00:00:00Z', 'newer'),
    'b.json': old,
    'c.json': at(10_000_000, '2026-01-02T00:00:00Z', 'large'),
    'd.json': { ...old, settings: { ...old.settings, only: 'count' } },
    'e.json': { format: 1 },
  };
  for (const [name, report] of Object.entries(reports))
    await writeFile(join(folder, name), JSON.stringify(report));
  const found = await readReports(folder);
  expect(found.reports.map(({ environment }) => environment.commit)).toEqual(['newer', 'large']);
  expect(found.skipped).toEqual(['d.json', 'e.json']);
  const { markdown } = await writeGrowth(folder);
  expect(markdown).toMatch(/\| CPU × against duckdb +\| +6\.00 \| +6\.00 \|/);
  expect(markdown).toContain('At 10,000,000 videos');
  expect(markdown).not.toContain('NaN');
  for (const name of ['growth-cpu.svg', 'growth-latency.svg']) {
    const svg = await readFile(join(folder, name), 'utf8');
    expect(unclosed(svg)).toEqual([]);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  }
});
