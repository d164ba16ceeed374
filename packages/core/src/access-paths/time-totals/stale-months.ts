import type { CoveredFile, LiveSegment } from '@sdq/index';

/** Whether a stale month has live files in the same segment too, so that it cannot be left out whole. */
export function hasMixedMonths(live: LiveSegment): boolean {
  const stale = staleFiles(live);
  const months = new Set(stale.map(monthOf));
  if (months.has(undefined)) return true;
  return live.segment.covers.some((file) => !stale.includes(file) && months.has(monthOf(file)));
}

/** The months of files that the snapshot no longer has, `YYYY-MM`. */
export function staleMonths(live: LiveSegment): (string | undefined)[] {
  return staleFiles(live).map(monthOf);
}

function staleFiles({ segment, stale }: LiveSegment): CoveredFile[] {
  return segment.covers.filter(({ first_ordinal: first, rows }) =>
    stale.some(([from, to]) => first >= from && first + rows <= to),
  );
}

function monthOf({ path }: CoveredFile): string | undefined {
  return /month=(\d{4}-\d{2})/.exec(path)?.[1];
}
