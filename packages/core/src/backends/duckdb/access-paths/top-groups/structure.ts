import { type CatalogTable, elementOf, type PathInstance } from '@sdq/catalog';
import { sqlWord } from '@sdq/duckdb/sql';
import {
  checksum,
  columnOf,
  inOwnType,
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
  const groups = groupsOf(totals, key, measures);
  const thresholds = measures.map((measure) => `${thresholdOf(measure)} AS ${measure}`).join(', ');
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
    sql: `WITH groups AS ${groups(totals.name)}, floors AS (SELECT ${thresholds} FROM groups),${ties}
      flagged AS (SELECT groups.${key}, ${flags} FROM groups, floors${andTies}),
      ahead AS (SELECT * FROM flagged WHERE ${measures.map((measure) => `leads_${measure}`).join(' OR ')})
      SELECT own.*, ahead.* EXCLUDE (${key}) FROM ${totals.name} AS own
      JOIN ahead ON own.${key} IS NOT DISTINCT FROM ahead.${key}`,
    reads: [totals.name],
    order: totals.order,
    checks: [sameGroups(totals, name, key), groupsThatLead(totals, name, { key, groups, measures, tiesMax })],
  };
};

function thresholdOf(measure: string): string {
  return `max(${measure}, ${groupsRetained})[-1]`;
}

/** The key and the sums of each group, as a common table expression over totals; a group may have several rows of these. */
function groupsOf(totals: Structure, key: string, measures: readonly string[]): (from: string) => string {
  if (totals.order.length === 1)
    return (from) => `NOT MATERIALIZED (SELECT ${[key, ...measures].join(', ')} FROM ${from})`;
  const sums = measures.map((measure) => `sum(${measure}) AS ${measure}`).join(', ');
  return (from) => `MATERIALIZED (SELECT ${key}, ${sums} FROM ${from} GROUP BY ${key})`;
}

function sameGroups(totals: Structure, structure: string, key: string): StructureCheck {
  const names = totals.columns.map(inOwnType);
  return {
    name: 'rows of leading groups, and checksum',
    base: checksum(
      names,
      `${totals.name} AS own SEMI JOIN ${structure} AS ahead ON own.${key} IS NOT DISTINCT FROM ahead.${key}`,
    ),
    structure: checksum(names, structure),
  };
}

interface LeadingGroups {
  readonly key: string;
  readonly groups: (from: string) => string;
  readonly measures: readonly string[];
  readonly tiesMax: number | undefined;
}

/** By each measure, all groups that reach the least one held, and the expected number of them unless too many tie. */
function groupsThatLead(
  totals: Structure,
  structure: string,
  { key, groups, measures, tiesMax }: LeadingGroups,
): StructureCheck {
  const each = (sql: (measure: string) => string) => measures.map(sql).join(', ');
  const sumOf = (measure: string) =>
    `count(*) FILTER (leads_${measure}), coalesce(sum(hash(${key}, ${measure}::HUGEINT)) FILTER (leads_${measure}), 0)`;
  const isEnough = (measure: string) =>
    [
      `count(groups.${measure}) < ${groupsRetained}`,
      `count(*) FILTER (groups.${measure} >= least.${measure}) >= ${groupsRetained}`,
      ...(tiesMax === undefined
        ? []
        : [`count(*) FILTER (groups.${measure} = floors.${measure}) > ${tiesMax * groupsRetained}`]),
    ].join(' OR ');
  const held = `held AS (SELECT ${key}, ${each((measure) => `sum(${measure}) AS ${measure}, bool_or(leads_${measure}) AS leads_${measure}`)}
      FROM ${structure} GROUP BY ${key})`;
  return {
    name: 'leading groups',
    base: `WITH groups AS ${groups(totals.name)}, ${held},
      least AS (SELECT ${each((measure) => `min(${measure}) FILTER (leads_${measure}) AS ${measure}`)} FROM held),
      floors AS (SELECT ${each((measure) => `${thresholdOf(measure)} AS ${measure}`)} FROM groups),
      ahead AS (SELECT groups.*, ${each((measure) => `groups.${measure} >= least.${measure} AS leads_${measure}`)}
        FROM groups, least WHERE ${measures.map((measure) => `groups.${measure} >= least.${measure}`).join(' OR ')})
      SELECT * FROM (SELECT ${each(sumOf)} FROM ahead), (SELECT ${each(isEnough)} FROM groups, least, floors)`,
    structure: `WITH ${held} SELECT ${each(sumOf)}, ${each(() => 'true')} FROM held`,
  };
}
