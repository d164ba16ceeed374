import { authorTotals } from './author-totals.ts';
import { hashtagTotals } from './hashtag-totals.ts';
import { musicTotals } from './music-totals.ts';
import { checksum, type Structure, type StructureCheck } from './structure.ts';

/** Columns of totals by which groups may lead: how many rows they have, and what those sum up to. */
export const leadingMeasures = [
  'rows',
  'play_count_sum',
  'like_count_sum',
  'comment_count_sum',
  'share_count_sum',
  'collect_count_sum',
] as const;

/** Groups that lead by each measure, ties with the last of them not counted; all where there are fewer. */
export const leadersHeld = 1_000;

/** Name of the structure with the leading values of one column. */
export function leadersOf(key: string): string {
  return `${key}_leaders`;
}

/** The rows of totals whose value of `key` leads all others by some measure, each with which measures those are. */
function leaders(totals: Structure, key: string): Structure {
  const name = leadersOf(key);
  const sums = leadingMeasures.map((measure) => `sum(${measure}) AS ${measure}`).join(', ');
  const groups = `SELECT ${key}, ${sums} FROM ${totals.name} GROUP BY ${key}`;
  const floors = leadingMeasures
    .map((measure) => `max(${measure}, ${leadersHeld})[-1] AS ${measure}`)
    .join(', ');
  const flags = leadingMeasures
    .map((measure) => `coalesce(groups.${measure} >= floors.${measure}, false) AS leads_${measure}`)
    .join(', ');
  const totalNames = totals.columns.map((column) => column.name);
  return {
    name,
    description: `Of ${totals.name}, the values of ${key} that lead by a count or a sum, and by which.`,
    columns: [
      ...totals.columns,
      ...leadingMeasures.map((measure) => ({ name: `leads_${measure}`, type: 'BOOLEAN' })),
    ],
    sql: `WITH groups AS MATERIALIZED (${groups}), floors AS (SELECT ${floors} FROM groups),
      flagged AS (SELECT groups.${key}, ${flags} FROM groups, floors),
      ahead AS (SELECT * FROM flagged WHERE ${leadingMeasures.map((measure) => `leads_${measure}`).join(' OR ')})
      SELECT own.*, ahead.* EXCLUDE (${key}) FROM ${totals.name} AS own
      JOIN ahead ON own.${key} IS NOT DISTINCT FROM ahead.${key}`,
    order: totals.order,
    checks: [
      {
        name: 'rows of leading groups, and checksum',
        base: checksum(
          totalNames,
          `${totals.name} AS own SEMI JOIN ${name} AS ahead ON own.${key} IS NOT DISTINCT FROM ahead.${key}`,
        ),
        structure: checksum(totalNames, name),
      },
      ...leadingMeasures.map((measure) => groupsThatLead(totals.name, name, key, measure)),
    ],
  };
}

/** All groups that are not below the least here, and as many of them as there should be. */
function groupsThatLead(totals: string, structure: string, key: string, measure: string): StructureCheck {
  const sums = (from: string) => `(SELECT ${key}, sum(${measure}) AS total FROM ${from} GROUP BY ${key})`;
  const held = sums(`${structure} WHERE leads_${measure}`);
  return {
    name: `groups that lead by ${measure}`,
    base: `SELECT count(*) FILTER (is_leading), coalesce(sum(hash(${key}, total)) FILTER (is_leading), 0),
        count(total) < ${leadersHeld} OR count(*) FILTER (is_leading) >= ${leadersHeld}
      FROM (SELECT *, total >= (SELECT min(total) FROM ${held}) AS is_leading FROM ${sums(totals)})`,
    structure: `SELECT count(*), coalesce(sum(hash(${key}, total)), 0), true FROM ${held}`,
  };
}

export const allLeaders: readonly Structure[] = [
  leaders(authorTotals, 'author_id'),
  leaders(authorTotals, 'author'),
  leaders(musicTotals, 'music_id'),
  leaders(hashtagTotals, 'hashtag'),
];
