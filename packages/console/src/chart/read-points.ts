import { type Column, isNumber, isTime } from '../data/column.ts';
import type { Result } from '../data/result.ts';
import { numberOf, plainText } from '../data/show-value.ts';
import { visibleText } from '../text/visible.ts';
import type { ChartChoice } from './suggest-charts.ts';

export interface Point {
  /** Of numbers and times; else the place of the category. */
  x: number;
  y: number;
}

export interface Series {
  name: string;
  points: Point[];
}

/** What a chart draws, and what it left out. */
export interface ChartData {
  choice: ChartChoice;
  series: Series[];
  /** Names along x, where x is no number and no time; of heat maps also along y. */
  categories: string[];
  rowsOfHeat: string[];
  xColumn: Column;
  yColumn: Column | undefined;
  /** What was left out, as a sentence each. */
  omissions: string[];
}

export const pointsMax = 4_000;
export const barsMax = 60;
export const seriesMax = 8;
const heatMax = 40;
const binCount = 30;

/** Reads what a chart draws. Of long results every n-th row is read, and `omissions` says so. */
export function readChart(result: Result, choice: ChartChoice): ChartData | undefined {
  const index = (name: string) => result.columns.findIndex((column) => column.name === name);
  const [x, y, by] = [index(choice.x), index(choice.y), index(choice.by)];
  const xColumn = result.columns[x];
  if (xColumn === undefined) return undefined;
  const data: ChartData = {
    choice,
    series: [],
    categories: [],
    rowsOfHeat: [],
    xColumn,
    yColumn: result.columns[y],
    omissions: [],
  };
  if (choice.kind === 'histogram') return readHistogram(result, x, data);
  if (data.yColumn === undefined) return undefined;
  const isCategory =
    choice.kind === 'bar' || choice.kind === 'heatmap' || !(isNumber(xColumn) || isTime(xColumn));
  const most = choice.kind === 'bar' || choice.kind === 'heatmap' ? 50_000 : pointsMax;
  const step = Math.max(1, Math.ceil(result.rows / most));
  if (step > 1) data.omissions.push(`Every ${step}th row of ${result.rows.toLocaleString('en')} is drawn`);
  const places = new Map<string, number>();
  const series = new Map<string, Series>();
  let dropped = 0;
  for (let row = 0; row < result.rows; row += step) {
    const value = result.at(row, y);
    const key = result.at(row, x);
    if (value === null || value === undefined || (key === null && !isCategory)) continue;
    const name = by < 0 ? '' : nameOf(result.at(row, by), result.columns[by] as Column);
    const into = series.get(name) ?? { name, points: [] };
    if (!series.has(name) && series.size >= (choice.kind === 'heatmap' ? heatMax : seriesMax)) {
      dropped++;
      continue;
    }
    series.set(name, into);
    const place = isCategory ? placeOf(places, nameOf(key, xColumn)) : numberOf(key, xColumn);
    if (isCategory && place >= (choice.kind === 'heatmap' ? heatMax : barsMax)) dropped++;
    else into.points.push({ x: place, y: numberOf(value, data.yColumn) });
  }
  if (dropped > 0)
    data.omissions.push(`${dropped.toLocaleString('en')} further rows are not drawn: too many values`);
  data.series = [...series.values()];
  if (isCategory)
    data.categories = [...places.keys()].slice(0, choice.kind === 'heatmap' ? heatMax : barsMax);
  else for (const each of data.series) each.points.sort((a, b) => a.x - b.x);
  if (choice.kind === 'heatmap') data.rowsOfHeat = data.series.map(({ name }) => name);
  return data;
}

function placeOf(places: Map<string, number>, name: string): number {
  const found = places.get(name) ?? places.size;
  places.set(name, found);
  return found;
}

function nameOf(value: unknown, column: Column): string {
  if (value === null || value === undefined) return 'NULL';
  const text = isTime(column) ? plainText(value, column).slice(0, 10) : plainText(value, column);
  return visibleText(text.slice(0, 60));
}

function readHistogram(result: Result, x: number, data: ChartData): ChartData {
  const values: number[] = [];
  const step = result.sample(x, 100_000, (value) => {
    if (value !== null && value !== undefined) values.push(numberOf(value, data.xColumn));
  });
  if (step > 1) data.omissions.push(`Every ${step}th row of ${result.rows.toLocaleString('en')} is counted`);
  const min = values.reduce((a, b) => Math.min(a, b), Infinity);
  const max = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const width = (max - min || 1) / binCount;
  const bins = new Array<number>(binCount).fill(0);
  for (const value of values) {
    const bin = Math.min(binCount - 1, Math.floor((value - min) / width));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const points = values.length === 0 ? [] : bins.map((y, i) => ({ x: min + (i + 0.5) * width, y }));
  return { ...data, series: [{ name: '', points }] };
}
