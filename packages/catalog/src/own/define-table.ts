import { AppError } from '@sdq/contract';
import { sqlWord, sqlWords } from '@sdq/duckdb/sql';
import { builtInCatalog } from '../built-in-catalog.ts';
import { parentLinksName } from '../parent-links.ts';
import { removalsName } from '../removals.ts';
import type { CatalogColumn, CatalogTable } from '../table.ts';
import { checkColumns } from './check-columns.ts';
import type { ColumnDescription, TableDescription } from './column-description.ts';
import { type Fault, readShape } from './description-shape.ts';
import { type GuessedRole, guessRoles, type TypedColumns } from './guess-roles.ts';
import { readType } from './read-type.ts';

/** A user's own table, validated. */
export interface OwnTable extends CatalogTable {
  readonly isOwn: true;
  /** Roles that were inferred from type and name, because the description does not set them. */
  readonly guessed: readonly GuessedRole[];
}

/** The default platform of tables. */
export const ownPlatform = 'own';

const instant = 'TIMESTAMP WITH TIME ZONE';
const observedByDefault = 'indexed_at';

const nameLengthMax = 60;
/** Names reserved by the engine. */
const reservedColumns = ['ordinal', 'rowid', 'rows', 'filename', 'file_index', 'file_row_number', 'nothing'];
/** Names reserved for directories next to those of tables, and for the table of removals that every platform has. */
const reservedTables = ['segments', 'rows', removalsName, parentLinksName];

/**
 * Defines a table in addition to the built-in ones: `openEngine({ tables: [defineTable({ … })] })`. For an invalid
 * description, reports every fault with its location and how to correct it.
 *
 * @throws AppError `catalog_invalid`
 */
export function defineTable(described: TableDescription): OwnTable {
  const { description, faults: ofShape } = readShape(described);
  if (description === undefined) throw invalid(described, ofShape);
  const { columns: typed, faults: ofColumns } = typedColumns(description);
  const faults = [...ofShape, ...ofColumns, ...checkTableNames(description)];
  if (faults.length > 0) throw invalid(description, faults);
  const observedBy = description.observedBy ?? observedByDefault;
  const { columns, guessed } = guessRoles(typed, observedBy);
  const wrong = [...checkColumns(columns), ...checkObservedBy(description, columns)];
  if (wrong.length > 0) throw invalid(description, wrong);
  return tableOf(description, withObservedBy(columns, observedBy), observedBy, guessed);
}

function invalid(described: unknown, faults: readonly Fault[]): AppError {
  const { name } = (described ?? {}) as { name?: unknown };
  const whose = typeof name === 'string' ? name : 'the table';
  const lines = faults.map(
    ({ place, message }) => `${[whose, place].filter((part) => part !== '').join(': ')}: ${message}`,
  );
  return new AppError('catalog_invalid', lines.join('\n'), { meta: { faults } });
}

function typedColumns({ columns }: TableDescription): { columns: TypedColumns; faults: Fault[] } {
  const faults: Fault[] = [];
  const typed = new Map<string, ColumnDescription>();
  for (const [name, written] of Object.entries(columns)) {
    const column = written as ColumnDescription;
    const place = `columns.${name}`;
    const named = faultOfName(name, 'a column', reservedColumns);
    if (named !== undefined) faults.push({ place, message: named });
    const read = readType(column.type);
    if ('fault' in read) faults.push({ place: `${place}.type`, message: read.fault });
    else typed.set(name, { ...column, type: read.type });
  }
  if (Object.keys(columns).length === 0)
    faults.push({ place: 'columns', message: 'there are no columns: describe at least the key' });
  return { columns: typed, faults };
}

function checkTableNames({ name, platform = ownPlatform, description }: TableDescription): Fault[] {
  const faults: Fault[] = [];
  const table = faultOfName(name, 'a table', reservedTables);
  if (table !== undefined) faults.push({ place: 'name', message: table });
  const own = faultOfName(platform, 'a platform', builtInCatalog.platforms);
  if (own !== undefined) faults.push({ place: 'platform', message: own });
  if (description.trim() === '')
    faults.push({ place: 'description', message: 'it is empty: write one line on what a row is' });
  return faults;
}

