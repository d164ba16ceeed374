import { logScale, tickText } from './log-scale.ts';
import { colourOf, element, label, legend, picture } from './svg.ts';

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface LineChart {
  readonly title: string;
  /** The unit of `y`, the scale of which is logarithmic. */
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly x: {
    readonly name: string;
    /** Labelled values of `x` at equal distances. Values between them are interpolated. */
    readonly ticks: readonly (readonly [value: number, text: string])[];
  };
  /** Whether each point is marked with a dot. */
  readonly hasDots?: boolean;
}

const [left, right, top, bottom] = [64, 24, 84, 48];
const [plotWidth, plotHeight] = [680, 300];

/** A line chart with a few labelled values of `x`. */
export function lineChart({ title, unit, lines, x, hasDots = false }: LineChart): string {
  const width = left + plotWidth + right;
  const height = top + plotHeight + bottom;
  const values = lines.flatMap((line) => line.points.map(([, y]) => y));
  const scale = logScale(values, top + plotHeight, top);
  const placeX = evenly(x.ticks.map(([value]) => value));
  const rows = scale.ticks.flatMap((tick) => {
    const y = scale.place(tick);
    return [
      element('line', { x1: left, y1: y, x2: left + plotWidth, y2: y, stroke: '#e4e4e4' }),
      label(tickText(tick), left - 6, y + 4, { anchor: 'end', fill: '#666' }),
    ];
  });
  const columns = x.ticks.flatMap(([value, text]) => {
    const place = placeX(value);
    return [
      element('line', { x1: place, y1: top, x2: place, y2: top + plotHeight, stroke: '#f0f0f0' }),
      label(text, place, top + plotHeight + 16, { anchor: 'middle', fill: '#666' }),
    ];
  });
  const drawn = lines.flatMap((line, i) => {
    const places = line.points
      .filter(([, y]) => Number.isFinite(y) && y > 0)
      .map(([px, py]) => [placeX(px), scale.place(py)] as const);
    const points = places.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ');
    const stroke = { fill: 'none', stroke: colourOf(i), 'stroke-width': i === 0 ? 2.5 : 1.5 };
    const dots = places.map(([cx, cy]) => element('circle', { cx, cy, r: 3, fill: colourOf(i) }));
    return [element('polyline', { points, ...stroke }), ...(hasDots ? dots : [])];
  });
  return picture(width, height, title, [
    label(unit, 16, 42, { fill: '#666' }),
    legend(
      lines.map((line) => line.name),
      16,
      62,
      width - 32,
    ),
    ...rows,
    ...columns,
    ...drawn,
    label(x.name, left + plotWidth / 2, height - 10, { anchor: 'middle', fill: '#666' }),
  ]);
}

/** A scale with the marked values at equal distances, and linear interpolation between them. */
function evenly(marks: readonly number[]): (value: number) => number {
  const step = plotWidth / Math.max(1, marks.length - 1);
  return (value) => {
    const after = marks.findIndex((mark) => mark >= value);
    const i = after === -1 ? marks.length - 1 : after;
    const before = marks[i - 1];
    const here = marks[i];
    if (before === undefined || here === undefined) return left + i * step;
    return left + (i - 1 + Math.min(1, (value - before) / (here - before))) * step;
  };
}
