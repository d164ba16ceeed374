import type { Page, Place, ReadDefinition, Row } from '@sdq/catalog/define';
import type { SqlParameter } from '@sdq/contract';
import type { DriverFigures } from './driver-figures.ts';

/** The caller, the deadline and the accounting of a read. */
export interface ReadContext {
  /** The tenant in the fair queue of the engine. */
  owner: string;
  /** Aborted when the caller disconnects or the deadline has passed. */
  signal: AbortSignal;
  /** The deadline, in terms of `performance.now()`. */
  deadline: number;
  /** Number of records that are still needed; a source may use it as the page size. */
  wanted: number;
  /** Called for each upstream call, and each page of the index. */
  onCall(): void;
  /** Called with the snapshot of each page of the index. */
  onSnapshot(snapshotId: string): void;
  /** Called with each query of the index whose rows are the items of the read. */
  onQuery?: ((query: ItemQuery) => void) | undefined;
}

/** A query whose rows are the items of a read. */
export interface ItemQuery {
  /** A list is without LIMIT. */
  readonly sql: string;
  readonly parameters: Readonly<Record<string, SqlParameter>>;
  /** Rows of a list before those that are read; default 0. */
  readonly offset?: number | undefined;
  toItem(row: Row): unknown;
}

/** Reads one page. Errors: AppError; an unknown name gives an empty page without a next one. */
export type Read<Input, Item> = (
  input: Input,
  place: Place | undefined,
  context: ReadContext,
) => Promise<Page<Item>>;

/** A source of reads: a driver or the index. */
export interface Source {
  readonly id: string;
  /** Undefined when the source does not support the read with this input. */
  find<Input, Item>(read: ReadDefinition<Input, Item>, input: Input): Read<Input, Item> | undefined;
  /** Metrics; absent for a source without upstream calls. */
  figures?(): DriverFigures;
  /** Closes its connections. */
  close?(): Promise<void>;
}
