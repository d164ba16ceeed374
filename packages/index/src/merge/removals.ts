import {
  type CatalogTable,
  hasParentLinks,
  keepsOlder,
  olderColumn,
  parentLinksName,
  removalsName,
  tableId,
} from '@sdq/catalog';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { observedColumn, registers } from './registers.ts';

/** The removed records of one table, as a merge into it needs them. */
export interface Removed {
  /** SQL for a value of a row with the given alias, and SQL for FROM with its removed values: `record_key`, `removed_at`. */
  readonly by: readonly { readonly value: (row: string) => string; readonly relation: string }[];
}

/** The id of a platform's table of removals in the manifest. */
export function removalsIdOf(table: CatalogTable): string {
  return tableId({ platform: table.platform, name: removalsName });
}

/**
 * The removed records of a table: by its own key, and with the records that they belong to, or once belonged to.
 * `removals` and `links` are SQL for FROM with rows of the platform's tables of removals and of parent links.
 */
export function removedOf(table: CatalogTable, removals: string, links?: string): Removed {
  if (table.name === parentLinksName) return linksRemoved(removals);
  const relationOf = (name: string) =>
    `(SELECT record_key, CASE WHEN for_good THEN TIMESTAMPTZ 'infinity' ELSE removed_at END AS removed_at
      FROM ${removals} WHERE record_table = ${sqlString(name)})`;
  const by = [];
  const [key] = table.key;
  if (table.key.length === 1 && key !== undefined)
    by.push({ value: textOf(key), relation: relationOf(table.name) });
  if (table.removedWith !== undefined) {
    const ofParents = relationOf(table.removedWith.table);
    by.push({ value: textOf(table.removedWith.column), relation: ofParents });
    if (links !== undefined && key !== undefined && hasParentLinks(table)) {
      const linked = `SELECT record_key, parent_key FROM ${links} WHERE record_table = ${sqlString(table.name)}`;
      by.push({
        value: textOf(key),
        relation: `(SELECT linked.record_key, parents.removed_at
          FROM (${linked}) AS linked JOIN ${ofParents} AS parents ON parents.record_key = linked.parent_key)`,
      });
    }
  }
  return { by };
}

/** A record that stays removed needs no links: nothing of it is restored. */
function linksRemoved(removals: string): Removed {
  const record = (row: string) => `${row}.record_table || '.' || ${row}.record_key`;
  const relation = `(SELECT ${record('gone')} AS record_key, TIMESTAMPTZ 'infinity' AS removed_at
    FROM ${removals} AS gone WHERE for_good)`;
  return { by: [{ value: record, relation }] };
}

function textOf(column: string): (row: string) => string {
  return (row) => `${row}.${sqlName(column)}::VARCHAR`;
}

/** SELECTs of the keys of stored rows that were removed. */
export function goneKeys(table: CatalogTable, { by }: Removed, stored: string): string[] {
  const key = table.key.map(sqlName).join(', ');
  return by.map(
    ({ value, relation }) =>
      `SELECT ${key} FROM ${stored} AS stored WHERE ${value('stored')} IN (SELECT record_key FROM ${relation})`,
  );
}

/**
 * Merged rows without removed content. A row whose newest observation is no newer than its removal is dropped; of a
 * row that was observed again, each value not observed since is dropped, except for required columns.
 */
export function withoutRemoved(table: CatalogTable, removed: Removed | undefined, rows: string): string {
  if (removed === undefined || removed.by.length === 0) return `(SELECT * FROM ${rows})`;
  const joins = removed.by.map(
    ({ value, relation }, at) =>
      `LEFT JOIN (SELECT record_key, max(removed_at) AS removed_at FROM ${relation} GROUP BY 1) AS gone${at}
       ON gone${at}.record_key = ${value('each')}`,
  );
  const times = removed.by.map((_, at) => `gone${at}.removed_at`);
  const time = times.length === 1 ? times[0] : `greatest(${times.join(', ')})`;
  const replaced = registers(table)
    .filter((column) => column.nullable || column.whenUnknown !== undefined)
    .map(({ name }) => {
      const observed = keepsOlder(table)
        ? `coalesce(${olderColumn.name}[${sqlString(name)}], ${observedColumn})`
        : observedColumn;
      return `CASE WHEN _gone_at IS NULL OR ${observed} > _gone_at THEN ${sqlName(name)} END AS ${sqlName(name)}`;
    });
  if (keepsOlder(table)) {
    const entries = `list_filter(map_entries(${olderColumn.name}), lambda entry: entry.value > _gone_at)`;
    replaced.push(`CASE WHEN _gone_at IS NULL OR ${olderColumn.name} IS NULL THEN ${olderColumn.name}
      ELSE nullif(map_from_entries(${entries}), MAP {}::${olderColumn.type}) END AS ${olderColumn.name}`);
  }
  const replace = replaced.length === 0 ? '' : `REPLACE (${replaced.join(', ')})`;
  return `(SELECT * EXCLUDE (_gone_at) ${replace} FROM
      (SELECT each.*, ${time} AS _gone_at FROM ${rows} AS each ${joins.join(' ')})
    WHERE _gone_at IS NULL OR ${observedColumn} > _gone_at)`;
}
