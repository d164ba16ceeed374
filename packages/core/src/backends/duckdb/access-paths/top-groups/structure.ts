import { type CatalogTable, elementOf, type PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import {
  checksum,
  columnOf,
  instancesOf,
  type Structure,
  type StructureCheck,
  type StructureMaker,
} from '../../candidates/structure.ts';
import { groupStructure } from '../group-totals/structure.ts';

/** Top-k groups by each measure, not counting ties with the last of them; all groups where there are fewer. */
export const groupsRetained = 1_000;

/** Columns of totals by which groups are ranked: the number of rows, and the sums of measures. */
export function leadingMeasures(table: CatalogTable): string[] {
  return ['rows', ...instancesOf(table, 'top-rows').map((instance) => `${columnOf(instance)}_sum`)];
}

/** The totals that an instance is computed from. */
export function totalsOf(table: CatalogTable, { structure, of }: PathInstance): PathInstance {
  const found = instancesOf(table, 'group-totals').find((instance) => instance.structure === of);
  if (found === undefined) throw new Error(`"${structure}" belongs to no totals of ${table.name}`);
  return found;
}

/** The top-k groups: rows of totals whose key ranks highest by some measure, each with a flag for each such measure. */
export const topGroupsStructure: StructureMaker = (table, instance) => {
  const { structure: name } = instance;
  const key = sqlWord(elementOf(table, columnOf(instance)));
  const totals = groupStructure(table, totalsOf(table, instance));
  const measures = leadingMeasures(table);
  const sums = measures.map((measure) => `sum(${measure}) AS ${measure}`).join(', ');
  const groups = `SELECT ${key}, ${sums} FROM ${totals.name} GROUP BY ${key}`;
  const thresholds = measures
    .map((measure) => `max(${measure}, ${groupsRetained})[-1] AS ${measure}`)
    .join(', ');
  const { tiesMax } = instance;
  const leads = (measure: string) => {
    const reaches = `groups.${measure} >= floors.${measure}`;
    if (tiesMax === undefined) return reaches;
    // Without the ties with the last group, those ahead of it are still the top groups.
    return `${reaches} AND (ties.${measure} <= ${tiesMax * groupsRetained} OR groups.${measure} > floors.${measure})`;
  };
  const flags = measures
    .map((measure) => `coalesce(${leads(measure)}, false) AS leads_${measure}`)
    .join(', ');
  const tied = measures.map(
    (measure) => `count(*) FILTER (groups.${measure} = floors.${measure}) AS ${measure}`,
  );
  const [ties, andTies] =
    tiesMax === undefined
      ? ['', '']
      : [`\n      ties AS (SELECT ${tied.join(', ')} FROM groups, floors),`, ', ties'];
  return {
    name,
    description: `Of ${totals.name}, the values of ${key} that lead by a count or a sum, and by which.`,
    columns: [
      ...totals.columns,
      ...measures.map((measure) => ({ name: `leads_${measure}`, type: 'BOOLEAN' })),
    ],
    sql: `WITH groups AS MATERIALIZED (${groups}), floors AS (SELECT ${thresholds} FROM groups),${ties}
      flagged AS (SELECT groups.${key}, ${flags} FROM groups, floors${andTies}),
      ahead AS (SELECT * FROM flagged WHERE ${measures.map((measure) => `leads_${measure}`).join(' OR ')})
      SELECT own.*, ahead.* EXCLUDE (${key}) FROM ${totals.name} AS own
      JOIN ahead ON own.${key} IS NOT DISTINCT FROM ahead.${key}`,
    reads: [totals.name],
    order: totals.order,
    checks: [
      sameGroups(totals, name, key),
      ...measures.map((measure) => groupsThatLead(totals, name, key, { measure, tiesMax })),
    ],
  };
};

function sameGroups(totals: Structure, structure: string, key: string): StructureCheck {
  const names = totals.columns.map((column) => sqlWord(column.name));
  return {
    name: 'rows of leading groups, and checksum',
    base: checksum(
      names,
      `${totals.name} AS own SEMI JOIN ${structure} AS ahead ON own.${key} IS NOT DISTINCT FROM ahead.${key}`,
    ),
    structure: checksum(names, structure),
  };
}

/** All groups that reach the threshold, and the expected number of them unless too many tie. */
function groupsThatLead(
  totals: Structure,
  structure: string,
  key: string,
  { measure, tiesMax }: { measure: string; tiesMax: number | undefined },
): StructureCheck {
  const isEnough = [
    `count(total) < ${groupsRetained}`,
    `count(*) FILTER (is_leading) >= ${groupsRetained}`,
    ...(tiesMax === undefined ? [] : [`count(*) FILTER (is_tied) > ${tiesMax * groupsRetained}`]),
  ];
  const sums = (from: string) => `(SELECT ${key}, sum(${measure}) AS total FROM ${from} GROUP BY ${key})`;
  const held = sums(`${structure} WHERE leads_${measure}`);
  return {
    name: `groups that lead by ${measure}`,
    base: `SELECT count(*) FILTER (is_leading), coalesce(sum(hash(${key}, total)) FILTER (is_leading), 0),
        ${isEnough.join(' OR ')}
      FROM (SELECT *, total >= (SELECT min(total) FROM ${held}) AS is_leading,
          total = (SELECT max(total, ${groupsRetained})[-1] FROM ${sums(totals.name)}) AS is_tied
        FROM ${sums(totals.name)})`,
    structure: `SELECT count(*), coalesce(sum(hash(${key}, total)), 0), true FROM ${held}`,
  };
}
