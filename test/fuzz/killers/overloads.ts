import { allRows, Database } from '@sdq/duckdb';
import { offeredFunctions } from '../../../packages/core/src/gate/admit/functions/index.ts';

/** One form of a function that the gate offers. */
export interface Overload {
  readonly name: string;
  readonly kind: 'scalar' | 'aggregate' | 'window';
  /** DuckDB's names of the types; ANY where a macro has none. */
  readonly types: readonly string[];
  /** The type of any further arguments; null when there are none. */
  readonly varargs: string | null;
}

/** Every form of every offered function that a statement can call by its name, in a fixed order. */
export async function offeredOverloads(): Promise<Overload[]> {
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  const rows = await allRows<{ name: string; types: (string | null)[]; varargs: string | null }>(
    connection,
    `SELECT DISTINCT function_name AS name, parameter_types AS types, varargs
     FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro')
     ORDER BY ALL`,
  );
  connection.closeSync();
  const overloads: Overload[] = [];
  for (const { name, types, varargs } of rows) {
    const kind = offeredFunctions.get(name)?.kind;
    if (kind === undefined || kind === 'table' || !/^[a-z]\w*$/.test(name)) continue;
    if (name.startsWith('icu_collate_') && name !== 'icu_collate_de') continue;
    overloads.push({ name, kind, types: types.map((type) => type ?? 'ANY'), varargs });
  }
  for (const [name, { kind }] of offeredFunctions) {
    if (kind !== 'window') continue;
    for (const types of [[], ['ANY'], ['ANY', 'BIGINT'], ['ANY', 'BIGINT', 'ANY']]) {
      overloads.push({ name, kind, types, varargs: null });
    }
  }
  return overloads;
}
