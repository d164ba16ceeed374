import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogTable, hasParentLinks, keepsOlder, olderColumn } from '@sdq/catalog';
import { createTemporary } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { type Known, observedColumn } from './registers.ts';
import { removedOf } from './removals.ts';

/** The temporary table of the parent links that a merge found; it is there where the table has such links. */
export const foundLinks = 'found_links';

export interface LinkSources {
  /** Observations and stored rows of the observed keys in one shape, as SQL for FROM. */
  readonly rows: string;
  /** Those of keys with several rows, as SQL for FROM; undefined if there is no such key. */
  readonly contested: string | undefined;
  /** The removals of the platform, as SQL for FROM; undefined if there is none. */
  readonly removals: string | undefined;
  /** The stored parent links of the platform, as SQL for FROM; undefined if there is none. */
  readonly links: string | undefined;
  /** The columns of `rows`; where the parent is not among them, no link is found. */
  readonly known: Known;
}

/**
 * Fills {@link foundLinks} with observations of parent links: each parent that a record is observed with, where the
 * record has links already, is removed itself or with one of the parents, or is observed with several. Which links
 * there are in the end does therefore not depend on the order in which observations and removals come. Returns the
 * stored and the found links, as SQL for FROM; undefined if there is none.
 */
export async function noteParentLinks(
  connection: DuckDBConnection,
  table: CatalogTable,
  { rows, contested, removals, links, known }: LinkSources,
): Promise<string | undefined> {
  const [key] = table.key;
  const parent = table.removedWith?.column;
  if (!hasParentLinks(table) || key === undefined || parent === undefined) return links;
  const parentOrNull = known?.has(parent) === false ? 'NULL::VARCHAR' : sqlName(parent);
  const removed = removals === undefined ? [] : removedOf(table, removals, links).by;
  const reasons = removed.map(
    ({ value, relation }) => `${value('observed')} IN (SELECT record_key FROM ${relation})`,
  );
  if (links !== undefined) {
    const linked = `SELECT record_key FROM ${links} WHERE record_table = ${sqlString(table.name)}`;
    reasons.push(`${sqlName(key)}::VARCHAR IN (${linked})`);
  }
  if (contested !== undefined) {
    const parents = `min(${parentOrNull}) <> max(${parentOrNull})`;
    reasons.push(
      `${sqlName(key)} IN (SELECT ${sqlName(key)} FROM ${contested} GROUP BY 1 HAVING ${parents})`,
    );
  }
  const observed = keepsOlder(table)
    ? `coalesce(${olderColumn.name}[${sqlString(parent)}], ${observedColumn})`
    : observedColumn;
  await createTemporary(
    connection,
    foundLinks,
    `WITH named AS MATERIALIZED (
       SELECT ${sqlName(key)}, ${parentOrNull} AS _parent, ${observed} AS _named FROM ${rows} AS observed
       WHERE ${parentOrNull} IS NOT NULL AND ${reasons.length === 0 ? 'false' : `(${reasons.join(' OR ')})`})
     SELECT ${sqlString(table.name)} AS record_table, ${sqlName(key)}::VARCHAR AS record_key,
       _parent::VARCHAR AS parent_key, max(_named) AS ${observedColumn}
     FROM named GROUP BY ALL`,
  );
  const list = 'SELECT record_table, record_key, parent_key FROM';
  return `(${list} ${foundLinks}${links === undefined ? '' : ` UNION ALL ${list} ${links}`})`;
}
