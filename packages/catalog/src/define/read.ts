import type { IndexReader } from './index-reader.ts';
import type { Page, Place } from './page.ts';

/**
 * What can be read of a platform, whoever answers it: an upstream of the platform, or the index. Items are in the form
 * of the service's answers. A read of one thing is a list of at most one.
 */
export interface ReadDefinition<Input, Item> {
  /** `platform.what`, as figures and cursors name it. */
  readonly name: string;
  /** What makes two items the same one, so that a list repeats none; default: all of the item. */
  identityOf?(item: Item): string;
  /** How the index answers it; an unknown name is a page without items and without a next one. */
  fromIndex(index: IndexReader, input: Input, place: Place | undefined): Promise<Page<Item>>;
}

/** Keeps the types of a read together. */
export function defineRead<Input, Item>(read: ReadDefinition<Input, Item>): ReadDefinition<Input, Item> {
  return read;
}
