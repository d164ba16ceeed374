import type { Draw } from './draw.ts';

/** A generator of statements of one style. */
export interface Family {
  /** Source and style: `duckdb/lists`. */
  readonly name: string;
  /** Statements of it in the corpus. */
  readonly count: number;
  /** The number is that of the statement within its family: a family with a fixed list of kinds goes through them. */
  make(draw: Draw, number: number): string;
}

/** A family that goes through its templates in turn, each time filled anew. */
export function templates(name: string, count: number, list: readonly string[]): Family {
  return {
    name,
    count: Math.max(count, list.length),
    make: (draw, number) => draw.fill(list[number % list.length] as string),
  };
}

/** A family of expressions, each selected on its own or over rows of a table. */
export function expressions(name: string, count: number, list: readonly string[]): Family {
  return templates(
    name,
    count,
    list.map((each) => (each.startsWith('SELECT') ? each : `SELECT ${each} AS result`)),
  );
}
