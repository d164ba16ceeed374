import { expect, test } from 'vitest';
import { type IngestFigure, ingestMarkdown } from '../src/ingest/ingest-report.ts';
import { describeEnvironment } from '../src/report/machine.ts';

test('the report gives rates by CPU second, and tells which goals are met', () => {
  const csv: IngestFigure = {
    ...{ contestant: 'sdq', format: 'csv', rows: 100_000, bytes: 20_000_000 },
    ...{ cpuMs: 400, wallMs: 300, peakBytes: 2 ** 30 + 1 },
  };
  const environment = { ...describeEnvironment(), commit: 'abc' };
  const markdown = ingestMarkdown({
    command: 'npm run bench -- ingest',
    environment,
    rounds: 3,
    figures: [csv, { ...csv, contestant: 'duckdb', cpuMs: 200 }],
  });
  const lines = markdown.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  expect(lines).toContain('| csv | sdq | 200 | 250,000 | 50.0 | 1.00 | 0.30 | 1.00 GiB |');
  expect(lines).toContain('| csv | duckdb | 200 | 500,000 | 100.0 | 0.50 | 0.30 | 1.00 GiB |');
  expect(lines).toContain('| csv: rows a CPU second | ≥ 200,000 | 250,000 | yes |');
  expect(lines).toContain('| csv: peak memory | ≤ 1.00 GiB | 1.00 GiB | no |');
});
