import type { Page, Place, ReadDefinition } from '@sdq/catalog/define';
import type { DriverFigures } from './driver-figures.ts';

/** On whose behalf and how long a read may go on, and what it has cost so far. */
export interface ReadContext {
  /** Who shares turns of the engine with other requests of the same caller. */
  owner: string;
  /** Aborted when the caller is gone or the request's time is over. */
  signal: AbortSignal;
  /** `performance.now()` at which the request must have been answered. */
  deadline: number;
  /** Records that the caller can still use; a source may read pages of that size. */
  wanted: number;
  /** Called once for each physical call that leaves, or each page that is read of the index. */
  onCall(): void;
  /** Called with the snapshot that an embedded page was read from. */
  onSnapshot(snapshotId: string): void;
}

/** How a source reads one page. Errors: AppError; an unknown name is a page without items and without a next one. */
export type Read<Input, Item> = (
  input: Input,
  place: Place | undefined,
  context: ReadContext,
) => Promise<Page<Item>>;

/** Some reads, under the name of who answers them. */
export interface Source {
  readonly id: string;
  /** Undefined for what the source cannot read at all, or not with this input. */
  find<Input, Item>(read: ReadDefinition<Input, Item>, input: Input): Read<Input, Item> | undefined;
  /** What it did so far; none of a source that calls nobody. */
  figures?(): DriverFigures;
  /** Ends its connections. */
  close?(): Promise<void>;
}
