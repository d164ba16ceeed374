import type { IndexReader } from './index-reader.ts';
import type { Page, Place } from './page.ts';

/**
 * A read operation of a platform, independent of the source that answers it: an upstream or the index. Items have the
 * format of the service's responses. A read of a single record is a list of at most one item.
 */
export interface ReadDefinition<Input, Item> {
  /** `platform.operation`, as metrics and cursors name it. */
  readonly name: string;
  /** The identity of an item, by which a list is deduplicated. Default: the whole item. */
  identityOf?(item: Item): string;
  /** Reads from the index. For an unknown name it returns an empty last page. */
  fromIndex(index: IndexReader, input: Input, place: Place | undefined): Promise<Page<Item>>;
}

/** Infers the types of a read from its parts. */
export function defineRead<Input, Item>(read: ReadDefinition<Input, Item>): ReadDefinition<Input, Item> {
  return read;
}
