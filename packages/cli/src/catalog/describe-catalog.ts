import type { OwnTable } from '@sdq/catalog';
import { renderTable } from '../terminal/table.ts';

export type DescribedTable = Awaited<ReturnType<typeof describedTables>>[number];

/** User-defined tables as reported by commands: columns, roles, reasons of inferred roles, and access paths. */
export async function describedTables(tables: readonly OwnTable[]) {
  const { pathsOf, tableId } = await import('@sdq/catalog');
  return tables.map((table) => ({
    table: tableId(table),
    description: table.description,
    key: table.key,
    columns: table.columns.map(({ name, type, role }) => ({
      name,
      type,
      role: table.key.includes(name) ? 'key' : (role ?? null),
      guessed_because: table.guessed.find(({ column }) => column === name)?.because ?? null,
    })),
    paths: pathsOf(table).map(({ path, structure, column }) => ({ path, structure, column: column ?? null })),
  }));
}

/** The same as text. */
export function describeTable(
  { table, description, columns, paths }: DescribedTable,
  header: (text: string) => string,
): string {
  const rows = columns.map(({ name, type, role, guessed_because: because }) => [
    name,
    type,
    role ?? '',
    because === null ? '' : `inferred: ${because}`,
  ]);
  const fast = [...new Set(paths.map(({ path, column }) => (column === null ? path : `${path} ${column}`)))];
  return [
    `${header(table)}: ${description}`,
    renderTable(
      ['column', 'type', 'role', ''].map((name) => ({ name, align: 'left' as const })),
      rows,
      { header },
    ),
    `access paths: ${fast.join(', ')}`,
  ].join('\n');
}

/** A line for each role that was inferred. */
export function guessedLines(tables: readonly OwnTable[] | undefined): string[] {
  return (tables ?? []).flatMap(({ name, guessed }) =>
    guessed.map(
      ({ column, role, because }) => `The role "${role}" of ${name}.${column} was inferred: ${because}`,
    ),
  );
}
