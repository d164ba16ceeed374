import { createHash } from 'node:crypto';
import { type AvroSchema, readAvro, writeAvro } from './avro-file.ts';
import { intBytes } from './single-value.ts';
import type { PartitionSpec } from './table-metadata.ts';
import type { TableSchema } from './table-schema.ts';

/** What a data file holds: rows, or positions of rows that are deleted. */
export const content = { rows: 0, positionDeletes: 1 } as const;

export const status = { existing: 0, added: 1, deleted: 2 } as const;

/** Field ids of the two columns of a position delete file. */
export const deleteFieldIds = { file_path: 2_147_483_546, pos: 2_147_483_545 } as const;

interface KeyValue<Value> {
  readonly key: number;
  readonly value: Value;
}

/** A Parquet file, as a manifest describes it. Maps have field ids as keys. */
export interface DataFile {
  readonly content: number;
  readonly file_path: string;
  readonly file_format: string;
  /** Months since January 1970 under the name of the partition field; empty where a file has rows of any month. */
  readonly partition: Readonly<Record<string, number | null>>;
  readonly record_count: number;
  readonly file_size_in_bytes: number;
  readonly value_counts: readonly KeyValue<number>[] | null;
  readonly null_value_counts: readonly KeyValue<number>[] | null;
  readonly lower_bounds: readonly KeyValue<Buffer>[] | null;
  readonly upper_bounds: readonly KeyValue<Buffer>[] | null;
  readonly sort_order_id: number | null;
  /** Of a file with position deletes: the one file whose rows it deletes. */
  readonly referenced_data_file: string | null;
}

export interface ManifestEntry {
  readonly status: number;
  readonly snapshot_id: number;
  readonly sequence_number: number;
  readonly file_sequence_number: number;
  readonly data_file: DataFile;
}

/** A manifest, as the list of a snapshot describes it. */
export interface ManifestInList {
  readonly manifest_path: string;
  readonly manifest_length: number;
  readonly partition_spec_id: number;
  readonly content: number;
  readonly sequence_number: number;
  readonly min_sequence_number: number;
  readonly added_snapshot_id: number;
  readonly added_files_count: number;
  readonly existing_files_count: number;
  readonly deleted_files_count: number;
  readonly added_rows_count: number;
  readonly existing_rows_count: number;
  readonly deleted_rows_count: number;
  readonly partitions: readonly PartitionSummary[] | null;
}

interface PartitionSummary {
  readonly contains_null: boolean;
  readonly contains_nan: boolean | null;
  readonly lower_bound: Buffer | null;
  readonly upper_bound: Buffer | null;
}

/** The name of a manifest or of a list tells its content: whoever reads it sees whether it was altered. */
export function avroName(prefix: string, content: Buffer): string {
  return `${prefix}-${createHash('sha256').update(content).digest('hex').slice(0, 32)}`;
}

export function isNamedBy(key: string, content: Buffer): boolean {
  const hash = /-([0-9a-f]{32})\.avro$/.exec(key)?.[1];
  return hash !== undefined && avroName('', content) === `-${hash}`;
}

/** The bytes of a manifest. */
export function writeManifest(
  entries: readonly ManifestEntry[],
  { spec, schema, content: of }: { spec: PartitionSpec; schema: TableSchema; content: number },
): Buffer {
  return writeAvro(entrySchema(spec), entries, {
    schema: JSON.stringify(schema),
    'schema-id': String(schema['schema-id']),
    'partition-spec': JSON.stringify(spec.fields),
    'partition-spec-id': String(spec['spec-id']),
    'format-version': '2',
    content: of === content.rows ? 'data' : 'deletes',
  });
}

export function readManifest(file: Buffer): ManifestEntry[] {
  return readAvro(file) as ManifestEntry[];
}

/** The bytes of the list of manifests of a snapshot. */
export function writeManifestList(
  manifests: readonly ManifestInList[],
  snapshot: { id: number; parent: number | undefined; sequenceNumber: number },
): Buffer {
  return writeAvro(listSchema, manifests, {
    'snapshot-id': String(snapshot.id),
    'parent-snapshot-id': String(snapshot.parent ?? null),
    'sequence-number': String(snapshot.sequenceNumber),
    'format-version': '2',
  });
}

export function readManifestList(file: Buffer): ManifestInList[] {
  return readAvro(file) as ManifestInList[];
}

