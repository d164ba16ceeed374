import { type CoveredFile, type LiveSegment, layout } from '@sdq/index';

/** Whether a stale month also has current files in the same segment, so that it cannot be masked as a whole. */
export function hasMixedMonths(live: LiveSegment): boolean {
  const stale = staleFiles(live);
  const months = new Set(stale.map(layout.monthOf));
  if (months.has(undefined)) return true;
  const current = live.segment.covers.filter((file) => !stale.includes(file));
  // A delta file has rows of any month.
  return current.some(
    (file) => months.has(layout.monthOf(file)) || (stale.length > 0 && layout.isDelta(file)),
  );
}

/** The months of files that the snapshot no longer has, `YYYY-MM`. */
export function staleMonths(live: LiveSegment): (string | undefined)[] {
  return staleFiles(live).map(layout.monthOf);
}

function staleFiles({ segment, stale }: LiveSegment): CoveredFile[] {
  return segment.covers.filter(({ first_ordinal: first, rows }) =>
    stale.some(([from, to]) => first >= from && first + rows <= to),
  );
}
