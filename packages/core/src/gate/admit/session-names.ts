import type { Violations } from './violations.ts';

/** Names that DuckDB reads as a session value where no column has them. */
const sessionNames = new Set([
  'user',
  'current_user',
  'session_user',
  'current_role',
  'current_catalog',
  'current_schema',
  'current_database',
]);
/** Those that queries also use as column names. */
const plausibleAliases = new Set(['user']);

/** Refuses session values, but not a column to which the query itself gives that name. */
export class SessionNames {
  readonly #used: { name: string; place: number | null }[] = [];
  readonly #aliases = new Set<string>();

  use(columnNames: readonly string[], place: number | null): void {
    const name = columnNames[0]?.toLowerCase() ?? '';
    if (columnNames.length === 1 && sessionNames.has(name)) this.#used.push({ name, place });
  }

  /** Notes the names that a node gives: its alias, and those of its columns. */
  defineIn({ alias, column_name_alias, aliases }: Readonly<Record<string, unknown>>): void {
    for (const given of [alias, column_name_alias, aliases].flat()) {
      const name = typeof given === 'string' ? given.toLowerCase() : '';
      if (plausibleAliases.has(name)) this.#aliases.add(name);
    }
  }

  report(violations: Violations): void {
    for (const { name, place } of this.#used) {
      if (this.#aliases.has(name)) continue;
      violations.add(
        'sql_unknown_column',
        place,
        `There is no column "${name}": session values are not supported`,
        { hint: 'Write current_user, which is the same for every query' },
      );
    }
  }
}
