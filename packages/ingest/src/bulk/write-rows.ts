import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CatalogColumn, type CatalogTable, olderColumn, storedColumns, tableId } from '@sdq/catalog';
import { syncPath } from '@sdq/contract';
import { sqlName, sqlStrings } from '@sdq/duckdb/sql';
import { writeSortedFiles, writeUnsortedFile } from '@sdq/index';
import { stagedType } from '../staging/columns/staged-column.ts';
import { mainColumn, observedAtColumn, stagedColumnsOf } from '../staging/columns/staged-table.ts';
import type { Progress } from '../staging/progress.ts';
import { stagedTableOf } from '../staging/read-staged.ts';
import { placingColumns } from '../staging/staged-observations.ts';
import { besideVideos, countNames } from './beside-videos.ts';
import type { BulkPlan } from './bulk-plan.ts';
import { sqlTypeOf } from './column-sql.ts';

const videosId = 'shortvideo.videos';
const statsId = 'shortvideo.video_stats';

/** Writes the rows of batches that SQL converts. */
export class BatchWriter {
  readonly #connection: DuckDBConnection;
  readonly #plan: BulkPlan;
  /** SQL of the time of observation of rows that have none. */
  readonly #otherwise: string;
  /** The columns that may have a value. */
  readonly #known: ReadonlySet<string>;

  constructor(connection: DuckDBConnection, plan: BulkPlan, observedAt: bigint) {
    this.#connection = connection;
    this.#plan = plan;
    this.#otherwise = String(observedAt);
    this.#known = new Set(plan.source.rows.columns.map(({ name }) => name));
  }

  /** Writes the rows of a relation of the file, and notes the files. */
  async write(relation: string, batch: number, progress: Progress): Promise<void> {
    const { rows } = this.#plan.source;
    const { table } = rows;
    const selected = rows.select(relation);
    const written = await this.#writeSorted(table, this.#stored(table, selected), batch, progress);
    if (written.length === 0 || tableId(table) !== videosId) return;
    const stored = `read_parquet(${sqlStrings(written)}, hive_partitioning = false)`;
    await this.#writeCounts(stored, selected, batch, progress);
    for (const { table: id, columns, from } of rows.beside ?? []) {
      const observed = `coalesce(${observedAtColumn}, ${this.#otherwise})`;
      await this.#writeBeside(id, { columns, from: from(selected), observed }, batch, progress);
    }
    if (rows.beside !== undefined) return;
    for (const beside of besideVideos) {
      if (!this.#known.has(beside.needs)) continue;
      const observed = 'epoch_us(indexed_at)';
      await this.#writeBeside(beside.table, { ...beside.select(stored), observed }, batch, progress);
    }
  }

  /** The rows as base files have them, as SQL for FROM. */
  #stored(table: CatalogTable, selected: string): string {
    const placing = placingColumns(table);
    const list = storedColumns(table)
      .filter(({ name }) => (this.#known.has(name) || placing.includes(name)) && name !== table.observedBy)
      .map((column) => {
        const value = this.#known.has(column.name) ? fromMicros(column) : `NULL::${column.type}`;
        return `${value} AS ${sqlName(column.name)}`;
      });
    const observed = `make_timestamptz(coalesce(${observedAtColumn}, ${this.#otherwise}))`;
    list.push(`${observed} AS ${sqlName(table.observedBy)}`);
    return `(SELECT ${list.join(', ')} FROM (${selected}))`;
  }

  /** Writes sorted files and returns their paths. */
  async #writeSorted(
    table: CatalogTable,
    relation: string,
    batch: number,
    progress: Progress,
    known = this.#known,
  ): Promise<string[]> {
    const id = tableId(table);
    const folder = `${String(batch).padStart(6, '0')}.${id}`;
    const has = new Set([...known, ...placingColumns(table), table.observedBy]);
    const names = [...storedColumns(table).map(({ name }) => name), olderColumn.name];
    const lacking = new Set(names.filter((name) => !has.has(name)));
    const path = join(this.#plan.folder, folder);
    const files = await writeSortedFiles(this.#connection, path, table, relation, lacking);
    progress.addColumns(id, [...new Set(files.flatMap(({ columns }) => columns))]);
    await syncPath(this.#plan.folder);
    const named = files.map(({ columns: _, ...file }) => ({
      ...file,
      name: `${folder}/${file.name.replaceAll('\\', '/')}`,
    }));
    progress.sorted[id] = [...(progress.sorted[id] ?? []), ...named];
    return files.map(({ name }) => join(path, name));
  }

  /** Counts are observations of their own. */
  async #writeCounts(stored: string, selected: string, batch: number, progress: Progress): Promise<void> {
    const counts = countNames.filter((name) => this.#known.has(name));
    if (counts.length === 0) return;
    const { source } = this.#plan.source.rows;
    const table = stagedTableOf(this.#plan.catalog, statsId);
    const isSame = source.startsWith("'");
    const observed = isSame
      ? 'indexed_at'
      : `make_timestamptz(coalesce(${observedAtColumn}, ${this.#otherwise}))`;
    const from = isSame ? stored : `(${selected})`;
    const relation = `(SELECT video_id, ${counts.join(', ')}, ${isSame ? source : '_source'} AS source, ${observed} AS observed_at
      FROM ${from} WHERE coalesce(${counts.join(', ')}) IS NOT NULL)`;
    const known = new Set(['video_id', 'source', ...counts]);
    await this.#writeSorted(table, relation, batch, progress, known);
  }

  /** Different rows of a table that videos tell of, for the merge. */
  async #writeBeside(
    id: string,
    { columns, from, observed }: BesideSelect,
    batch: number,
    progress: Progress,
  ): Promise<void> {
    const table = stagedTableOf(this.#plan.catalog, id);
    const list = stagedColumnsOf(table).map(({ name, type }) => {
      const staged = stagedType(type);
      return `${columns[name] === undefined ? `NULL::${staged}` : `${columns[name]}::${staged}`} AS ${sqlName(name)}`;
    });
    const name = `${String(batch).padStart(6, '0')}.${id}.parquet`;
    const path = join(this.#plan.folder, name);
    const known = await writeUnsortedFile(
      this.#connection,
      table,
      `SELECT DISTINCT ${list.join(', ')}, ${observed} AS ${observedAtColumn}, NULL::BOOLEAN AS ${mainColumn} FROM ${from}`,
      path,
    );
    await syncPath(path);
    await syncPath(this.#plan.folder);
    progress.addFile(id, name);
    progress.addColumns(
      id,
      known.filter((column) => columns[column] !== undefined),
    );
  }
}

interface BesideSelect {
  readonly columns: Readonly<Record<string, string>>;
  /** SQL for FROM. */
  readonly from: string;
  /** SQL of the time of observation in microseconds since 1970. */
  readonly observed: string;
}

function fromMicros(column: CatalogColumn): string {
  const name = sqlName(column.name);
  return sqlTypeOf(column) === column.type ? name : `make_timestamptz(${name})`;
}
