import { scan } from './scan.ts';
import { checksum, ordinalColumn, type Structure, scanWithOrdinal } from './structure.ts';

const metrics = ['play_count', 'like_count', 'comment_count', 'share_count', 'collect_count'] as const;

/** Rows a tier holds at least, ties at its floor not counted: one in 200, but a thousand where there are as many. */
const rowsWanted = "greatest(1000, getvariable('source_rows') // 200)";

const columns = [...scan.columns, ordinalColumn];

/** The rows that lead by one metric: all that reach its floor, ties included, and none without the metric. */
function tierOf(metric: (typeof metrics)[number]): Structure {
  const name = `tier_${metric}`;
  const floor = `coalesce(
    (SELECT ${metric} FROM scan WHERE ${metric} IS NOT NULL ORDER BY ${metric} DESC LIMIT 1 OFFSET ${rowsWanted} - 1),
    (SELECT min(${metric}) FROM scan))`;
  const names = columns.map((column) => column.name);
  return {
    name,
    description: `The rows with the greatest ${metric}: every one that is not below the least in here.`,
    columns,
    sql: `SELECT ${names.join(', ')} FROM ${scanWithOrdinal} WHERE ${metric} >= ${floor}`,
    order: [`${metric} DESC`, 'video_id'],
    floorOf: metric,
    checks: [
      {
        name: 'rows that reach the floor, and checksum',
        base: checksum(names, `${scanWithOrdinal} WHERE ${metric} >= (SELECT min(${metric}) FROM ${name})`),
        structure: checksum(names, name),
      },
      {
        name: 'rows held',
        base: `SELECT count(${metric}) < ${rowsWanted} AS all_in, 0 FROM scan`,
        structure: `SELECT count(*) < ${rowsWanted} AS all_in, count(*) - count(${metric}) FROM ${name}`,
      },
    ],
  };
}

export const tiers: readonly Structure[] = metrics.map(tierOf);
