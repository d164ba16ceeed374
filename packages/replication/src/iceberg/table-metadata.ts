import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SchemaField, TableSchema } from './table-schema.ts';

const id = z.int();

const partitionSpec = z.strictObject({
  'spec-id': id,
  fields: z.array(
    z.strictObject({ 'source-id': id, 'field-id': id, name: z.string(), transform: z.string() }),
  ),
});

const tableSnapshot = z.strictObject({
  'snapshot-id': id,
  'parent-snapshot-id': id.optional(),
  'sequence-number': id,
  'timestamp-ms': id,
  'manifest-list': z.string(),
  'schema-id': id,
  summary: z.record(z.string(), z.string()),
});

/** Metadata as a publisher writes it; another writer would write other keys. */
const tableMetadata = z.strictObject({
  'format-version': z.literal(2),
  'table-uuid': z.string(),
  location: z.string(),
  'last-sequence-number': id,
  'last-updated-ms': id,
  'last-column-id': id,
  'current-schema-id': id,
  schemas: z.array(z.custom<TableSchema>()),
  'partition-specs': z.array(partitionSpec),
  'default-spec-id': id,
  'last-partition-id': id,
  'default-sort-order-id': id,
  'sort-orders': z.array(z.strictObject({ 'order-id': id, fields: z.array(z.unknown()) })),
  properties: z.record(z.string(), z.string()),
  'current-snapshot-id': id,
  refs: z.record(z.string(), z.strictObject({ 'snapshot-id': id, type: z.string() })),
  snapshots: z.array(tableSnapshot),
  'snapshot-log': z.array(z.strictObject({ 'snapshot-id': id, 'timestamp-ms': id })),
  'metadata-log': z.array(z.unknown()),
  statistics: z.array(z.unknown()),
});

export type PartitionSpec = z.infer<typeof partitionSpec>;
export type TableSnapshot = z.infer<typeof tableSnapshot>;
export type TableMetadata = z.infer<typeof tableMetadata>;

const checksumProperty = 'sdq.checksum';

/** Parses the metadata of a table; throws with a list of its errors, and where its checksum is not that of its content. */
export function parseTableMetadata(text: string): TableMetadata {
  const read = tableMetadata.safeParse(JSON.parse(text));
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const metadata = read.data;
  const { [checksumProperty]: told, ...properties } = metadata.properties;
  if (told !== checksumOf({ ...metadata, properties })) throw new Error('Its checksum is wrong');
  return { ...metadata, properties };
}

/** Serialises metadata with its checksum. */
export function printTableMetadata(metadata: TableMetadata): string {
  const properties = { ...metadata.properties, [checksumProperty]: checksumOf(metadata) };
  return `${JSON.stringify({ ...metadata, properties }, null, 1)}\n`;
}

export function isSameMetadata(a: TableMetadata, b: TableMetadata): boolean {
  return checksumOf(a) === checksumOf(b);
}

/** The order of keys does not matter. */
function checksumOf(metadata: TableMetadata): string {
  return createHash('sha256')
    .update(JSON.stringify(ordered(metadata)))
    .digest('hex')
    .slice(0, 32);
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, held]) => [key, ordered(held)]),
  );
}

/** Rows of any month. */
export const unpartitioned: PartitionSpec = { 'spec-id': 0, fields: [] };

const firstPartitionId = 1_000;

/** The specification of files by month of a column; that of all files where a table has no months. */
export function monthSpec(fields: readonly SchemaField[], partitionBy: string | undefined): PartitionSpec {
  const source = fields.find(({ name }) => name === partitionBy);
  if (source === undefined) return unpartitioned;
  const field = {
    'source-id': source.id,
    'field-id': firstPartitionId,
    name: `${source.name}_month`,
    transform: 'month',
  };
  return { 'spec-id': 1, fields: [field] };
}

/** The order of rows in each file: terms as a table's description has them. */
export function sortOrders(
  fields: readonly SchemaField[],
  sortBy: readonly string[],
): { orders: { 'order-id': number; fields: object[] }[]; id: number } {
  const none = { 'order-id': 0, fields: [] };
  const terms = sortBy.flatMap((term) => {
    const [name, direction = 'ASC'] = term.split(' ');
    const source = fields.find((field) => field.name === name);
    if (source === undefined) return [];
    return [
      {
        transform: 'identity',
        'source-id': source.id,
        direction: direction.toLowerCase(),
        'null-order': 'nulls-last',
      },
    ];
  });
  if (terms.length < sortBy.length || terms.length === 0) return { orders: [none], id: 0 };
  return { orders: [none, { 'order-id': 1, fields: terms }], id: 1 };
}

/** The snapshot that readers see; undefined for a table that has none yet. */
export function currentSnapshotOf({
  snapshots,
  'current-snapshot-id': current,
}: Pick<TableMetadata, 'snapshots' | 'current-snapshot-id'>): TableSnapshot | undefined {
  return snapshots.find((snapshot) => snapshot['snapshot-id'] === current);
}
