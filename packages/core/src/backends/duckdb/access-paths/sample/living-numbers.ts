import { randomInt } from 'node:crypto';
import { sqlName } from '@sdq/duckdb/sql';
import type { Coverage } from '@sdq/index';
import type { RouteContext } from '../../candidates/access-path.ts';
import { changedRelation } from '../../candidates/relation/changed-relation.ts';
import { globalOrdinal, rowsBeside } from '../../candidates/relation/segment-rows.ts';

/** A row that was drawn: of a segment by its ordinal; -1, -2, … is the first, second, … row beside the segments. */
type Drawn = number;

/** Rows of uncovered files, masked ones included. */
export function rowsUncovered({ uncovered }: Coverage): number {
  return [...uncovered].reduce((sum, { rows }) => sum + rows, 0);
}

/** As many as leave enough rows when masked ones are dropped, but for one time in a billion. */
export function spareCount({ rowFiles, uncovered, rowsLiving }: Coverage, wanted: number): number {
  const all = [...rowFiles, ...uncovered].reduce((sum, { rows }) => sum + rows, 0);
  const share = rowsLiving / Math.max(1, all);
  if (share === 0) return 0;
  const mean = wanted / share;
  return Math.min(all, Math.ceil(mean + 6 * Math.sqrt((mean * (1 - share)) / share) + 6 / share));
}

/**
 * Draws `count` rows, or all when there are no more, in random order, each set and order as likely: of those of row files,
 * and of `beside` rows beside them.
 */
export function chooseNumbers(files: Coverage['rowFiles'], count: number, beside: number): Drawn[] {
  const own = files.reduce((sum, { rows }) => sum + rows, 0);
  const numbers = chooseOf(own + beside, count);
  const ordinals = ordinalsOf(
    files,
    numbers.filter((number) => number < own),
  );
  return numbers.map((number) => ordinals.get(number) ?? own - number - 1);
}

/** `count` different numbers below `total` (Floyd's algorithm), shuffled. */
function chooseOf(total: number, count: number): number[] {
  const chosen = new Set<number>();
  for (let place = Math.max(0, total - count); place < total; place++) {
    const number = randomInt(place + 1);
    chosen.add(chosen.has(number) ? place : number);
  }
  const numbers = [...chosen];
  for (let left = numbers.length; left > 1; left--) {
    const at = randomInt(left);
    [numbers[at], numbers[left - 1]] = [numbers[left - 1] as number, numbers[at] as number];
  }
  return numbers;
}

/** Numbers count the rows that are read; ordinals have gaps where rows are stale. */
function ordinalsOf(files: Coverage['rowFiles'], numbers: readonly number[]): Map<number, number> {
  const ascending = [...numbers].sort((a, b) => a - b);
  const ordinals = new Map<number, number>();
  let before = 0;
  let at = 0;
  for (const { first, rows } of files) {
    for (; at < ascending.length; at++) {
      const number = ascending[at] ?? 0;
      if (number >= before + rows) break;
      ordinals.set(number, first + number - before);
    }
    before += rows;
  }
  return ordinals;
}

/**
 * The first `wanted` drawn rows that are no masked ones, as SQL: a SELECT of the ordinals of those in segments, which fails
 * where they are too few, and one of the rows beside segments.
 */
export function livingOfDrawn(
  context: RouteContext,
  drawn: readonly Drawn[],
  wanted: number,
): { ordinals: string; beside: (names: readonly string[]) => string } {
  const { coverage, table, living } = context;
  const uncovered = [...coverage.uncovered];
  const beside = rowsBeside({ table, coverage, living, uncovered });
  const masked = coverage.segments.flatMap((live) =>
    live.masked === undefined
      ? []
      : [`SELECT ${globalOrdinal(live, 'ordinal')} FROM ${changedRelation(live.masked.ordinals)}`],
  );
  const tests = [
    `drawn >= 0${masked.length === 0 ? '' : ` AND drawn NOT IN (${masked.join(' UNION ALL ')})`}`,
    // A number beyond the rows that are left is that of a masked one.
    ...(uncovered.length === 0 ? [] : [`drawn < 0 AND -drawn <= (SELECT count(*) FROM ${beside})`]),
  ];
  const chosen = `(SELECT drawn FROM (SELECT unnest(range(${drawn.length})) AS turn, unnest([${drawn.join(', ')}]::BIGINT[]) AS drawn)
    WHERE (${tests.join(') OR (')}) ORDER BY turn LIMIT ${wanted})`;
  return {
    ordinals: `SELECT unnest(CASE WHEN count(*) < ${wanted} THEN error('Too many drawn rows are masked')
      ELSE list(drawn) FILTER (drawn >= 0) END) FROM ${chosen}`,
    beside: (names) => {
      const list = names.map(sqlName).join(', ');
      if (uncovered.length === 0) return `SELECT ${list} FROM ${living([])} WHERE false`;
      return `SELECT ${list} FROM (SELECT ${list}, -row_number() OVER () AS _sdq_number FROM ${beside})
        WHERE _sdq_number IN (SELECT drawn FROM ${chosen})`;
    },
  };
}
