import type { LiveSegment } from '@sdq/index';

/** Ordinals `[from, to)`. */
export type Range = readonly [from: number, to: number];

/** What one part of a candidate's SQL reads: each stands between two UNION ALLs. */
export interface Part {
  readonly sql: string;
  /** The segment whose rows it gives; undefined where it gives rows of files, or fetched ones. */
  readonly live: LiveSegment | undefined;
}

/** The parts of a statement. A part's own segment stands before those that it only asks for a bound. */
export function partsOf(sql: string, segments: readonly LiveSegment[]): Part[] {
  return sql.split(' UNION ALL ').map((part) => {
    const places = segments.map((live) => ({ live, at: part.indexOf(`${live.name}.`) }));
    const [first] = places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
    return { sql: part, live: first?.live };
  });
}

/** The ranges to which the masked rows that a part leaves out are limited; undefined where they are not. */
export function rangesMasked({ sql }: Part): Range[] | undefined {
  const [, where] = maskedIn.exec(sql) ?? [];
  return where === undefined ? undefined : allowedOrdinals({ sql: where, live: undefined }, 0);
}

const maskedIn = /NOT IN \(SELECT ordinal FROM [^() ]+(?: WHERE ([^()]*))?\)?/;

/** Ordinals that a part may give, masked rows aside, out of `rows`. */
export function allowedOrdinals({ sql: whole }: Part, rows: number): Range[] {
  const sql = whole.replace(maskedIn, '');
  const found = [...sql.matchAll(/\b(?:ordinal|rowid) (NOT )?BETWEEN (\d+) AND (\d+)/g)];
  const ranges = (isNot: boolean) =>
    found
      .filter(([, not]) => (not !== undefined) === isNot)
      .map(([, , from, to]): Range => [Number(from), Number(to) + 1]);
  if (/ AND \(false\)/.test(sql)) return [];
  const within = ranges(false);
  return without(within.length === 0 ? [[0, rows]] : within, ranges(true));
}

/** The ranges of `all` that are in none of `others`, both ascending. */
export function without(all: readonly Range[], others: readonly Range[]): Range[] {
  let left: Range[] = [...all];
  for (const [from, to] of others) {
    left = left.flatMap(([begin, end]): Range[] => {
      if (to <= begin || from >= end) return [[begin, end]];
      return [
        [begin, Math.min(from, end)],
        [Math.max(to, begin), end],
      ].filter(([a = 0, b = 0]) => a < b) as unknown as Range[];
    });
  }
  return joined(left);
}

/** Neighbours as one. */
export function joined(ranges: readonly Range[]): Range[] {
  const found: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = found.at(-1);
    if (last?.[1] === from) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

/** Months that a part leaves out, `YYYY-MM`. */
export function monthsLeftOut({ sql }: Part): string[] {
  const test =
    /AND NOT \((\w+) >= (TIMESTAMPTZ '(\d{4}-\d{2})-01 00:00:00\+00') AND \1 < \2 \+ INTERVAL 1 MONTH\)/g;
  return [...sql.matchAll(test)].map(([, , , month = '']) => month);
}

/** The files that SQL reads as they are; undefined where it reads none. */
export function filesRead(sql: string): string[] | undefined {
  const calls = [...sql.matchAll(/read_parquet\(\[([^\]]*)\]/g)];
  if (calls.length === 0) return undefined;
  return calls.flatMap(([, list = '']) => [...list.matchAll(/'([^']*)'/g)].map(([, path = '']) => path));
}

/** Columns of totals in a select list, by name: `play_count_sum AS _sdq_play_count_sum` and the like. */
export function totalsIn(sql: string): Map<string, string> {
  const found = itemsOf(sql).flatMap((item) => {
    const [, written, name] = /^(.*) AS (_sdq_\w+)$/s.exec(item) ?? [];
    return written === undefined || name === undefined ? [] : [[name, written] as const];
  });
  return new Map(found);
}

/** The items of the first select list that names totals. */
function itemsOf(sql: string): string[] {
  const start = sql.lastIndexOf('SELECT ', sql.indexOf('_sdq_')) + 'SELECT '.length;
  const items = [''];
  let depth = 0;
  for (const each of sql.slice(start)) {
    depth += each === '(' ? 1 : each === ')' ? -1 : 0;
    if (depth === 0 && each === ',') items.push('');
    else items.push(`${items.pop() ?? ''}${each}`);
    if (depth === 0 && items.at(-1)?.endsWith(' FROM ')) break;
  }
  return items.map((item) => item.replace(/ FROM $/, '').trim());
}

/** The names of the totals that a part gives; those of groups that are held have no other names. */
export function totalsNamed(sql: string): string[] {
  const named = [...totalsIn(sql).keys()];
  return named.length > 0
    ? named
    : itemsOf(sql).filter((item) => item.startsWith('_sdq_') && item !== '_sdq_place');
}

/** How a row is spelled as a group of one. */
export function ofOneRow(total: string): string {
  if (total === '_sdq_rows') return '1::BIGINT';
  if (total.endsWith('_unsure')) return 'NULL';
  const [, column = '', kind = ''] =
    /^_sdq_(\w+)_(rows|sum|min|max|true|empty|length|longest)$/.exec(total) ?? [];
  const spelled: Readonly<Record<string, string>> = {
    rows: `(${column} IS NOT NULL)::BIGINT`,
    sum: `${column}::HUGEINT`,
    true: `coalesce(${column}, false)::BIGINT`,
    empty:
      column === 'hashtags'
        ? `coalesce(len(${column}) = 0, false)::BIGINT`
        : `coalesce(${column} = '', false)::BIGINT`,
    length: `length(${column})::HUGEINT`,
    longest: `length(${column})`,
  };
  return spelled[kind] ?? column;
}
