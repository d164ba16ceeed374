import type { DuckDBConnection } from '@duckdb/node-api';
import type { RowStep, RunnablePlan, SelectedKeys } from '../runnable-plan.ts';
import type { KeyFiles } from './key-files.ts';
import type { HeldKeys, TableBeside } from './keys-beside.ts';
import type { MaskedRowNumbers } from './masked-ordinals.ts';
import { prepare } from './prepare.ts';

/** Where ordinals are found. */
export interface SearchedFiles {
  readonly keys: KeyFiles;
  readonly masked: MaskedRowNumbers;
  readonly beside: HeldKeys;
}

/**
 * The ordinals of the rows of a step: those that its SQL returns, and those of its keys; of too many rows, more than the
 * maximum. Undefined where its keys are too many, or of another type than key files store.
 */
export async function findOrdinals(
  connection: DuckDBConnection,
  plan: Pick<RunnablePlan, 'parameters'>,
  { sql, keys: search, rowsMax }: Pick<RowStep, 'sql' | 'keys' | 'rowsMax'>,
  { keys: keyFiles, masked: maskedRows, beside }: SearchedFiles,
): Promise<number[] | undefined> {
  let found: number[] = [];
  if (search !== undefined) {
    const keys = 'sql' in search.keys ? await selectKeys(connection, search.keys) : search.keys;
    if (keys === undefined) return undefined;
    // The next question of this kind may then be answered without DuckDB.
    for (const part of search.beside?.parts ?? []) await beside.read(connection, part);
    const searched = [];
    for (const { masked, ...file } of search.files)
      searched.push(
        masked === undefined ? file : { ...file, masked: await maskedRows.of(connection, masked) },
      );
    found = keyFiles.find({ files: searched, limit: search.limit, keys }, rowsMax);
  }
  if (sql === null) return found;
  const prepared = await prepare(connection, sql, plan);
  const selected = (await prepared.runAndReadAll()).getColumns()[0] ?? [];
  return [...found, ...selected.map(Number)];
}

/**
 * The ordinals of the rows of a step that names keys and has no SQL, found without DuckDB. Undefined where it has any, where
 * masked rows or the keys of changed ones were not read yet, and where changed rows that may have one of the keys cannot be read
 * apart.
 */
export function findNamed(
  { sql, keys: search, rowsMax }: Pick<RowStep, 'sql' | 'keys' | 'rowsMax'>,
  { keys: keyFiles, masked: maskedRows, beside }: SearchedFiles,
): NamedRows | undefined {
  if (sql !== null || search === undefined || 'sql' in search.keys) return undefined;
  const tables = search.beside === undefined ? [] : beside.find(search.beside, search.keys);
  const { condition, timeColumn } = search.beside ?? {};
  if (tables === undefined || (tables.length > 0 && condition === undefined)) return undefined;
  const files = [];
  for (const { masked, ...file } of search.files) {
    const known = masked && maskedRows.known(masked);
    if (masked !== undefined && known === undefined) return undefined;
    files.push(known === undefined ? file : { ...file, masked: known });
  }
  const ordinals = keyFiles.find({ files, limit: search.limit, keys: search.keys }, rowsMax);
  return condition === undefined ? { ordinals } : { ordinals, changed: { tables, condition, timeColumn } };
}

/** Rows of a step that names keys. */
export interface NamedRows {
  readonly ordinals: number[];
  /** Changed rows that may have one of the keys too. */
  readonly changed?: ChangedRowsNamed;
}

/** Changed rows that have one of the keys of a step. */
export interface ChangedRowsNamed {
  readonly tables: readonly TableBeside[];
  /** The condition that a row of these has one of the keys, as SQL. */
  readonly condition: string;
  /** The column of the times that are known of them. */
  readonly timeColumn: string | undefined;
}

async function selectKeys(
  connection: DuckDBConnection,
  { sql, type, keysMax }: SelectedKeys,
): Promise<string[][] | undefined> {
  const read = await connection.runAndReadAll(sql);
  if (String(read.columnType(0)) !== type) return undefined;
  const values = new Set((read.getColumns()[0] ?? []).filter((value) => value !== null).map(String));
  return values.size > keysMax ? undefined : [...values].map((value) => [value]);
}
