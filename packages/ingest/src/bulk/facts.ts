import type { DuckDBConnection } from '@duckdb/node-api';
import { tableId } from '@sdq/catalog';
import { allRows } from '@sdq/duckdb';
import type { NoteName } from '../notes.ts';
import type { Progress } from '../staging/progress.ts';
import type { BulkPlan } from './bulk-plan.ts';
import type { RowsSql } from './rows-sql.ts';

/** Adds what the report tells of rows that SQL converts: their number, notes and latest time. */
export async function noteFacts(
  connection: DuckDBConnection,
  { source: { rows } }: BulkPlan,
  relation: string,
  progress: Progress,
): Promise<void> {
  const { times } = rows;
  const notes = noteCounts(rows);
  const list = [
    'count(*) AS rows',
    ...times.map((time, i) => `max(${time}) AS t${i}`),
    ...notes.map(([, count], i) => `${count} AS n${i}`),
  ];
  const [found = {}] = await allRows<Record<string, string | null>>(
    connection,
    `SELECT ${list.join(', ')} FROM (${rows.select(relation)})`,
  );
  const count = Number(found.rows);
  progress.addAll(count);
  progress.bulk = { rows: (progress.bulk?.rows ?? 0) + count, at: 0 };
  for (const i of times.keys()) {
    const time = found[`t${i}`];
    if (time !== null && time !== undefined) progress.seeTime(BigInt(time));
  }
  for (const [i, [name]] of notes.entries()) {
    const times = Number(found[`n${i}`] ?? 0);
    if (times > 0) progress.notes.add(name, times);
  }
}

function noteCounts(rows: RowsSql): [NoteName, string][] {
  const { columns, table } = rows;
  const has = (name: string) => columns.some((column) => column.name === name);
  const counts: [NoteName, string][] = [['time_zone_assumed', 'sum(_locals)']];
  if (tableId(table) !== 'shortvideo.videos') return counts;
  if (has('like_count') && has('play_count'))
    counts.push(['likes_above_plays', 'count_if(like_count > play_count)']);
  if (!rows.mayBeOffByHours) return counts;
  // As `noteOddZone` counts them.
  const off = '(create_time // 1000000 - coalesce((try_cast(video_id AS UBIGINT) >> 32)::BIGINT, 0))';
  const hours = `floor(${off} / 3600 + 0.5)`;
  const isOff = `${hours} <> 0 AND abs(${hours}) <= 14 AND abs(${off} - ${hours} * 3600) <= 60`;
  counts.push(['time_off_id_by_hours', `count_if(_is_unzoned AND ${isOff})`]);
  return counts;
}
