import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Result } from '../data/result.ts';
import { resultWords } from '../text/result-words.ts';
import { ChartMarks, xText, yText } from './chart-marks.tsx';
import { downloadPng, downloadSvg } from './download-chart.ts';
import { type Frame, frameOf } from './frame.ts';
import { type ChartData, readChart } from './read-points.ts';
import type { ChartChoice } from './suggest-charts.ts';

const tableRowsMax = 200;

/** A chart with its title, caption, downloads, and the values as a table. */
export function ChartView({ result, choice }: { result: Result; choice: ChartChoice }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const data = useMemo(() => readChart(result, choice), [result, result.rows, choice]);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const sizes = new ResizeObserver(() => setSize(sizeOf(element)));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const isEmpty = data === undefined || data.series.every(({ points }) => points.length === 0);
  const frame = isEmpty || size.width === 0 ? undefined : frameOf(data, size.width, size.height);
  const svgOf = () => host.current?.querySelector('svg') ?? undefined;
  return (
    <figure class="chart">
      <figcaption>
        <strong>{titleOf(choice)}</strong>
        {data !== undefined && <span>{captionOf(data)}</span>}
      </figcaption>
      {data !== undefined && data.series.length > 1 && data.choice.kind !== 'heatmap' && (
        <Legend data={data} />
      )}
      <div ref={host} class="chart-host">
        {isEmpty && <p class="empty">{resultWords.chart.nothing}</p>}
        {data !== undefined && frame !== undefined && <Drawing data={data} frame={frame} />}
      </div>
      {data?.omissions.map((text) => (
        <p key={text} class="note">
          {text}
        </p>
      ))}
      {!isEmpty && (
        <div class="row">
          <button type="button" onClick={() => downloadSvg(svgOf(), titleOf(choice))}>
            {resultWords.chart.svg}
          </button>
          <button type="button" onClick={() => void downloadPng(svgOf(), titleOf(choice))}>
            {resultWords.chart.png}
          </button>
        </div>
      )}
      {data !== undefined && !isEmpty && <ValueTable data={data} />}
    </figure>
  );
}

/** The width that there is, and a height with which chart, title and buttons fit into the pane. */
function sizeOf(element: HTMLElement): { width: number; height: number } {
  const pane = element.closest('.view')?.clientHeight ?? 0;
  return { width: Math.floor(element.clientWidth), height: Math.max(200, Math.min(420, pane - 190)) };
}

function Drawing({ data, frame }: { data: ChartData; frame: Frame }): JSX.Element {
  const [near, setNear] = useState<{ left: number; top: number; lines: string[] } | undefined>();
  const { left, right, bottom, width, height } = frame;
  return (
    <>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${titleOf(data.choice)}. ${captionOf(data)}`}
        onPointerMove={(event) => setNear(nearest(data, frame, event))}
        onPointerLeave={() => setNear(undefined)}
      >
        {frame.yTicks.map(({ at, text }) => (
          <g key={at}>
            {data.choice.kind !== 'heatmap' && <line x1={left} x2={right} y1={at} y2={at} class="rule" />}
            <text x={left - 8} y={at + 4} text-anchor="end">
              {text}
            </text>
          </g>
        ))}
        <ChartMarks data={data} frame={frame} />
        {frame.xTicks.map(({ at, text }) =>
          frame.isTurned ? (
            <text key={at} text-anchor="end" transform={`translate(${at + 4},${bottom + 14}) rotate(-40)`}>
              {text}
            </text>
          ) : (
            <text key={at} x={at} y={bottom + 20} text-anchor="middle">
              {text}
            </text>
          ),
        )}
        {near !== undefined && (
          <line x1={near.left} x2={near.left} y1={frame.top} y2={bottom} class="pointer" />
        )}
      </svg>
      {near !== undefined && (
        <div
          class="chart-near"
          aria-hidden="true"
          style={{ left: `${Math.min(near.left + 12, width - 180)}px`, top: `${near.top}px` }}
        >
          {near.lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
    </>
  );
}

/** The point of each series that is nearest along x. */
function nearest(data: ChartData, frame: Frame, event: PointerEvent) {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  let found: { distance: number; x: number } | undefined;
  const isFlat = data.choice.kind === 'scatter';
  for (const { points } of data.series)
    for (const point of points) {
      const distance = Math.hypot(frame.x(point.x) - x, isFlat ? frame.y(point.y) - y : 0);
      if (found === undefined || distance < found.distance) found = { distance, x: point.x };
    }
  if (found === undefined) return undefined;
  const at = found.x;
  const lines = data.series.flatMap(({ name, points }) =>
    points
      .filter((point) => point.x === at)
      .slice(0, 1)
      .map((point) => `${name === '' ? measureOf(data.choice) : name}: ${yText(point.y)}`),
  );
  return { left: frame.x(at), top: Math.max(0, y - 20), lines: [xText(data, at), ...lines] };
}

function Legend({ data }: { data: ChartData }): JSX.Element {
  return (
    <ul class="legend">
      {data.series.map(({ name }, i) => (
        <li key={name}>
          <svg width="12" height="12" aria-hidden="true" class={`series-${i}`}>
            <rect width="12" height="12" rx="3" class="bar" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function ValueTable({ data }: { data: ChartData }): JSX.Element {
  const lines = data.series.flatMap(({ name, points }) => points.map((point) => ({ name, point })));
  const { x, by } = data.choice;
  return (
    <details class="chart-table">
      <summary>{resultWords.chart.table}</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label={resultWords.chart.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{x}</th>
              {by !== '' && <th scope="col">{by}</th>}
              <th scope="col">{measureOf(data.choice)}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, tableRowsMax).map(({ name, point }) => (
              <tr key={`${name}~${point.x}~${point.y}`}>
                <td>{xText(data, point.x)}</td>
                {by !== '' && <td>{name}</td>}
                <td class="number">{yText(point.y)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > tableRowsMax && (
        <p class="note">{resultWords.chart.tableCut(tableRowsMax, lines.length)}</p>
      )}
    </details>
  );
}

const measureOf = ({ kind, y }: ChartChoice) => (kind === 'histogram' ? resultWords.chart.rows : y);

/** What a chart shows, in words. */
export function titleOf({ kind, x, y, by }: ChartChoice): string {
  const each = by === '' ? '' : ` ${resultWords.chart.for} ${by}`;
  if (kind === 'histogram') return `${resultWords.chart.distribution} ${x}`;
  if (kind === 'scatter') return `${y} ${resultWords.chart.against} ${x}`;
  return `${y} ${kind === 'line' || kind === 'area' ? resultWords.chart.over : resultWords.chart.by} ${x}${each}`;
}

function captionOf(data: ChartData): string {
  const points = data.series.flatMap((each) => each.points);
  if (points.length === 0) return resultWords.chart.nothing;
  const values = points.map(({ y }) => y);
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  const unit = data.xColumn.kind === 'time' ? ` · ${resultWords.chart.utc}` : '';
  return `${resultWords.chart.caption(points.length, yText(low), yText(high))}${unit}`;
}
