import { sqlString } from '@sdq/duckdb/sql';
import { schemaOids } from '../relations/facts.ts';
import { type CommandReader, type CommandText, isOwnQualifier, refused } from './command.ts';

interface List {
  readonly columns: string;
  readonly relation: string;
  /** The column that LIKE filters and that orders the rows. */
  readonly name: string;
}

const tables: List = { columns: 'name', relation: 'show.tables', name: 'name' };
const databases: List = { columns: '*', relation: 'show.databases', name: 'database_name' };

/** What SHOW lists, by the word that it is called by. */
const lists: Readonly<Record<string, List>> = {
  tables,
  databases,
  catalogs: databases,
  schemas: { columns: '*', relation: 'show.schemas', name: 'schema_name' },
};

/** What other databases show and this one does not have: why, and what to write. */
const notShown: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  create: [
    'SHOW CREATE has no answer: no statement created the tables',
    'Write DESCRIBE videos for the columns of a table, or read information_schema.columns',
  ],
  views: ['There are no views', 'SHOW TABLES lists the tables'],
  functions: [
    'SHOW FUNCTIONS has no answer: functions are not in the catalogue',
    'An unknown function is refused with the names that are like it; docs/sql-compatibility.md lists what is allowed',
  ],
};
const keys = [
  'SHOW has no answer about indexes: no query names one',
  'The keys of the tables are in information_schema.key_column_usage',
] as const;
const noIndexes = new Set(['index', 'indexes', 'indices', 'keys']);

/** The list, with only the names that match a pattern, in either case. */
function listing({ columns, relation, name }: List, pattern?: string, isEmpty = false): string {
  const like = pattern === undefined ? '' : ` WHERE ${name} ILIKE ${sqlString(pattern)}`;
  return `SELECT ${columns} FROM "${relation}"${like} ORDER BY ${name}${isEmpty ? ' LIMIT 0' : ''}`;
}

export const showTables = listing(tables);
export const showDatabases = listing(databases);

/**
 * `SHOW TABLES`, `SHOW SCHEMAS` and `SHOW DATABASES`, with FROM a schema and LIKE a pattern; and what has no answer.
 * Errors: `statement_not_allowed`.
 */
export const readList: CommandReader = (command) => {
  const { tokens, from, to } = command;
  if (tokens.word(from) !== 'show' || to - from < 2) return undefined;
  const at = ['full', 'extended', 'terse'].includes(tokens.word(from + 1)) ? from + 2 : from + 1;
  const word = tokens.word(at);
  const list = lists[word];
  if (list === undefined) {
    const why = noIndexes.has(word) ? keys : notShown[word];
    if (why !== undefined) throw refused(command, at, ...why);
    return undefined;
  }
  const pattern = ['like', 'ilike'].includes(tokens.word(to - 2)) ? tokens.string(to - 1) : undefined;
  const end = pattern === undefined ? to : to - 2;
  if (at + 1 === end) return listing(list, pattern);
  if (!['from', 'in'].includes(tokens.word(at + 1)) || at + 2 >= end || list === databases) return undefined;
  return listing(list, pattern, list === tables && !hasOurTables(command, at + 2, end));
};

/** Whether a schema has the tables of the platform, rather than none. Errors: `statement_not_allowed` for no schema. */
function hasOurTables(command: CommandText, from: number, to: number): boolean {
  const { tokens } = command;
  const names = [];
  for (let index = from; index < to; index += 2) names.push(tokens.name(index));
  if (isOwnQualifier(names, command.platform)) return true;
  const schema = names.at(-1) ?? '';
  if (schema in schemaOids) return false;
  throw refused(
    command,
    from,
    `There is no schema "${schema.slice(0, 60)}"`,
    'The tables are in the schema main: SHOW TABLES',
  );
}
