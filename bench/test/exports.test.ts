import { expect, test } from 'vitest';
import { exportGoals } from '../src/exports/exports-report.ts';
import { measureFormats } from '../src/exports/measure-formats.ts';
import { ensureMixedRows } from '../src/exports/mixed-rows.ts';

const environment = {
  madeAt: '2026-01-01T00:00:00.000Z',
  commit: 'unknown',
  cpu: 'a test',
  cores: 2,
  memoryGiB: 8,
  platform: 'linux x64',
  node: 'v24',
  duckdb: 'v1',
};

test('every contestant exports the rows, and costs something', async () => {
  const rows = 3_000;
  const { figures, encodeMs } = await measureFormats(
    await ensureMixedRows(rows),
    rows,
    1,
    undefined,
    () => {},
  );
  const bytes = Object.fromEntries(figures.map((figure) => [figure.contestant, figure.bytes / rows]));
  expect(bytes).toMatchObject({ discard: 0, 'copy-json': 0 });
  for (const format of ['json', 'ndjson', 'csv', 'arrow', 'parquet', 'apache-arrow']) {
    expect(bytes[format]).toBeGreaterThan(format === 'parquet' ? 20 : 100);
  }
  expect(figures.every(({ cpuMicrosPerRow }) => cpuMicrosPerRow > 0)).toBe(true);
  expect(encodeMs).toBeGreaterThan(0);
});

test('goals are met, missed, or not measured', () => {
  const figure = (contestant: string, cpuMicrosPerRow: number) => ({
    ...{ contestant, cpuMicrosPerRow, rows: 1_000_000, wallMs: 1_000, bytes: 1, firstMs: 1 },
  });
  const formats = [
    [
      figure('discard', 1),
      figure('arrow', 1.3),
      figure('ndjson', 1),
      figure('copy-json', 1.2),
      figure('apache-arrow', 26),
    ],
  ];
  const goals = exportGoals({
    command: 'a test',
    environment,
    rounds: 1,
    formats,
    encodeMs: 0.4,
    service: null,
  });
  expect(goals.map(({ measured, isMet }) => [measured, isMet])).toEqual([
    ['1.30×', true],
    ['–', null],
    ['0.83×', false],
    ['20.0×', true],
    ['0.40 ms', true],
  ]);
});
