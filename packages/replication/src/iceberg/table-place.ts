import type { CatalogTable } from '@sdq/catalog';
import { layout } from '@sdq/index';
import type { ObjectStore } from '../store/object-store.ts';

/**
 * Where the open table of a table lies in a store: around the table's own files, as the catalogues of Hadoop have it, so that
 * `data/` is a warehouse, platforms are its namespaces.
 *
 *     data/<platform>/<table>/metadata/version-hint.text
 *     data/<platform>/<table>/metadata/v<N>.metadata.json
 *     data/<platform>/<table>/metadata/<uuid>.avro, snap-<id>-<uuid>.avro
 *     data/<platform>/<table>/open/deletes-<hash>.parquet    positions of masked rows
 *     data/<platform>/<table>/open/rows-<hash>.parquet       rows of a derived table that no file has
 */
export class TablePlace {
  /** Relative to the store. */
  readonly folder: string;
  /** Address of the store, as readers of the table write it; without a slash at the end. */
  readonly #location: string;

  constructor(table: Pick<CatalogTable, 'platform' | 'name'>, location: string) {
    this.folder = layout.tableFolder(table, null);
    this.#location = location;
  }

  get location(): string {
    return this.uri(this.folder);
  }

  get hint(): string {
    return `${this.folder}/metadata/version-hint.text`;
  }

  get metadataFolder(): string {
    return `${this.folder}/metadata/`;
  }

  metadata(version: number): string {
    return `${this.metadataFolder}v${version}.metadata.json`;
  }

  avro(name: string): string {
    return `${this.metadataFolder}${name}.avro`;
  }

  open(name: string): string {
    return `${this.folder}/open/${name}.parquet`;
  }

  /** How readers, manifests and deletes name an object: not percent-encoded, as Iceberg's own libraries write paths. */
  uri(key: string): string {
    return `${this.#location}/${key}`;
  }

  /** The key of an object of the store that is named so; undefined if it lies elsewhere. */
  keyOf(uri: string): string | undefined {
    return uri.startsWith(`${this.#location}/`) ? uri.slice(this.#location.length + 1) : undefined;
  }
}

/** The address of a store as a URI. */
export function locationOf({ address }: ObjectStore): string {
  return address.startsWith('s3://') ? address : `file://${address}`;
}

const openFile = /^(data\/[a-z_][a-z0-9_]*\/[a-z_][a-z0-9_]*)\/(?:metadata|open)\/[^/]+$/;

/** The folder of the table to which an object belongs that only the open table needs; undefined for other objects. */
export function openTableFolder(key: string): string | undefined {
  return openFile.exec(key)?.[1];
}