/** What a list says of a manifest with these entries. */
export function describeManifest(
  path: string,
  bytes: number,
  entries: readonly ManifestEntry[],
  about: { spec: PartitionSpec; content: number; snapshotId: number; sequenceNumber: number },
): ManifestInList {
  const of = (which: number) => entries.filter((entry) => entry.status === which);
  const rows = (which: number) => of(which).reduce((sum, entry) => sum + entry.data_file.record_count, 0);
  const living = entries.filter((entry) => entry.status !== status.deleted);
  return {
    manifest_path: path,
    manifest_length: bytes,
    partition_spec_id: about.spec['spec-id'],
    content: about.content,
    sequence_number: about.sequenceNumber,
    min_sequence_number: Math.min(about.sequenceNumber, ...living.map((entry) => entry.sequence_number)),
    added_snapshot_id: about.snapshotId,
    added_files_count: of(status.added).length,
    existing_files_count: of(status.existing).length,
    deleted_files_count: of(status.deleted).length,
    added_rows_count: rows(status.added),
    existing_rows_count: rows(status.existing),
    deleted_rows_count: rows(status.deleted),
    partitions: about.spec.fields.map(({ name }) =>
      summaryOf(entries.map(({ data_file }) => data_file.partition[name] ?? null)),
    ),
  };
}

function summaryOf(values: readonly (number | null)[]): PartitionSummary {
  const known = values.filter((value) => value !== null);
  const bound = (value: number) => (known.length === 0 ? null : intBytes(value));
  return {
    contains_null: known.length < values.length,
    contains_nan: false,
    lower_bound: bound(Math.min(...known)),
    upper_bound: bound(Math.max(...known)),
  };
}

const field = (id: number, name: string, type: unknown) => ({ name, type, 'field-id': id });
const optional = (id: number, name: string, type: unknown) => ({
  ...field(id, name, ['null', type]),
  default: null,
});

/** Avro's maps have texts as keys, so a map with numbers as keys is an array of records. */
const mapOf = (keyId: number, valueId: number, value: string) => ({
  type: 'array',
  logicalType: 'map',
  items: {
    type: 'record',
    name: `k${keyId}_v${valueId}`,
    fields: [field(keyId, 'key', 'int'), field(valueId, 'value', value)],
  },
});

function entrySchema(spec: PartitionSpec): AvroSchema {
  const partition = {
    type: 'record',
    name: 'r102',
    fields: spec.fields.map((each) => optional(each['field-id'], each.name, 'int')),
  };
  const file = {
    type: 'record',
    name: 'r2',
    fields: [
      field(134, 'content', 'int'),
      field(100, 'file_path', 'string'),
      field(101, 'file_format', 'string'),
      field(102, 'partition', partition),
      field(103, 'record_count', 'long'),
      field(104, 'file_size_in_bytes', 'long'),
      optional(109, 'value_counts', mapOf(119, 120, 'long')),
      optional(110, 'null_value_counts', mapOf(121, 122, 'long')),
      optional(125, 'lower_bounds', mapOf(126, 127, 'bytes')),
      optional(128, 'upper_bounds', mapOf(129, 130, 'bytes')),
      optional(140, 'sort_order_id', 'int'),
      optional(143, 'referenced_data_file', 'string'),
    ],
  };
  return {
    type: 'record',
    name: 'manifest_entry',
    fields: [
      field(0, 'status', 'int'),
      optional(1, 'snapshot_id', 'long'),
      optional(3, 'sequence_number', 'long'),
      optional(4, 'file_sequence_number', 'long'),
      field(2, 'data_file', file),
    ],
  };
}

const listSchema: AvroSchema = {
  type: 'record',
  name: 'manifest_file',
  fields: [
    field(500, 'manifest_path', 'string'),
    field(501, 'manifest_length', 'long'),
    field(502, 'partition_spec_id', 'int'),
    field(517, 'content', 'int'),
    field(515, 'sequence_number', 'long'),
    field(516, 'min_sequence_number', 'long'),
    field(503, 'added_snapshot_id', 'long'),
    field(504, 'added_files_count', 'int'),
    field(505, 'existing_files_count', 'int'),
    field(506, 'deleted_files_count', 'int'),
    field(512, 'added_rows_count', 'long'),
    field(513, 'existing_rows_count', 'long'),
    field(514, 'deleted_rows_count', 'long'),
    optional(507, 'partitions', {
      type: 'array',
      'element-id': 508,
      items: {
        type: 'record',
        name: 'r508',
        fields: [
          field(509, 'contains_null', 'boolean'),
          optional(518, 'contains_nan', 'boolean'),
          optional(510, 'lower_bound', 'bytes'),
          optional(511, 'upper_bound', 'bytes'),
        ],
      },
    }),
  ],
};
