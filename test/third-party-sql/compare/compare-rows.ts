/** Significant digits to which floats agree, whatever order they were added in. */
const significantDigits = 9;
/** The relative difference of floats that the order of additions and the rounding above may make. */
const tolerance = 1e-6;
/** Rows that differ after rounding are compared number by number up to this count. */
const pairsMax = 20_000;
const charactersShown = 300;

const float = /-?\d+\.\d+(?:[eE][+-]?\d+)?|-?\d+[eE][+-]?\d+/g;

export interface RowsToCompare {
  readonly lines: readonly string[];
  /** Names of the result's columns. */
  readonly names: readonly string[];
}

/** A line of NDJSON with floats rounded. */
export function roundedLine(line: string): string {
  return line.replace(float, (number) => String(Number(Number(number).toPrecision(significantDigits))));
}

/** Describes how two multisets of rows differ; undefined if they do not. */
export function differenceOfRows(expected: readonly string[], given: readonly string[]): string | undefined {
  if (expected.length !== given.length) return `${given.length} rows instead of ${expected.length}`;
  const [missing, odd] = leftOver(expected.map(roundedLine), given.map(roundedLine));
  if (odd.length === 0) return undefined;
  if (odd.length <= pairsMax && areClose(missing, odd)) return undefined;
  return `${odd.length} of ${given.length} rows differ: ${shown(odd[0])} instead of ${shown(missing[0])}`;
}

/** Describes how the values of some columns differ in sequence; undefined if they do not. */
export function differenceOfOrder(
  expected: RowsToCompare,
  given: RowsToCompare,
  positions: readonly number[],
): string | undefined {
  if (positions.length === 0) return undefined;
  const keysOf = ({ lines, names }: RowsToCompare) =>
    lines.map((line) => {
      const row = JSON.parse(roundedLine(line)) as Record<string, unknown>;
      return JSON.stringify(positions.map((position) => row[names[position] ?? ''] ?? null));
    });
  const [wanted, found] = [keysOf(expected), keysOf(given)];
  const at = wanted.findIndex((key, i) => key !== found[i] && !areClose([key], [found[i] ?? '']));
  if (at === -1) return undefined;
  return `row ${at + 1} is ordered by ${shown(found[at])} instead of ${shown(wanted[at])}`;
}

/** Whether each row is among the rows of a larger result, at least as often. */
export function areAmong(all: readonly string[], some: readonly string[]): boolean {
  const [, odd] = leftOver(all.map(roundedLine), some.map(roundedLine));
  return odd.length === 0;
}

/** What is in the first list only, and in the second only, as multisets. */
function leftOver(first: readonly string[], second: readonly string[]): [string[], string[]] {
  const counts = new Map<string, number>();
  for (const line of first) counts.set(line, (counts.get(line) ?? 0) + 1);
  const odd: string[] = [];
  for (const line of second) {
    const count = counts.get(line) ?? 0;
    if (count > 0) counts.set(line, count - 1);
    else odd.push(line);
  }
  const missing = [...counts].flatMap(([line, count]) => Array.from({ length: count }, () => line));
  return [missing, odd];
}

/** Whether rows are equal in pairs, except for small differences of floats. */
function areClose(expected: readonly string[], given: readonly string[]): boolean {
  const [wanted, found] = [expected.map(split).sort(byValue), given.map(split).sort(byValue)];
  return wanted.every(({ skeleton, numbers }, i) => {
    const other = found[i];
    if (other === undefined || other.skeleton !== skeleton) return false;
    return numbers.every((number, at) => isClose(number, other.numbers[at]));
  });
}

interface SplitLine {
  readonly skeleton: string;
  readonly numbers: readonly string[];
}

/** All numbers are taken out, because a float may be printed without a fraction. */
function split(line: string): SplitLine {
  const numbers: string[] = [];
  const skeleton = line.replace(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (number) => {
    numbers.push(number);
    return '#';
  });
  return { skeleton, numbers };
}

function byValue(a: SplitLine, b: SplitLine): number {
  if (a.skeleton !== b.skeleton) return a.skeleton < b.skeleton ? -1 : 1;
  const at = a.numbers.findIndex((number, i) => !isClose(number, b.numbers[i]));
  return at === -1 ? 0 : Number(a.numbers[at]) - Number(b.numbers[at]);
}

/** Two integers are equal or not, whatever their size: they are compared as texts. */
function isClose(a: string, b = ''): boolean {
  if (a === b) return true;
  if (!/[.eE]/.test(a) && !/[.eE]/.test(b)) return false;
  const [x, y] = [Number(a), Number(b)];
  return Math.abs(x - y) <= tolerance * Math.max(1e-3, Math.abs(x), Math.abs(y));
}

function shown(text: string | undefined): string {
  return text === undefined ? 'nothing' : text.slice(0, charactersShown);
}
