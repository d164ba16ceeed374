import { builtInCatalog, type CatalogTable, storedColumns } from '@sdq/catalog';
import type { Plan } from '@sdq/core/stages';
import { Database } from '@sdq/duckdb';
import { sqlName } from '@sdq/duckdb/sql';
import type { Snapshot } from '@sdq/index';
import { structuresOf } from '../../packages/core/src/backends/duckdb/access-paths/access-paths.ts';
import { changesDatabase } from '../../packages/core/src/backends/duckdb/candidates/relation/changed-relation.ts';
import { planMacros } from '../../packages/core/src/backends/duckdb/plan-macros.ts';

type Columns = readonly { readonly name: string; readonly type: string }[];
type Connection = Awaited<ReturnType<Database['connect']>>;

/** DuckDB with an empty table for each table of the catalogue, to see whether statements of plans can be bound. */
export class EmptyTables implements AsyncDisposable {
  readonly #database: Database;
  readonly #connection: Connection;
  readonly #attached = new Set<string>();

  private constructor(database: Database, connection: Connection) {
    this.#database = database;
    this.#connection = connection;
  }

  static async open(): Promise<EmptyTables> {
    const database = await Database.open();
    const made = new EmptyTables(database, await database.connect());
    await made.#connection.run(`ATTACH ':memory:' AS ${changesDatabase}`);
    for (const macro of planMacros) await made.#connection.run(macro);
    for (const table of builtInCatalog.tables.filter(({ platform }) => platform === 'shortvideo')) {
      await made.#create(table.name, table.columns);
      await made.#create(filesOf(table), [...storedColumns(table), ...ofNumberedFiles]);
    }
    return made;
  }

  /** Binds a question as it is asked. Throws what DuckDB says. */
  async bindQuestion(sql: string): Promise<void> {
    await this.#bind(sql);
  }

  /** Binds each statement of a plan. Throws what DuckDB says. */
  async bindPlan(planned: Plan, snapshot: Snapshot): Promise<void> {
    for (const attachment of planned.attachments) {
      const { name } = attachment;
      if ('path' in attachment) await this.#attach(name, tableOf(attachment.path, snapshot));
      else {
        const table = `${changesDatabase}.main.${sqlName(name)}`;
        await this.#connection.run(`CREATE TABLE IF NOT EXISTS ${table} AS ${onTables(attachment.sql)}`);
      }
    }
    for (const { kept = [], steps, ...run } of [...planned.attempts, { ...planned, steps: [], kept: [] }]) {
      for (const { table, sql, steps: own } of kept) {
        await this.#bindSteps(own);
        await this.#connection.run(`CREATE TEMP TABLE IF NOT EXISTS ${table} AS ${onTables(sql)}`);
      }
      await this.#bindSteps(steps);
      for (const { name, relation } of run.views)
        await this.#connection.run(`CREATE TEMP VIEW ${sqlName(name)} AS FROM ${onTables(relation)}`);
      await this.#bind(run.sql);
      for (const { name } of run.views) await this.#connection.run(`DROP VIEW temp.${sqlName(name)}`);
    }
  }

  async #bindSteps(steps: Plan['attempts'][number]['steps']): Promise<void> {
    for (const { sql, keys, placeholder, columns } of steps) {
      if (sql !== null) await this.#bind(sql);
      if (keys !== undefined && 'sql' in keys.keys) await this.#bind(keys.keys.sql);
      await this.#create(placeholder, columns);
    }
  }

  async #attach(name: string, table: CatalogTable): Promise<void> {
    if (this.#attached.has(name)) return;
    this.#attached.add(name);
    await this.#connection.run(`ATTACH ':memory:' AS ${name}`);
    for (const structure of [...structuresOf(table), olderKeys])
      await this.#create(`${name}.${sqlName(structure.name)}`, structure.columns);
  }

  async #create(name: string, columns: Columns): Promise<void> {
    const list = columns.map((column) => `${sqlName(column.name)} ${column.type}`);
    await this.#connection.run(`CREATE TABLE IF NOT EXISTS ${name} (${list.join(', ')})`);
  }

  async #bind(sql: string): Promise<void> {
    const statement = await this.#connection.prepare(onTables(sql));
    statement.destroySync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.closeSync();
    this.#database.close();
  }
}

/** What numbered files have beside their columns, and masks. */
const ofNumberedFiles = [
  { name: 'file_index', type: 'UBIGINT' },
  { name: 'file_row_number', type: 'BIGINT' },
  { name: 'file_path', type: 'VARCHAR' },
  { name: 'pos', type: 'BIGINT' },
];

/** What segments had before there were key files. */
const olderKeys = {
  name: 'ids',
  columns: [
    { name: 'id', type: 'BIGINT' },
    { name: 'ordinal', type: 'INTEGER' },
  ],
};

/** The table that the segment at this path is over. */
function tableOf(path: string, snapshot: Snapshot): CatalogTable {
  const segment = snapshot.manifest.segments?.find((each) => snapshot.path(each) === path);
  const table = segment && builtInCatalog.byId(segment.table);
  if (table === undefined) throw new Error(`no segment lies at ${path}`);
  return table;
}

/** The table in place of a table's files. */
function filesOf({ name }: Pick<CatalogTable, 'name'>): string {
  return `files_of_${name}`;
}

function onTables(sql: string): string {
  return sql.replace(/read_parquet\(\['\/index\/data\/shortvideo\/(\w+)\/[^)]*\)/g, (_, name: string) =>
    filesOf({ name }),
  );
}
