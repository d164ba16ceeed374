import { sqlName, sqlString } from '@sdq/duckdb/sql';
import { sessionSettings } from '../relations/session-values.ts';
import { type CommandReader, type CommandText, tableNamed, unknownTable } from './command.ts';
import { showDatabases, showTables } from './lists.ts';

const allTables = 'SELECT * FROM "show.all_tables" ORDER BY name';
const version = `SELECT 'v1.5.6' AS library_version, '' AS source_id, '' AS codename`;

/** The columns of a table, as DESCRIBE lists them. */
function columnsOf(table: string): string {
  return `SELECT column_name, column_type, "null", "key", "default", extra FROM "show.columns" WHERE table_name = ${sqlString(table)} ORDER BY position`;
}

function infoOf(table: string): string {
  return `SELECT cid, name, type, "notnull", dflt_value, pk FROM "show.table_info" WHERE table_name = ${sqlString(table)} ORDER BY cid`;
}

/** The words of a command, up to `count`, in lower case; other tokens are empty. */
function words({ tokens, from, to }: CommandText, count: number): string[] {
  return Array.from({ length: Math.min(count, to - from) }, (_, at) => tokens.word(from + at));
}

/** SHOW, DESCRIBE and DESC. What they leave alone, DuckDB's parser reads: `DESCRIBE SELECT …`. */
export const readShow: CommandReader = (command) => {
  const { from, to } = command;
  const [verb = '', first = '', second = '', third = ''] = words(command, 4);
  if (!['show', 'describe', 'desc'].includes(verb)) return undefined;
  const length = to - from;
  if (length === 1) return allTables;
  const table = tableNamed(command, from + 1);
  if (table !== undefined) return columnsOf(table);
  if (first === 'all' && verb === 'show' && length === 2) return allTables;
  if (first === 'all' && second === 'tables' && length === 3) return allTables;
  const at = first === 'full' || first === 'extended' ? 2 : 1;
  const isColumns = ['columns', 'fields'].includes(at === 2 ? second : first);
  if (verb === 'show' && isColumns && ['from', 'in'].includes(at === 2 ? third : second)) {
    const named = tableNamed(command, from + at + 2);
    if (named === undefined) throw unknownTable(command, from + at + 2);
    return columnsOf(named);
  }
  return verb === 'show' ? setting(command) : undefined;
};

/** `SHOW server_version`, `SHOW TIME ZONE`, `SHOW TRANSACTION ISOLATION LEVEL`. */
function setting({ tokens, from, to }: CommandText): string | undefined {
  const rest = Array.from({ length: to - from - 1 }, (_, at) => tokens.name(from + 1 + at)).join(' ');
  const name = { 'time zone': 'timezone', 'transaction isolation level': 'transaction_isolation' }[rest];
  const found = sessionSettings.get(name ?? rest);
  return found && `SELECT ${sqlString(found.value)} AS ${sqlName(found.name)}`;
}

/** The PRAGMAs that describe tables. */
export const readPragma: CommandReader = (command) => {
  const { tokens, from, to } = command;
  if (tokens.word(from) !== 'pragma') return undefined;
  const name = tokens.word(from + 1);
  if (to - from === 2) {
    const plain = { show_tables: showTables, show_databases: showDatabases, version };
    return plain[name as keyof typeof plain];
  }
  const ofTable = { table_info: infoOf, show: columnsOf }[name];
  if (ofTable === undefined || tokens.symbol(from + 2) !== '(' || tokens.closing(from + 2) !== to - 1)
    return undefined;
  const table = tableNamed({ ...command, to: to - 1 }, from + 3);
  if (table === undefined) throw unknownTable(command, from + 3);
  return ofTable(table);
};

/** `pragma_table_info('videos')` in FROM. */
export function tableInfo(command: CommandText): string | undefined {
  const table = tableNamed(command, command.from);
  return table && `(${infoOf(table)})`;
}