function faultOfName(name: string, what: string, reserved: readonly string[]): string | undefined {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    const near = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, '_')
      .replace(/^[^a-z]+/, '');
    const write = /^[a-z]/.test(near) ? `: write ${near}` : '';
    return `${what} must consist of lower-case letters, digits and _, starting with a letter${write}`;
  }
  if (name.length > nameLengthMax)
    return `${what} must have at most ${nameLengthMax} characters, not ${name.length}`;
  return reserved.includes(name) ? `${name} is reserved by the engine: choose another name` : undefined;
}

function checkObservedBy({ observedBy }: TableDescription, columns: TypedColumns): Fault[] {
  const place = observedBy === undefined ? `columns.${observedByDefault}.type` : 'observedBy';
  const column = columns.get(observedBy ?? observedByDefault);
  if (column === undefined) {
    return observedBy === undefined
      ? []
      : [
          {
            place,
            message: `there is no column ${observedBy}: describe it as a TIMESTAMPTZ, or remove observedBy`,
          },
        ];
  }
  return column.type === instant
    ? []
    : [{ place, message: `the observation time must be a TIMESTAMPTZ, not a ${column.type}` }];
}

function withObservedBy(columns: TypedColumns, observedBy: string): TypedColumns {
  if (columns.has(observedBy)) return columns;
  const description = 'When the newest observation of this row was made, UTC.';
  return new Map([...columns, [observedBy, { type: instant, description }]]);
}

function tableOf(
  { platform = ownPlatform, name, description, examples }: TableDescription,
  columns: TypedColumns,
  observedBy: string,
  guessed: readonly GuessedRole[],
): OwnTable {
  const key = [...columns].flatMap(([column, { key }]) => (key === true ? [column] : []));
  const main = [...columns].find(([, column]) => column.main === true)?.[0];
  const zones = [...key.slice(0, 1), ...(main === undefined ? [] : [main])];
  return {
    isOwn: true,
    guessed,
    platform,
    name,
    description,
    columns: catalogColumns(columns, new Set([...key, observedBy, ...(main === undefined ? [] : [main])])),
    key,
    ...(main === undefined ? {} : { partitionBy: main }),
    sortBy: key,
    // The manifest has zone maps for texts and timestamps only.
    zoneColumns: [...new Set(zones)].filter((column) =>
      ['VARCHAR', instant].includes(columns.get(column)?.type ?? ''),
    ),
    observedBy,
    examples: examples ?? [exampleOf(name, columns)],
  };
}

function catalogColumns(columns: TypedColumns, needed: ReadonlySet<string>): CatalogColumn[] {
  const owners = new Map([...columns].flatMap(([id, { name }]) => (name === undefined ? [] : [[name, id]])));
  const words = new Set(columns.keys());
  return [...columns].map(([name, { type, role, element, long, description = '' }]) => {
    const nameOf = owners.get(name);
    const isLong = long ?? role === 'text';
    return {
      name,
      ...(nameOf !== undefined
        ? { role: 'owner-name' as const, nameOf }
        : role !== undefined
          ? { role }
          : {}),
      ...(role === 'tags' ? { element: element ?? elementOf(name, words) } : {}),
      ...(isLong ? { isLong } : {}),
      type,
      nullable: !needed.has(name),
      description,
    };
  });
}

/**
 * The element name for one of several lists of tags: it must differ from all columns and from the element names of
 * other lists.
 */
function elementOf(name: string, words: Set<string>): string {
  const singular = name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
  const word = words.has(singular) ? `${name}_element` : singular;
  words.add(word);
  return word;
}

function exampleOf(table: string, columns: TypedColumns): string {
  const shown = [...columns].filter(([, { role }]) => role !== 'text' && role !== 'tags').slice(0, 4);
  const order = [...columns].find(([, { role }]) => role === 'measure' || role === 'time')?.[0];
  const by = order === undefined ? '' : ` ORDER BY ${sqlWord(order)} DESC NULLS LAST`;
  return `SELECT ${sqlWords(shown.map(([name]) => name))} FROM ${sqlWord(table)}${by} LIMIT 10`;
}
