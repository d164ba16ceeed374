import { type Column, isNumber, isTime } from '../data/column.ts';
import type { Result } from '../data/result.ts';

export const chartKinds = ['line', 'area', 'bar', 'scatter', 'heatmap', 'histogram'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** A chart of a result: columns by name. */
export interface ChartChoice {
  kind: ChartKind;
  x: string;
  y: string;
  /** Column whose values are lines, or rows of a heat map; empty for none. */
  by: string;
}

const seriesMax = 8;
const barsMax = 400;

/** What suits a result: time and number a line, text and number bars, two numbers points, one number its distribution. */
export function suggestCharts(
  { columns, rows }: Pick<Result, 'columns' | 'rows'>,
  distinctOf: (index: number) => number,
): ChartChoice[] {
  const indexes = (is: (column: Column) => boolean) =>
    columns.flatMap((column, i) => (is(column) ? [i] : []));
  const nameOf = (index: number | undefined) => (index === undefined ? '' : (columns[index]?.name ?? ''));
  const times = indexes(isTime);
  const texts = indexes(({ kind }) => kind === 'text' || kind === 'boolean');
  const numbers = indexes(isNumber);
  const found: ChartChoice[] = [];
  const add = (kind: ChartKind, x: number | undefined, y: number | undefined, by?: number) =>
    found.push({ kind, x: nameOf(x), y: nameOf(y), by: nameOf(by) });
  const [time] = times;
  const [text, secondText] = texts;
  const few = texts.find((index) => distinctOf(index) <= seriesMax);
  const isKeyed = text !== undefined && rows <= barsMax && distinctOf(text) > rows / 2;
  if (rows === 0) return [];
  for (const y of numbers.slice(0, 4)) {
    if (time !== undefined && rows > 1) add('line', time, y, few);
    else if (isKeyed) add('bar', text, y);
  }
  if (time !== undefined && numbers.length > 0 && rows > 1) add('area', time, numbers[0], few);
  if (text !== undefined && secondText !== undefined && numbers.length > 0)
    add('heatmap', text, numbers[0], secondText);
  if (numbers.length > 1 && rows > 2) add('scatter', numbers[0], numbers[1]);
  if (numbers.length > 1 && time === undefined && text === undefined && rows <= 100)
    add('bar', numbers[0], numbers[1]);
  if (numbers.length > 0 && rows > 10) add('histogram', numbers.at(-1), undefined);
  return found;
}

/** A choice as the address names it: "line~month~plays". */
export const chartAddress = ({ kind, x, y, by }: ChartChoice): string =>
  [kind, x, y, by]
    .map((part) => part.replaceAll('~', '~~'))
    .join('~')
    .replace(/~+$/, '');

/** The chart that an address names, if the result has its columns. */
export function readChartAddress(address: string, columns: readonly Column[]): ChartChoice | undefined {
  const [kind, x = '', y = '', by = ''] = address
    .split(/(?<!~)~(?!~)/)
    .map((part) => part.replaceAll('~~', '~'));
  const has = (name: string) => name === '' || columns.some((column) => column.name === name);
  const isKnown = (chartKinds as readonly string[]).includes(kind ?? '');
  return isKnown && x !== '' && has(x) && has(y) && has(by)
    ? { kind: kind as ChartKind, x, y, by }
    : undefined;
}
