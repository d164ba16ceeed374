import { storedColumns } from '@sdq/catalog';
import { sqlName } from '@sdq/duckdb/sql';
import { type LiveSegment, layout } from '@sdq/index';
import type { Constants, RouteContext } from '../access-path.ts';
import { changedRelation } from './changed-relation.ts';
import { storedList } from './stored-columns.ts';

/** A table of a segment, as SQL names it. */
export function tableOf(live: LiveSegment, structure: string): string {
  return `${live.name}.${sqlName(structure)}`;
}

/** The global ordinal of a row, over all segments. */
export function globalOrdinal(live: LiveSegment, ordinal: string): string {
  return live.firstOrdinal === 0 ? ordinal : `${ordinal}::BIGINT + ${live.firstOrdinal}`;
}

/** Conditions, to follow AND, that exclude stale and masked rows and rows of files that WHERE excludes. */
export function wantedOnly(context: RouteContext, live: LiveSegment, ordinal: string): string {
  return `${ofWantedFiles(context, live, ordinal)}${unmaskedOnly(live, ordinal, context)}`;
}

/** The same, masked rows included: for what drops them later. */
export function ofWantedFiles(context: RouteContext, live: LiveSegment, ordinal: string): string {
  if (context.isPruned) return ` AND (${wantedRanges(context, live, ordinal)})`;
  return freshOnly(live, ordinal);
}

/** Conditions, to follow AND, that exclude stale and masked rows; with a context, masked ones of files that WHERE excludes may stay. */
export function livingOnly(live: LiveSegment, ordinal: string, context?: RouteContext): string {
  return `${freshOnly(live, ordinal)}${unmaskedOnly(live, ordinal, context)}`;
}

/** Conditions, to follow AND, that exclude stale rows. */
export function freshOnly({ stale }: LiveSegment, ordinal: string): string {
  return stale.map(([from, to]) => ` AND ${ordinal} NOT BETWEEN ${from} AND ${to - 1}`).join('');
}

/** The condition, to follow AND, that excludes masked rows: with a context, those of files that WHERE does not exclude. */
function unmaskedOnly(live: LiveSegment, ordinal: string, context?: RouteContext): string {
  if (live.masked === undefined) return '';
  const where = context?.isPruned === true ? ` WHERE ${wantedRanges(context, live, 'ordinal')}` : '';
  return ` AND ${ordinal} NOT IN (SELECT ordinal FROM ${changedRelation(live.masked.ordinals)}${where})`;
}

/** For each segment, a SELECT of these stored columns of the rows of a structure that pass `where` and are needed. */
export function wantedRows(
  context: RouteContext,
  structure: string,
  stored: readonly string[],
  { where = 'true', ordinal = 'ordinal' } = {},
): string[] {
  const list = storedList(context, stored);
  return context.coverage.segments.map(
    (live) =>
      `SELECT ${list} FROM ${tableOf(live, structure)} WHERE ${where}${wantedOnly(context, live, ordinal)}`,
  );
}

function wantedRanges({ files }: RouteContext, { segment, stale }: LiveSegment, ordinal: string): string {
  const wanted = new Set(files.map(({ path }) => path));
  const ranges: [number, number][] = [];
  for (const { path, rows, first_ordinal: first } of segment.covers) {
    if (!wanted.has(path) || stale.some(([from, to]) => first >= from && first < to)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === first) last[1] = first + rows;
    else ranges.push([first, first + rows]);
  }
  const tests = ranges.map(([from, to]) => `${ordinal} BETWEEN ${from} AND ${to - 1}`);
  return tests.length === 0 ? 'false' : tests.join(' OR ');
}

/** Columns of a structure; none where it is not built. */
export function columnsOf({ coverage }: RouteContext, structure: string): readonly string[] {
  return coverage.columns.get(structure) ?? [];
}

/** Whether a structure is built and has every stored column that is needed, except those with constants. */
export function hasColumns(
  context: RouteContext,
  structure: string,
  needed: readonly string[],
  constants: Constants = {},
): boolean {
  const has = columnsOf(context, structure);
  return has.length > 0 && needed.every((name) => name in constants || has.includes(name));
}

/** Rows of the files that must be read beside segments; those of delta files are held in memory. */
export function rowsBeside({
  table,
  uncovered,
  coverage,
  living,
}: Pick<RouteContext, 'table' | 'uncovered' | 'coverage' | 'living'>): string {
  const { delta } = coverage;
  const base = uncovered.filter((file) => !layout.isDelta(file));
  if (delta === undefined || base.length === uncovered.length) return living(uncovered);
  if (base.length === 0) return changedRelation(delta);
  const list = storedList(
    { table },
    storedColumns(table).map(({ name }) => name),
  );
  return `(SELECT ${list} FROM ${living(base)} UNION ALL SELECT ${list} FROM ${changedRelation(delta)})`;
}

/** Whether processes hold all rows that must be read beside segments: those of few delta files. */
export function areHeldBeside({
  uncovered,
  coverage: { delta },
}: Pick<RouteContext, 'uncovered' | 'coverage'>): boolean {
  return uncovered.length === 0 || (delta?.isHeld === true && uncovered.every(layout.isDelta));
}
