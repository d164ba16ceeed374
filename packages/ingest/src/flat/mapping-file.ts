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
  /** Target table, `videos` or `platform.table`. */
  table: z.string().optional(),
  /** By catalogue column or `observed_at`: source columns, a constant, or a source column with its format. */
  columns: z.record(z.string(), source),
  /** Zone of times without one. */
  time_zone: z.string().optional(),
  /** Encoding of the file. */
  encoding: z.string().optional(),
  /** Whether unmapped columns are matched by common names; default true. */
  usual_names: z.boolean().default(true),
});

export type Mapping = z.infer<typeof mappingFile>;

/** Reads a column mapping file. Errors: `file_missing`, `mapping_invalid` that lists every error. */
export async function readMappingFile(path: string): Promise<{ mapping: Mapping; text: string }> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AppError('file_missing', `Cannot read the mapping file "${path}"`, { cause });
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new AppError(
      'mapping_invalid',
      `The mapping file "${path}" is not valid JSON: ${(cause as Error).message}`,
      { cause },
    );
  }
  const read = mappingFile.safeParse(json);
  if (!read.success) {
    throw new AppError(
      'mapping_invalid',
      `Invalid mapping file "${path}": ${z.prettifyError(read.error).replaceAll('\n', ' ')}`,
      {
        hint: 'Expected {"table": "videos", "columns": {"play_count": "plays", "author": {"value": "someone"}}}',
      },
    );
  }
  return { mapping: read.data, text };
}

/** Checks that columns exist in the catalogue. Errors: `mapping_invalid`. */
export function checkColumns(table: CatalogTable, columns: readonly string[]): void {
  const known = [...storedColumns(table).map((column) => column.name), 'observed_at'];
  const unknown = columns.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new AppError(
    'mapping_invalid',
    `Table "${table.name}" has no column ${unknown.map((name) => `"${name}"`).join(', ')}`,
    {
      hint: `Available columns: ${known.join(', ')}`,
    },
  );
}
