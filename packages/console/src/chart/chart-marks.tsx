import type { JSX } from 'preact';
import { displayText } from '../data/show-value.ts';
import { count, decimal } from '../text/format.ts';
import type { Frame } from './frame.ts';
import type { ChartData, Point, Series } from './read-points.ts';

/** The marks of a chart, by kind. */
export function ChartMarks({ data, frame }: { data: ChartData; frame: Frame }): JSX.Element {
  const { kind } = data.choice;
  if (kind === 'heatmap') return <Heat data={data} frame={frame} />;
  if (kind === 'bar' || kind === 'histogram') return <Bars data={data} frame={frame} />;
  if (kind === 'scatter')
    return (
      <>
        {data.series.map(({ name, points }, i) => (
          <g key={name} class={`series-${i}`}>
            {points.map((point, at) => (
              <circle key={at} cx={round(frame.x(point.x))} cy={round(frame.y(point.y))} r={3} class="dot" />
            ))}
          </g>
        ))}
      </>
    );
  return (
    <>
      {data.series.map((series, i) => (
        <g key={series.name} class={`series-${i}`}>
          {kind === 'area' && <path d={areaPath(series, frame)} class="area" />}
          <path d={linePath(series.points, frame)} class="line" />
          {series.points.length <= 60 &&
            series.points.map((point) => (
              <circle
                key={point.x}
                cx={round(frame.x(point.x))}
                cy={round(frame.y(point.y))}
                r={2.5}
                class="dot"
              />
            ))}
        </g>
      ))}
    </>
  );
}

function Bars({ data: { series, choice }, frame }: { data: ChartData; frame: Frame }): JSX.Element {
  const gap = choice.kind === 'histogram' ? 1 : Math.min(10, frame.band * 0.25);
  const width = Math.max(1, (frame.band - gap) / series.length);
  const zero = frame.y(0);
  return (
    <>
      {series.map(({ name, points }, i) => (
        <g key={name} class={`series-${i}`}>
          {points.map((point) => {
            const y = frame.y(point.y);
            return (
              <rect
                key={point.x}
                x={round(frame.x(point.x) - (frame.band - gap) / 2 + i * width)}
                y={round(Math.min(y, zero))}
                width={round(width)}
                height={round(Math.abs(zero - y))}
                rx={Math.min(2, width / 4)}
                class="bar"
              />
            );
          })}
        </g>
      ))}
    </>
  );
}

function Heat({ data: { series }, frame }: { data: ChartData; frame: Frame }): JSX.Element {
  const most = Math.max(...series.flatMap(({ points }) => points.map(({ y }) => y)), 1);
  const height = (frame.bottom - frame.top) / Math.max(1, series.length);
  return (
    <g class="series-0">
      {series.flatMap(({ name, points }, row) =>
        points.map((point) => (
          <rect
            key={`${name}~${point.x}`}
            x={round(frame.x(point.x) - frame.band / 2 + 1)}
            y={round(frame.bottom - (row + 1) * height + 1)}
            width={round(Math.max(1, frame.band - 2))}
            height={round(Math.max(1, height - 2))}
            rx={2}
            class="bar"
            fill-opacity={round(0.08 + 0.92 * (point.y / most))}
          />
        )),
      )}
    </g>
  );
}

function linePath(points: readonly Point[], frame: Frame): string {
  return points
    .map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${round(frame.x(x))},${round(frame.y(y))}`)
    .join('');
}

function areaPath({ points }: Series, frame: Frame): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const zero = round(frame.y(0));
  return `${linePath(points, frame)}L${round(frame.x(last.x))},${zero}L${round(frame.x(first.x))},${zero}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** What is written of a point: the value along x. */
export function xText({ categories, xColumn, choice }: ChartData, x: number): string {
  if (categories.length > 0) return categories[x] ?? '';
  if (choice.kind === 'histogram') return decimal(Number(x.toPrecision(6)));
  const isWhole = xColumn.kind === 'integer' || xColumn.kind === 'decimal';
  if (isWhole) return decimal(x);
  return displayText(x, xColumn).replace(/ 00:00:00$/, '');
}

export const yText = (value: number): string => (Number.isInteger(value) ? count(value) : decimal(value));
