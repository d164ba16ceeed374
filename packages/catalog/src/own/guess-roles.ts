import type { ColumnDescription } from './column-description.ts';

/** An inferred role, and the reason. */
export interface GuessedRole {
  readonly column: string;
  readonly role: string;
  readonly because: string;
}

/** Columns with types as DuckDB prints them. */
export type TypedColumns = ReadonlyMap<string, ColumnDescription>;

const instant = 'TIMESTAMP WITH TIME ZONE';
const wholeNumber = /^(SMALLINT|INTEGER|BIGINT|UBIGINT)$/;
const countName = /(^|_)(count|counts|total|totals|views|plays|likes|downloads|shares|votes|score)$/;
const textName = /^(text|body|summary|description|caption|content|abstract|biography|bio)$/;
const categoryName = /^(country|region|language|lang|category|type|kind|status|genre|\w+_type)$/;

/**
 * Infers roles for columns that have none, by type and name. A role determines which queries are fast, and never
 * changes their results. Roles that would change results are not inferred: a key, a main time, or columns that every
 * row must have.
 */
export function guessRoles(
  columns: TypedColumns,
  observedBy: string,
): { columns: TypedColumns; guessed: GuessedRole[] } {
  const names = new Set([observedBy, ...[...columns.values()].flatMap(({ name }) => name ?? [])]);
  const found = new Map<string, Guess>();
  const guess = (guessOf: (name: string, column: ColumnDescription) => Guess | undefined) => {
    for (const [name, column] of columns) {
      if (column.role !== undefined || column.key === true || names.has(name) || found.has(name)) continue;
      const made = guessOf(name, column);
      if (made === undefined) continue;
      found.set(name, made);
      if (made.column.name !== undefined) names.add(made.column.name);
    }
  };
  // Owners first: a column with the name of an owner has no other role.
  guess((name, column) => ownerOf(name, column, columns, names));
  guess((name, column) => otherRole(name, column, timesIn(columns, observedBy)));
  return {
    columns: new Map([...columns].map(([name, column]) => [name, { ...column, ...found.get(name)?.column }])),
    guessed: [...columns.keys()].flatMap((name) => told(name, found.get(name))),
  };
}

interface Guess {
  readonly column: Required<Pick<ColumnDescription, 'role'>> & Pick<ColumnDescription, 'name'>;
  readonly because: string;
}

function told(column: string, guess: Guess | undefined): GuessedRole[] {
  if (guess === undefined) return [];
  const { role, name } = guess.column;
  return [
    { column, role: name === undefined ? `${role}` : `${role}, named by ${name}`, because: guess.because },
  ];
}

/** The ID of another entity, and the column with its name. */
function ownerOf(
  id: string,
  { type }: ColumnDescription,
  columns: TypedColumns,
  taken: ReadonlySet<string>,
): Guess | undefined {
  if (!id.endsWith('_id') || !(type === 'VARCHAR' || wholeNumber.test(type))) return undefined;
  const stem = id.slice(0, -'_id'.length);
  const name = [stem, `${stem}_name`].find((candidate) => {
    const column = columns.get(candidate);
    return (
      column?.type === 'VARCHAR' && column.role === undefined && column.key !== true && !taken.has(candidate)
    );
  });
  return { column: { role: 'owner', name }, because: 'its name is typical of ids' };
}

function timesIn(columns: TypedColumns, observedBy: string): number {
  return [...columns].filter(
    ([name, { type, role }]) => name !== observedBy && (type === instant || role === 'time'),
  ).length;
}

function otherRole(name: string, { type }: ColumnDescription, times: number): Guess | undefined {
  const by = (role: NonNullable<ColumnDescription['role']>, because: string) => ({
    column: { role },
    because,
  });
  if (type === 'VARCHAR[]') return by('tags', 'it is a list of texts');
  if (type === 'BOOLEAN') return by('flag', 'it is a boolean');
  if (type === instant) return times === 1 ? by('time', 'it is the only time') : undefined;
  if (wholeNumber.test(type) && countName.test(name)) return by('measure', 'its name is typical of counts');
  if (type !== 'VARCHAR') return undefined;
  if (textName.test(name)) return by('text', 'its name is typical of texts');
  return categoryName.test(name) ? by('category', 'its name is typical of categories') : undefined;
}
