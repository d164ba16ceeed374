import { type Catalog, type CatalogTable, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { type FileSchema, fileSchemaOf } from './file-schema.ts';
import type { Manifest } from './manifest.ts';

interface Fault {
  readonly message: string;
  readonly hint: string;
}

const checked = new WeakMap<Manifest, WeakSet<Catalog>>();

/**
 * Files are read with the current description. It may have more or fewer columns than the one they were written with,
 * but no column of another type, and it must have the same key and main time. Errors: `catalog_invalid`, with each
 * place.
 */
export function checkDescriptions(catalog: Catalog, manifest: Manifest): void {
  const known = checked.get(manifest) ?? new WeakSet();
  if (known.has(catalog)) return;
  const faults = catalog.storedTables.flatMap((table) => faultsOf(table, manifest));
  const [first] = faults;
  if (first !== undefined) {
    throw new AppError('catalog_invalid', faults.map(({ message }) => message).join('; '), {
      hint: first.hint,
    });
  }
  known.add(catalog);
  checked.set(manifest, known);
}

function faultsOf(table: CatalogTable, { tables }: Manifest): Fault[] {
  const files = tables[tableId(table)]?.files ?? [];
  const schemas = new Set(files.flatMap(({ schema }) => (schema === undefined ? [] : [schema])));
  const today = fileSchemaOf(table);
  const faults = [...schemas].flatMap((stored) => differences(tableId(table), stored, today));
  // Files of several schemas have many columns in common.
  return [...new Map(faults.map((fault) => [fault.message, fault])).values()];
}

function differences(id: string, stored: FileSchema, today: FileSchema): Fault[] {
  const faults: Fault[] = [];
  for (const [name, type] of Object.entries(today.columns)) {
    const was = stored.columns[name];
    if (was === undefined || was === type) continue;
    faults.push({
      message: `${id}: columns.${name}.type: the index has ${was}, the description has ${type}`,
      hint: `The type of a stored column cannot change: write ${was}, or give the new column another name`,
    });
  }
  const rest = [
    ['key', list(stored.key), list(today.key)],
    ['main time', stored.partition_by, today.partition_by],
    ['observedBy', stored.observed_by, today.observed_by],
  ] as const;
  for (const [what, was, is] of rest) {
    if (was === undefined || was === is) continue;
    faults.push({
      message: `${id}: the ${what} of the stored table is ${was ?? 'none'}, the description has ${is ?? 'none'}`,
      hint: `The ${what} of a stored table cannot change: restore the description, or give the new table another name`,
    });
  }
  return faults;
}

function list(names: readonly string[] | undefined): string | undefined {
  return names?.join(', ');
}
