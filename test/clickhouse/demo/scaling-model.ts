/**
 * How the CPU time of a question follows from rows and nodes, fitted to counters: every node reads its part of the rows;
 * the node that begins a query also merges what the others send.
 */

/** What nodes did for one question over a table of so many rows. */
export interface ScalingPoint {
  readonly rows: number;
  readonly nodes: number;
  /** CPU milliseconds of the node that begins the query. */
  readonly firstMs: number;
  /** Of each other node, and what it sends, in kilobytes; absent where there is one node. */
  readonly otherMs?: number;
  readonly sentKb?: number;
}

/** Milliseconds, and kilobytes: fixed ones, those for a million rows of a node, and milliseconds for a kilobyte received. */
export interface ScalingModel {
  readonly first: { readonly fixed: number; readonly perMillion: number; readonly perKb: number };
  readonly other: { readonly fixed: number; readonly perMillion: number };
  readonly sent: { readonly fixed: number; readonly perMillion: number };
}

/** Fits by relative errors, with no coefficient below zero. */
export function fitScaling(points: readonly ScalingPoint[]): ScalingModel {
  const shared = points.filter((point) => point.nodes > 1);
  const others = leastSquares(
    shared.map((point) => ({ terms: [1, millions(point)], value: point.otherMs ?? 0 })),
  );
  const sent = leastSquares(
    shared.map((point) => ({ terms: [1, millions(point)], value: point.sentKb ?? 0 })),
  );
  const first = leastSquares(
    points.map((point) => ({
      terms: [1, millions(point), (point.sentKb ?? 0) * (point.nodes - 1)],
      value: point.firstMs,
    })),
  );
  return {
    first: { fixed: first[0] ?? 0, perMillion: first[1] ?? 0, perKb: first[2] ?? 0 },
    other: { fixed: others[0] ?? 0, perMillion: others[1] ?? 0 },
    sent: { fixed: sent[0] ?? 0, perMillion: sent[1] ?? 0 },
  };
}

/** What the model expects of so many rows on so many nodes. */
export function predictScaling(model: ScalingModel, rows: number, nodes: number): Required<ScalingPoint> {
  const each = millions({ rows, nodes });
  const sentKb = nodes === 1 ? 0 : model.sent.fixed + model.sent.perMillion * each;
  return {
    rows,
    nodes,
    sentKb,
    firstMs: model.first.fixed + model.first.perMillion * each + model.first.perKb * sentKb * (nodes - 1),
    otherMs: nodes === 1 ? 0 : model.other.fixed + model.other.perMillion * each,
  };
}

/** Millions of rows of a node. */
function millions({ rows, nodes }: { rows: number; nodes: number }): number {
  return rows / nodes / 1e6;
}

interface Equation {
  readonly terms: readonly number[];
  readonly value: number;
}

/** The coefficients of which none is below zero that leave the least squares of relative errors. */
export function leastSquares(equations: readonly Equation[]): number[] {
  const count = equations[0]?.terms.length ?? 0;
  let best = { error: Number.POSITIVE_INFINITY, coefficients: Array.from({ length: count }, () => 0) };
  // There are at most three terms: each set of them is tried, and those that want a negative coefficient drop out.
  for (let set = 0; set < 2 ** count; set++) {
    const used = Array.from({ length: count }, (_, i) => i).filter((i) => (set >> i) & 1);
    const solved = solveNormal(equations, used);
    if (solved === undefined || solved.some((value) => value < 0)) continue;
    const coefficients = Array.from({ length: count }, (_, i) => solved[used.indexOf(i)] ?? 0);
    const error = sum(
      equations.map(({ terms, value }) => {
        const found = sum(terms.map((term, i) => term * (coefficients[i] ?? 0)));
        return ((found - value) * weight(value)) ** 2;
      }),
    );
    if (error < best.error) best = { error, coefficients };
  }
  return best.coefficients;
}

/** Values below one count as one: they are mostly noise. */
function weight(value: number): number {
  return 1 / Math.max(1, value);
}

/** Solves the normal equations of some terms; undefined where they have no single solution. */
function solveNormal(equations: readonly Equation[], used: readonly number[]): number[] | undefined {
  const rows = used.map((a) => [
    ...used.map((b) =>
      sum(equations.map(({ terms, value }) => at(terms, a) * at(terms, b) * weight(value) ** 2)),
    ),
    sum(equations.map(({ terms, value }) => at(terms, a) * value * weight(value) ** 2)),
  ]);
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows.slice(column).sort((a, b) => Math.abs(at(b, column)) - Math.abs(at(a, column)))[0];
    if (pivot === undefined || Math.abs(at(pivot, column)) < 1e-12) return undefined;
    const place = rows.indexOf(pivot);
    [rows[column], rows[place]] = [pivot, rows[column] as number[]];
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = at(row, column) / at(pivot, column);
      for (let i = column; i < row.length; i++) row[i] = at(row, i) - factor * at(pivot, i);
    }
  }
  return rows.map((row, i) => at(row, row.length - 1) / at(row, i));
}

function at(values: readonly number[], place: number): number {
  return values[place] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
