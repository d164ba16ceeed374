import type { JSX } from 'preact';
import { type Answer, answers } from './answers.ts';

/** Of a picture, in units of its own. */
const [width, height] = [240, 110];
const [left, right, top, bottom] = [12, 228, 8, 104];

/** The answer of an example over the sample index, without axes: what it says in numbers, the query tells. */
export function ExamplePicture({ title, chart }: { title: string; chart: string }): JSX.Element {
  const [kind = ''] = chart.split('~');
  const answer = answers[title] ?? [];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} class="picture" aria-hidden="true">
      {(shapes[kind] ?? table)(answer)}
    </svg>
  );
}

const shapes: Readonly<Record<string, (answer: Answer) => JSX.Element>> = {
  line: lines,
  area: (answer) => lines(answer, true),
  bar: ([values = []]) => bars(values, 0.25),
  histogram: ([values = []]) => bars(values, 0.08),
  scatter,
  heatmap,
};

/** Each list is a series: a value for each place along x, null where it has none. */
function lines(answer: Answer, isArea = false): JSX.Element {
  const y = scaleOf(answer.flat());
  const last = Math.max(1, ...answer.map(({ length }) => length - 1));
  return (
    <>
      {answer.map((values, i) => {
        const points = values.flatMap((value, at) =>
          value === null ? [] : [[left + ((right - left) * at) / last, bottom - y(value)] as const],
        );
        const path = points.map(([x, at], k) => `${k === 0 ? 'M' : 'L'}${round(x)},${round(at)}`).join('');
        const ends = `L${round(points.at(-1)?.[0] ?? left)},${bottom}L${round(points[0]?.[0] ?? left)},${bottom}Z`;
        return (
          <g key={i} class={`series-${i}`}>
            {isArea && <path d={`${path}${ends}`} class="area" />}
            <path d={path} class="line" />
          </g>
        );
      })}
    </>
  );
}

function bars(values: Answer[number], gap: number): JSX.Element {
  const y = scaleOf(values);
  const band = (right - left) / Math.max(1, values.length);
  return (
    <g class="series-0">
      {values.map((value, i) => (
        <rect
          key={i}
          x={round(left + i * band)}
          y={round(bottom - y(value ?? 0))}
          width={round(band * (1 - gap))}
          height={round(y(value ?? 0))}
          class="bar"
        />
      ))}
    </g>
  );
}

/** Each list is a point. */
function scatter(answer: Answer): JSX.Element {
  const y = scaleOf(answer.map((point) => point[1] ?? 0));
  const most = Math.max(1, ...answer.map((point) => point[0] ?? 0));
  return (
    <g class="series-0">
      {answer.map((point, i) => (
        <circle
          key={i}
          cx={round(left + ((right - left) * (point[0] ?? 0)) / most)}
          cy={round(bottom - y(point[1] ?? 0))}
          r={2.5}
          class="dot"
        />
      ))}
    </g>
  );
}

/** Each list is a line of cells, the lowest first. */
function heatmap(answer: Answer): JSX.Element {
  const most = Math.max(1, ...answer.flat().map((value) => value ?? 0));
  const band = (right - left) / Math.max(1, ...answer.map(({ length }) => length));
  const line = (bottom - top) / Math.max(1, answer.length);
  return (
    <g class="series-0">
      {answer.flatMap((values, row) =>
        values.map((value, i) => (
          <rect
            key={`${row} ${i}`}
            x={round(left + i * band)}
            y={round(bottom - (row + 1) * line)}
            width={round(band - 1)}
            height={round(line - 1)}
            class="bar"
            fill-opacity={round(0.08 + (0.92 * (value ?? 0)) / most)}
          />
        )),
      )}
    </g>
  );
}

/** Each list is a row: how many characters its cells have. */
function table(answer: Answer): JSX.Element {
  const columns = Math.max(1, ...answer.map(({ length }) => length));
  const most = Array.from({ length: columns }, (_each, i) =>
    Math.max(4, ...answer.map((cells) => Math.min(24, cells[i] ?? 0))),
  );
  const unit = (right - left - 10 * (columns - 1)) / most.reduce((sum, each) => sum + each, 0);
  const startOf = (i: number) => left + most.slice(0, i).reduce((sum, each) => sum + each * unit + 10, 0);
  return (
    <g class="series-0">
      {answer.map((cells, row) =>
        cells.map((length, i) => (
          <rect
            key={`${row} ${i}`}
            x={round(startOf(i))}
            y={top + 4 + row * 16}
            width={round(Math.min(24, length ?? 0) * unit)}
            height={8}
            rx={3}
            class="bar"
            opacity={i === 0 ? 0.8 : 0.45}
          />
        )),
      )}
    </g>
  );
}

/** Heights above the bottom; zero is on it. */
function scaleOf(values: Answer[number]): (value: number) => number {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  return (value) => ((bottom - top) * Math.max(0, value)) / most;
}

const round = (value: number): number => Math.round(value * 100) / 100;
