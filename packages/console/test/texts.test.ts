import { expect, test } from 'vitest';
import { niceTicks, timeTicks } from '../src/chart/scale.ts';
import { chartAddress, readChartAddress, suggestCharts } from '../src/chart/suggest-charts.ts';
import type { Column } from '../src/data/column.ts';
import { scrolledTo, shownFrom } from '../src/grid/scroll-scale.ts';
import { dollarsText, rowsCost, unitsOf } from '../src/text/format.ts';
import { cellText, visibleText } from '../src/text/visible.ts';

const column = (name: string, kind: Column['kind']): Column => ({
  name,
  kind,
  typeName: kind,
  scale: 0,
  width: 1,
});

test('what a text hides is made visible, and a long one is cut', () => {
  expect(visibleText('a\u202eb\u200bc\u0000')).toBe('a⟨202E⟩b⟨200B⟩c⟨0000⟩');
  expect(visibleText('👩‍👩‍👧 مرحبا')).toBe('👩‍👩‍👧 مرحبا');
  expect(cellText('x'.repeat(100_000))).toHaveLength(301);
});

test('amounts lose zeros that say nothing, and no digit that does', () => {
  expect(['$0.0100', '$0.0240', '$1234.5000', '$0.0000'].map(dollarsText)).toEqual([
    '$0.01',
    '$0.0240',
    '$1,234.50',
    '$0.00',
  ]);
  expect([unitsOf('$1.2345'), rowsCost('$0.0001', 12)]).toEqual([12_345, '$0.0012']);
});

test('charts fit the columns, and an address names one', () => {
  const columns = [column('month', 'time'), column('a~b', 'integer'), column('region', 'text')];
  const choices = suggestCharts({ columns, rows: 100 }, () => 3);
  expect(choices[0]).toEqual({ kind: 'line', x: 'month', y: 'a~b', by: 'region' });
  for (const choice of choices) expect(readChartAddress(chartAddress(choice), columns)).toEqual(choice);
  expect(readChartAddress('line~gone~a', columns)).toBeUndefined();
  expect(suggestCharts({ columns: [column('x', 'text')], rows: 5 }, () => 5)).toEqual([]);
});

test('axes have round numbers, and months of the calendar', () => {
  expect(niceTicks(0, 97, 5)).toEqual([0, 20, 40, 60, 80, 100]);
  const ticks = timeTicks(Date.UTC(2025, 0, 15), Date.UTC(2026, 0, 15), 6);
  expect(ticks.map(({ text }) => text)).toEqual([
    '2025-03',
    '2025-05',
    '2025-07',
    '2025-09',
    '2025-11',
    '2026-01',
  ]);
});

test('every row of a million can be scrolled to, the last one too', () => {
  for (const rows of [10, 1_000, 1_000_000, 20_000_000]) {
    const { first } = shownFrom(scrolledTo(rows >> 1, 500, rows), 500, rows);
    expect(Math.abs(first - Math.min(rows >> 1, Math.max(0, rows - 21)))).toBeLessThanOrEqual(
      rows < 1_000 ? 5 : 1,
    );
    const bottom = Math.min(12_000_000, rows * 26) - 500;
    const end = shownFrom(Math.max(0, bottom), 500, rows);
    expect(end.first + end.fit).toBeGreaterThanOrEqual(rows);
  }
});
