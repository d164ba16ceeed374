/** Round steps of an axis between two numbers, both included. */
export function niceTicks(min: number, max: number, about: number): number[] {
  const raw = (max - min) / about || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= raw) ?? raw;
  const ticks: number[] = [];
  for (let i = Math.floor(min / step); i <= Math.ceil(max / step) && ticks.length < 50; i++)
    ticks.push(i * step);
  return ticks;
}

const spans: readonly [ms: number, text: (date: Date) => string][] = [
  [365.25 * 864e5, (date) => String(date.getUTCFullYear())],
  [28 * 864e5, (date) => date.toISOString().slice(0, 7)],
  [864e5, (date) => date.toISOString().slice(0, 10)],
  [6e4, (date) => date.toISOString().slice(11, 16)],
  [0, (date) => date.toISOString().slice(11, 19)],
];

/** Round instants between two, in milliseconds, with their texts in UTC. */
export function timeTicks(min: number, max: number, about: number): { at: number; text: string }[] {
  const raw = (max - min) / about || 1;
  const year = 365.25 * 864e5;
  if (raw >= 25 * 864e5) {
    const months = [1, 2, 3, 6, 12, 24, 60, 120].find((each) => each * 30.44 * 864e5 >= raw) ?? 240;
    const ticks: { at: number; text: string }[] = [];
    const from = new Date(min);
    let month =
      from.getUTCFullYear() * 12 +
      Math.ceil(from.getUTCMonth() / Math.min(months, 12)) * Math.min(months, 12);
    for (; ticks.length < 50; month += months) {
      const at = Date.UTC(Math.floor(month / 12), month % 12);
      if (at > max) return ticks;
      if (at >= min) ticks.push({ at, text: textOf(at, months >= 12 ? year : 29 * 864e5) });
    }
    return ticks;
  }
  const steps = [
    1e3,
    5e3,
    15e3,
    6e4,
    3e5,
    9e5,
    36e5,
    108e5,
    216e5,
    432e5,
    864e5,
    2 * 864e5,
    7 * 864e5,
    14 * 864e5,
  ];
  const step = steps.find((each) => each >= raw) ?? 14 * 864e5;
  const ticks: { at: number; text: string }[] = [];
  for (let at = Math.ceil(min / step) * step; at <= max && ticks.length < 50; at += step)
    ticks.push({ at, text: textOf(at, step) });
  return ticks;
}

function textOf(at: number, span: number): string {
  const date = new Date(at);
  return (spans.find(([ms]) => span >= ms)?.[1] ?? ((each) => each.toISOString()))(date);
}
