import { randomInt, randomUUID } from 'node:crypto';
import { type CatalogTable, storedColumns, tableId } from '@sdq/catalog';
import { tableSnapshotsMax } from '../limits.ts';
import {
  currentSnapshotOf,
  monthSpec,
  sortOrders,
  type TableMetadata,
  type TableSnapshot,
  unpartitioned,
} from './table-metadata.ts';
import { nameMapping, type OmittedColumn, schemaFieldsOf } from './table-schema.ts';
import type { NextSnapshot, TableFiles } from './table-snapshot.ts';

/** What a snapshot is of, in its summary. */
export const contentProperty = 'sdq.content';

/** Metadata without the next snapshot: schema, partitions, order and properties as the table is described now. */
export interface Described {
  readonly metadata: TableMetadata;
  readonly omitted: readonly OmittedColumn[];
}

/** The metadata of a table as it is described now. What lies at another location than before is begun anew. */
export function describeTable(
  table: CatalogTable,
  location: string,
  before: TableMetadata | undefined,
  unfit: ReadonlySet<string>,
): Described {
  const schemas = before?.schemas ?? [];
  const { fields, lastColumnId, omitted } = schemaFieldsOf(
    table,
    schemas,
    before?.['last-column-id'] ?? 0,
    unfit,
  );
  const same = schemas.find((schema) => JSON.stringify(schema.fields) === JSON.stringify(fields));
  const schemaId = same?.['schema-id'] ?? 1 + Math.max(-1, ...schemas.map((schema) => schema['schema-id']));
  const months = monthSpec(fields, table.partitionBy);
  const { orders, id: orderId } = sortOrders(fields, table.sortBy);
  const isMoved = before !== undefined && before.location !== location;
  const kept = isMoved ? undefined : before;
  const metadata: TableMetadata = {
    'format-version': 2,
    'table-uuid': before?.['table-uuid'] ?? randomUUID(),
    location,
    'last-sequence-number': before?.['last-sequence-number'] ?? 0,
    'last-updated-ms': before?.['last-updated-ms'] ?? 0,
    'last-column-id': lastColumnId,
    'current-schema-id': schemaId,
    schemas:
      same === undefined ? [...schemas, { type: 'struct', 'schema-id': schemaId, fields }] : [...schemas],
    'default-spec-id': months['spec-id'],
    'partition-specs': months === unpartitioned ? [unpartitioned] : [unpartitioned, months],
    'last-partition-id': Math.max(999, ...months.fields.map((field) => field['field-id'])),
    'default-sort-order-id': orderId,
    'sort-orders': orders,
    properties: propertiesOf(table, JSON.stringify(nameMapping(fields))),
    'current-snapshot-id': kept?.['current-snapshot-id'] ?? -1,
    refs: kept?.refs ?? {},
    snapshots: kept?.snapshots ?? [],
    'snapshot-log': kept?.['snapshot-log'] ?? [],
    'metadata-log': [],
    statistics: [],
  };
  return { metadata, omitted };
}

function propertiesOf(table: CatalogTable, mapping: string): Record<string, string> {
  const computed = table.columns.flatMap(({ name, expression }) =>
    expression === undefined ? [] : [[`sdq.computed.${name}`, expression] as const],
  );
  return {
    comment: table.description,
    // the files belong to the index: nothing else may delete them
    'gc.enabled': 'false',
    'schema.name-mapping.default': mapping,
    'sdq.table': tableId(table),
    'sdq.key': table.key.join(', '),
    ...Object.fromEntries(computed),
  };
}

/** Whether the current snapshot has this content, in the current schema. */
export function isCurrent(metadata: TableMetadata, content: string): boolean {
  const snapshot = currentSnapshotOf(metadata);
  return (
    snapshot?.summary[contentProperty] === content && snapshot['schema-id'] === metadata['current-schema-id']
  );
}

/** Without snapshots whose files are not kept, and beyond a number; the current one stays. */
export function withoutExpired(metadata: TableMetadata, kept: ReadonlySet<string>): TableMetadata {
  const current = currentSnapshotOf(metadata);
  const snapshots = metadata.snapshots
    .filter((snapshot) => snapshot === current || kept.has(snapshot.summary[contentProperty] ?? ''))
    .slice(-tableSnapshotsMax);
  const ids = new Set(snapshots.map((snapshot) => snapshot['snapshot-id']));
  const log = metadata['snapshot-log'].filter((entry) => ids.has(entry['snapshot-id']));
  return { ...metadata, snapshots, 'snapshot-log': log };
}

/** Ids are below 2^48: readers in JavaScript keep them exact. */
export function nextSnapshot(metadata: TableMetadata): NextSnapshot {
  return {
    id: randomInt(1, 2 ** 48 - 1),
    parent: currentSnapshotOf(metadata)?.['snapshot-id'],
    sequenceNumber: metadata['last-sequence-number'] + 1,
  };
}

/** Metadata whose current snapshot is the next one. `now` is the time of the store, in milliseconds since 1970. */
export function withSnapshot(
  metadata: TableMetadata,
  { id, parent, sequenceNumber }: NextSnapshot,
  files: TableFiles,
  about: { manifestList: string; snapshotId: string; content: string; now: number },
): TableMetadata {
  const timestamp = Math.max(about.now, metadata['last-updated-ms'] + 1);
  const snapshot: TableSnapshot = {
    'snapshot-id': id,
    ...(parent !== undefined && { 'parent-snapshot-id': parent }),
    'sequence-number': sequenceNumber,
    'timestamp-ms': timestamp,
    'manifest-list': about.manifestList,
    'schema-id': metadata['current-schema-id'],
    summary: { ...files.summary, 'sdq.snapshot-id': about.snapshotId, [contentProperty]: about.content },
  };
  return {
    ...metadata,
    'last-sequence-number': sequenceNumber,
    'last-updated-ms': timestamp,
    'current-snapshot-id': id,
    refs: { main: { 'snapshot-id': id, type: 'branch' } },
    snapshots: [...metadata.snapshots, snapshot],
    'snapshot-log': [...metadata['snapshot-log'], { 'snapshot-id': id, 'timestamp-ms': timestamp }],
  };
}

/** Stored columns whose types Iceberg's own may not hold. */
export function hasUnsignedColumns(table: CatalogTable): boolean {
  return storedColumns(table).some(({ type }) => type.startsWith('UBIGINT'));
}
