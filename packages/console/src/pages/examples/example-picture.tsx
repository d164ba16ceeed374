import type { JSX } from 'preact';

const rows = [38, 44, 41, 56, 52, 63, 60, 78, 71, 88];

/** What kind of answer an example has: a drawing of its chart, not of numbers. */
export function ExamplePicture({ chart }: { chart: string }): JSX.Element {
  const [kind = ''] = chart.split('~');
  return (
    <svg viewBox="0 0 240 110" class="picture series-0" aria-hidden="true">
      {shapes[kind]?.() ?? table()}
    </svg>
  );
}

const line = rows.map((value, i) => `${i === 0 ? 'M' : 'L'}${14 + i * 23.5},${102 - value}`).join('');

const shapes: Readonly<Record<string, () => JSX.Element>> = {
  line: () => <path d={line} class="line" />,
  area: () => (
    <>
      <path d={`${line}L225.5,104L14,104Z`} class="area" />
      <path d={line} class="line" />
    </>
  ),
  bar: () => (
    <>
      {[...rows].reverse().map((value, i) => (
        <rect key={value} x={14 + i * 21.5} y={104 - value} width={14} height={value} rx={2} class="bar" />
      ))}
    </>
  ),
  histogram: () => (
    <>
      {[8, 20, 42, 70, 92, 84, 62, 40, 26, 16, 9, 5].map((value, i) => (
        <rect key={value} x={12 + i * 18} y={104 - value} width={17} height={value} class="bar" />
      ))}
    </>
  ),
  scatter: () => (
    <>
      {Array.from({ length: 42 }, (_each, i) => {
        const x = 14 + 210 * ((i * 0.618) % 1) ** 1.6;
        return (
          <circle key={i} cx={x} cy={96 - x * 0.3 - 26 * Math.sin(i * 12.9898) ** 2} r={3} class="dot" />
        );
      })}
    </>
  ),
  heatmap: () => (
    <>
      {Array.from({ length: 60 }, (_each, i) => {
        const [column, row] = [i % 12, Math.floor(i / 12)];
        const heat = 0.12 + 0.85 * Math.exp(-((column - 7) ** 2 + 4 * (row - 2) ** 2) / 14);
        return (
          <rect
            key={i}
            x={12 + column * 18}
            y={8 + row * 19}
            width={16}
            height={17}
            rx={2}
            class="bar"
            fill-opacity={heat}
          />
        );
      })}
    </>
  ),
};

function table(): JSX.Element {
  return (
    <>
      {[0, 1, 2, 3, 4].map((row) => (
        <g key={row} opacity={row === 0 ? 1 : 0.45}>
          <rect x={12} y={10 + row * 19} width={56} height={9} rx={3} class="bar" />
          <rect x={80} y={10 + row * 19} width={96} height={9} rx={3} class="bar" opacity={0.6} />
          <rect x={188} y={10 + row * 19} width={40} height={9} rx={3} class="bar" opacity={0.6} />
        </g>
      ))}
    </>
  );
}
