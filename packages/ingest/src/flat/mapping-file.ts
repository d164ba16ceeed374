import { readFile } from 'node:fs/promises';
import { type CatalogTable, storedColumns } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { z } from 'zod';

const names = z.union([z.string(), z.array(z.string()).min(1)]).transform((value) => [value].flat());

const source = z.union([
  names.transform((from) => ({ from })),
  z.strictObject({ from: names, unit: z.enum(['s', 'ms']).optional(), day_first: z.boolean().optional() }),
  z.strictObject({ value: z.union([z.string(), z.number(), z.boolean()]) }),
]);

const mappingFile = z.strictObject({
  /** The table the rows belong to, `videos` or `platform.table`. */
  table: z.string().optional(),
  /** By catalogue column, and `observed_at`: the file's columns, a constant, or a column with its writing. */
  columns: z.record(z.string(), source),
  /** Whether columns that are not named here are still found by their usual names; default true. */
  usual_names: z.boolean().default(true),
});

export type Mapping = z.infer<typeof mappingFile>;

/** Reads a column mapping file. Errors: `file_missing`, `mapping_invalid` with every fault in it. */
export async function readMappingFile(path: string): Promise<{ mapping: Mapping; text: string }> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AppError('file_missing', `the mapping file ${path} cannot be read`, { cause });
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError('mapping_invalid', `${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const read = mappingFile.safeParse(json);
  if (!read.success) {
    throw new AppError('mapping_invalid', `${path}: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`, {
      hint: 'the form is {"table": "videos", "columns": {"play_count": "plays", "author": {"value": "someone"}}}',
    });
  }
  return { mapping: read.data, text };
}

/** Checks that catalogue columns exist. Errors: `mapping_invalid`. */
export function checkColumns(table: CatalogTable, columns: readonly string[]): void {
  const known = [...storedColumns(table).map((column) => column.name), 'observed_at'];
  const unknown = columns.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new AppError(
    'mapping_invalid',
    `${table.name} has no column ${unknown.map((name) => `"${name}"`).join(', ')}`,
    {
      hint: `it has ${known.join(', ')}`,
    },
  );
}
