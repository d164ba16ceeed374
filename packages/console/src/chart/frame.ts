import { isTime } from '../data/column.ts';
import { compact } from '../text/format.ts';
import type { ChartData } from './read-points.ts';
import { niceTicks, timeTicks } from './scale.ts';

export interface Tick {
  /** Pixels. */
  at: number;
  text: string;
}

/** Where things lie in a chart of a width, in pixels. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  xTicks: Tick[];
  yTicks: Tick[];
  /** Width of one category or bin. */
  band: number;
  x(value: number): number;
  y(value: number): number;
  /** Whether names along x are turned, because they would overlap. */
  isTurned: boolean;
  /** What the y axis cannot show of its texts. */
  yMax: number;
}

const characterPixels = 6.6;

export function frameOf(data: ChartData, width: number, inner: number): Frame {
  const { choice, series, categories, rowsOfHeat, xColumn } = data;
  const isHeat = choice.kind === 'heatmap';
  const points = series.flatMap((each) => each.points);
  const [yMin, yMax] = isHeat ? [0, Math.max(1, rowsOfHeat.length)] : rangeOfY(points, choice.kind);
  const yValues = isHeat ? [] : niceTicks(yMin, yMax, 5);
  const yTexts = isHeat
    ? rowsOfHeat.map((name) => name.slice(0, 16))
    : yValues.map((value) => axisText(value));
  const longest = Math.max(...yTexts.map(({ length }) => length), 2);
  const left = Math.min(width * 0.3, 16 + longest * characterPixels);
  const right = width - 14;
  const longestName = Math.max(...categories.map(({ length }) => length), 1);
  const isCategorical = categories.length > 0;
  const bands = isCategorical
    ? categories.length
    : choice.kind === 'histogram'
      ? Math.max(1, points.length)
      : 1;
  const band = (right - left) / bands;
  const isTurned = isCategorical && Math.min(longestName, 12) * characterPixels > band - 4;
  const bottom = isTurned ? Math.min(110, 22 + Math.min(longestName, 14) * characterPixels * 0.75) : 34;
  const height = isHeat ? Math.max(220, rowsOfHeat.length * 22 + bottom + 16) : inner + bottom - 34;
  const [top, base] = [14, height - bottom];
  const low = isHeat ? 0 : Math.min(yMin, yValues[0] ?? yMin);
  const high = isHeat ? yMax : Math.max(yMax, yValues.at(-1) ?? yMax);
  const y = (value: number) => base - ((value - low) / (high - low || 1)) * (base - top);
  const xs = points.map((point) => point.x);
  const half = choice.kind === 'histogram' && points.length > 1 ? ((xs[1] ?? 0) - (xs[0] ?? 0)) / 2 : 0;
  const xMin = xs.reduce((a, b) => Math.min(a, b), Infinity) - half;
  const xMax = xs.reduce((a, b) => Math.max(a, b), -Infinity) + half;
  const x = isCategorical
    ? (value: number) => left + (value + 0.5) * band
    : (value: number) => left + (xMax === xMin ? 0.5 : (value - xMin) / (xMax - xMin)) * (right - left);
  const about = Math.max(2, Math.floor((right - left) / 110));
  const skip = isCategorical ? Math.ceil(14 / band) : 1;
  const xTicks: Tick[] = isCategorical
    ? categories.flatMap((name, i) =>
        i % skip === 0 ? [{ at: x(i), text: cut(name, isTurned ? 14 : 24) }] : [],
      )
    : isTime(xColumn)
      ? timeTicks(xMin, xMax, about).map(({ at, text }) => ({ at: x(at), text }))
      : niceTicks(xMin, xMax, about)
          .filter((value) => value >= xMin && value <= xMax)
          .map((value) => ({ at: x(value), text: axisText(value) }));
  const yTicks = isHeat
    ? yTexts.map((text, i) => ({ at: base - (i + 0.5) * ((base - top) / yTexts.length), text }))
    : yValues.map((value) => ({ at: y(value), text: axisText(value) }));
  return { width, height, left, right, top, bottom: base, xTicks, yTicks, band, x, y, isTurned, yMax };
}

function rangeOfY(points: readonly { y: number }[], kind: string): [min: number, max: number] {
  const min = points.reduce((a, point) => Math.min(a, point.y), Infinity);
  const max = points.reduce((a, point) => Math.max(a, point.y), -Infinity);
  if (points.length === 0) return [0, 1];
  return kind === 'scatter' ? [min, max] : [Math.min(0, min), Math.max(0, max)];
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export function axisText(value: number): string {
  return Math.abs(value) >= 1e4 ? compact(value) : String(Number(value.toPrecision(6)));
}
