import { logScale, tickText } from './log-scale.ts';
import { colourOf, element, label, legend, picture } from './svg.ts';

export interface BarGroup {
  readonly name: string;
  /** One value per series; NaN if there is none. */
  readonly values: readonly number[];
}

export interface BarChart {
  readonly title: string;
  /** The unit of the values. */
  readonly unit: string;
  readonly series: readonly string[];
  readonly groups: readonly BarGroup[];
}

const barHeight = 11;
const groupGap = 8;
const [left, right, top, bottom] = [200, 60, 78, 34];
const plotWidth = 620;

/**
 * Horizontal bars on a logarithmic scale: from 1× to the right if the engine took less, to the left if it took more.
 */
export function barChart({ title, unit, series, groups }: BarChart): string {
  const groupHeight = series.length * barHeight + groupGap;
  const width = left + plotWidth + right;
  const height = top + groups.length * groupHeight + bottom;
  const scale = logScale(
    groups.flatMap((group) => group.values),
    left,
    left + plotWidth,
    [1],
  );
  const grid = scale.ticks.flatMap((tick) => [
    gridLine(scale.place(tick), height - bottom, '#e4e4e4'),
    label(`${tickText(tick)}×`, scale.place(tick), height - bottom + 16, { anchor: 'middle', fill: '#666' }),
  ]);
  const bars = groups.flatMap((group, i) => {
    const y = top + i * groupHeight + groupGap / 2;
    const middle = y + (series.length * barHeight) / 2 + 4;
    return [
      label(group.name, left - 8, middle, { anchor: 'end' }),
      ...group.values.flatMap((value, j) => barOf(value, j, y + j * barHeight, scale.place)),
    ];
  });
  return picture(width, height, title, [
    label(unit, 16, 42, { fill: '#666' }),
    legend(series, 16, 62, width - 32),
    ...grid,
    ...bars,
    gridLine(scale.place(1), height - bottom, '#222'),
  ]);
}

function barOf(value: number, series: number, y: number, place: (value: number) => number): string[] {
  if (!Number.isFinite(value) || value <= 0) {
    return [label('–', place(1) + 4, y + barHeight - 2, { size: 9, fill: '#888' })];
  }
  const [from, to] = [place(1), place(value)];
  const bar = { x: Math.min(from, to), y, width: Math.max(1, Math.abs(to - from)), height: barHeight - 1.5 };
  return [
    element('rect', { ...bar, fill: colourOf(series) }),
    label(tickText(Number(value.toPrecision(2))), Math.max(from, to) + 4, y + barHeight - 2, {
      size: 9,
      fill: '#444',
    }),
  ];
}

function gridLine(x: number, to: number, stroke: string): string {
  return element('line', { x1: x, y1: top - 4, x2: x, y2: to, stroke, 'stroke-width': 1 });
}
