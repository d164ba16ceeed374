import { join } from 'node:path';
import { sqlName, sqlString, sqlStrings } from '@sdq/duckdb/sql';
import { type FileEntry, layout, livingRows, maskRows } from '@sdq/index';
import type { ClusterNode } from '../client/cluster-node.ts';
import { clickhouseName, clickhouseString } from '../client/sql.ts';
import { insertRowsMax } from '../limits.ts';
import { qualified, snapshotDatabase, storedName } from '../snapshots/names.ts';
import type { Change } from './changes.ts';
import type { RowWriter } from './row-writer.ts';
import { type LoadedTable, monthSql, monthsOf, rowsOf, rowsOfMonth } from './rows-of.ts';
import type { StoredTable } from './stored-table.ts';
import { askNode, type Topology } from './topology.ts';

export interface TableLoad {
  readonly root: string;
  readonly loaded: LoadedTable;
  readonly stored: StoredTable;
  readonly database: string;
  /** The snapshot that its unchanged parts are attached from. */
  readonly previousId: string | undefined;
  readonly topology: Topology;
  readonly writer: RowWriter;
  /** Whether deleted rows must leave the disks at once. */
  readonly purges: boolean;
}

/** Makes a table of the new snapshot, empty until now, hold the rows of the index. */
export async function loadTable(load: TableLoad, change: Change): Promise<void> {
  const { root, loaded, stored, database, writer } = load;
  if (change.kind === 'whole') {
    for (const files of filesTogether(loaded))
      await writer.write(stored, database, rowsOf(root, loaded, files));
    const deltas = loaded.state.files.filter((file) => layout.isDelta(file));
    const isSplit = (loaded.source ?? loaded.table).partitionBy !== undefined;
    if (deltas.length > 0 && isSplit) await writer.write(stored, database, rowsOf(root, loaded, deltas));
    return;
  }
  const months = change.kind === 'patch' ? change.months : [];
  await attachParts(load, new Set(months));
  if (change.kind === 'patch') await deleteRows(load, change);
  if (load.purges) await applyDeletions(load);
  if (change.kind === 'unchanged') return;
  for (const month of months) await writer.write(stored, database, rowsOfMonth(root, loaded, month));
  if (change.added.length === 0 || months.includes(null)) return;
  const others = months.length === 0 ? 'true' : `${monthSql(loaded)} NOT IN (${quotedList(months)})`;
  await writer.write(stored, database, rowsOf(root, loaded, change.added, others));
}

/** Base files, by month, as many together as one insertion takes; all files of a table that is not split by months. */
function filesTogether(loaded: LoadedTable): FileEntry[][] {
  const together: FileEntry[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const month of monthsOf(loaded)) {
    const files = loaded.state.files.filter(
      (file) => month === null || (!layout.isDelta(file) && file.month === month),
    );
    if (files.length === 0) continue;
    const more = files.reduce((sum, file) => sum + file.rows, 0);
    if (rows + more > insertRowsMax) {
      together.push([]);
      rows = 0;
    }
    together.at(-1)?.push(...files);
    rows += more;
  }
  return together;
}

/** Parts of the snapshot before, but for those of some months, by hard links: they take no space and no time. */
async function attachParts(load: TableLoad, without: ReadonlySet<string | null>): Promise<void> {
  const { stored, database, previousId, topology } = load;
  if (previousId === undefined) throw new Error('There is no snapshot to attach parts from');
  const name = storedName(stored.table, topology.cluster !== undefined);
  const previous = snapshotDatabase(previousId);
  await onAllNodes(topology, async (node) => {
    const parts = await node.rows<{ id: string }>(
      `SELECT DISTINCT partition_id AS id FROM system.parts
       WHERE active AND database = ${clickhouseString(previous)} AND table = ${clickhouseString(name)}`,
    );
    for (const { id } of parts) {
      const month = stored.table.partitionBy === undefined ? null : `${id.slice(0, 4)}-${id.slice(4)}`;
      if (without.has(month)) continue;
      await node.run(
        `ALTER TABLE ${qualified(database, name)} ATTACH PARTITION ID ${clickhouseString(id)} FROM ${qualified(previous, name)}`,
      );
    }
  });
}

