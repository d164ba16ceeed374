/** Rows of an answer, each value as the engine gives it. */
export type Answer = readonly Readonly<Record<string, unknown>>[];

/** Doubles that a sum in another order gives differ by less than this, relative to the greater one. */
const doubleMax = 1e-9;

/** Whether two answers have the same rows in the same order; or as multisets. */
export function haveSameRows(one: Answer, other: Answer, inOrder: boolean): boolean {
  if (one.length !== other.length) return false;
  const [left, right] = inOrder ? [one, other] : [sorted(one), sorted(other)];
  return left.every((row, at) => isSame(row, right[at]));
}

function sorted(rows: Answer): Answer {
  const keys = new Map(rows.map((row) => [row, keyOf(row)]));
  return [...rows].sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1));
}

/** Doubles are rounded, so that rows which differ by the order of a sum lie at the same place. */
function keyOf(row: unknown): string {
  return JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(8) : value;
  });
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= doubleMax * Math.max(Math.abs(one), Math.abs(other));
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [left, right] = [Object.entries(one), Object.entries(other)];
  return (
    left.length === right.length &&
    left.every(([name, value]) => isSame(value, (other as Record<string, unknown>)[name]))
  );
}
