import { createHash } from 'node:crypto';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { z } from 'zod';

/**
 * The schema that a file was written with. A table whose description has changed since is read all the same: columns
 * that were added are NULL. What cannot change without making the files wrong is compared: types, key, main time.
 */
export const fileSchema = z.strictObject({
  /** Types of its columns, as DuckDB prints them, by name. */
  columns: z.record(z.string(), z.string()),
  /** For base files: the key, the main time, and the column with the observation time. */
  key: z.array(z.string()).optional(),
  partition_by: z.string().nullable().optional(),
  observed_by: z.string().optional(),
  /**
   * For files in place, which others wrote: where the value of each column is, a column of the file or a constant; NULL for the
   * columns that are not named.
   */
  from: z
    .record(
      z.string(),
      z.union([z.strictObject({ column: z.string() }), z.strictObject({ constant: z.string() })]),
    )
    .optional(),
});

export type FileSchema = z.infer<typeof fileSchema>;

/** The schema of files that are written of a table with its current description. */
export function fileSchemaOf(table: CatalogTable): FileSchema {
  const found = ofTables.get(table);
  if (found !== undefined) return found;
  const schema = {
    columns: typesByName(storedColumns(table)),
    key: [...table.key],
    partition_by: table.partitionBy ?? null,
    observed_by: table.observedBy,
  };
  ofTables.set(table, schema);
  return schema;
}

const ofTables = new WeakMap<CatalogTable, FileSchema>();

/** Columns in the order of their names: their order in the description does not matter. */
export function typesByName(
  columns: readonly { readonly name: string; readonly type: string }[],
): Record<string, string> {
  const sorted = [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map(({ name, type }) => [name, type]));
}

/** Whether a file has all of these columns; undefined where its columns are not recorded. */
export function hasColumns(
  { schema }: { readonly schema?: FileSchema | undefined },
  columns: readonly { readonly name: string }[],
): boolean {
  return schema !== undefined && columns.every(({ name }) => Object.hasOwn(schema.columns, name));
}

/** Schemas by the ids under which a manifest's files name them. */
export type Schemas = Readonly<Record<string, FileSchema>>;

/** Assigns ids to schemas: hashes of their content. */
export class SchemaIds {
  readonly #ids = new Map<FileSchema, string>();
  readonly #schemas = new Map<string, FileSchema>();

  idOf(schema: FileSchema): string {
    const found = this.#ids.get(schema);
    if (found !== undefined) return found;
    const id = createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16);
    this.#ids.set(schema, id);
    this.#schemas.set(id, schema);
    return id;
  }

  /** Every schema that has an id, ordered by id. */
  get schemas(): Schemas {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