/** Rows that were replaced or removed since, by their keys: their files are read, not those of the table. */
async function deleteRows(load: TableLoad, change: Extract<Change, { kind: 'patch' }>): Promise<void> {
  const { root, loaded, stored, database, topology, writer } = load;
  const base = loaded.source ?? loaded.table;
  const key = base.key.map(sqlName).join(', ');
  const { state } = loaded;
  const added = livingRows(root, base, { files: change.added, masks: state.masks });
  const masked = newlyMasked(root, loaded, change);
  const relations = [
    ...change.gone.map((path) => `SELECT ${key} FROM ${livedThere(root, path, change.masksBefore)}`),
    ...(change.added.length === 0 ? [] : [`SELECT ${key} FROM ${added}`]),
    ...(masked === undefined ? [] : [`SELECT ${key} FROM ${masked}`]),
  ];
  if (relations.length === 0) return;
  const gone = qualified(database, `gone.${stored.table.platform}.${stored.table.name}`);
  const columns = base.key.map((name) => {
    const type = base.columns.find((column) => column.name === name)?.type ?? 'VARCHAR';
    return { name: clickhouseName(name), type };
  });
  const names = columns.map(({ name }) => name).join(', ');
  const target = qualified(database, storedName(stored.table, topology.cluster !== undefined));
  await onAllNodes(topology, async (node) => {
    await node.run(`DROP TABLE IF EXISTS ${gone}`);
    await node.run(
      `CREATE TABLE ${gone} ENGINE = MergeTree ORDER BY tuple() AS SELECT ${names} FROM ${target} LIMIT 0`,
    );
  });
  await writer.writeToAll(`(${relations.join(' UNION ')})`, `INSERT INTO ${gone} (${names})`);
  await onAllNodes(topology, async (node) => {
    await node.run(`DELETE FROM ${target} WHERE (${names}) IN (SELECT ${names} FROM ${gone})`, {
      settings: { lightweight_deletes_sync: 1, mutations_sync: 1 },
    });
    await node.run(`ALTER TABLE ${target} APPLY DELETED MASK`, { settings: { mutations_sync: 1 } });
    await node.run(`DROP TABLE ${gone} SYNC`);
  });
}

/** Deleted rows leave the parts; else they stay there, hidden, until parts are merged. */
async function applyDeletions({ stored, database, topology }: TableLoad): Promise<void> {
  const target = qualified(database, storedName(stored.table, topology.cluster !== undefined));
  await onAllNodes(topology, async (node) => {
    await node.run(`ALTER TABLE ${target} APPLY DELETED MASK`, { settings: { mutations_sync: 1 } });
  });
}

/** Rows of a file that is gone which no mask of before hid. */
function livedThere(root: string, path: string, masksBefore: readonly string[]): string {
  const rows = `read_parquet(${sqlString(join(root, path))}, file_row_number = true)`;
  if (masksBefore.length === 0) return rows;
  const before = sqlStrings(masksBefore.map((each) => join(root, each)));
  return `(FROM ${rows} ANTI JOIN (SELECT pos AS file_row_number FROM read_parquet(${before}, union_by_name = true)
    WHERE file_path = ${sqlString(path)}) AS hidden USING (file_row_number))`;
}

/** Rows that masks hide now and did not hide before, in files that were there before. */
function newlyMasked(
  root: string,
  { state }: LoadedTable,
  { masks, masksBefore, added }: Extract<Change, { kind: 'patch' }>,
): string | undefined {
  const isNew = new Set(added.map(({ path }) => path));
  const files: FileEntry[] = state.files.filter(
    (file) => !isNew.has(file.path) && masks.some((mask) => mask.files[file.path] !== undefined),
  );
  if (files.length === 0) return undefined;
  const rows = maskRows(root, { files, masks });
  if (masksBefore.length === 0) return rows;
  const before = sqlStrings(masksBefore.map((path) => join(root, path)));
  return `(FROM ${rows} AS now ANTI JOIN (SELECT file_path, pos FROM read_parquet(${before}, union_by_name = true)) AS earlier
    USING (file_path, pos))`;
}

function quotedList(months: readonly (string | null)[]): string {
  return months.map((month) => sqlString(month ?? '')).join(', ');
}

/** The same on every node, at once. */
export async function onAllNodes(
  { shards }: Topology,
  work: (node: ClusterNode) => Promise<void>,
): Promise<void> {
  await Promise.all(shards.flat().map(async (node) => await askNode(node, work)));
}
