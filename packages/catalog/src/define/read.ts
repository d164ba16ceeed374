import type { JsonValue } from '@sdq/contract';
import type { IndexReader } from './index-reader.ts';

/** Where a source goes on reading a list; what it holds is the source's own business. */
export type Place = JsonValue;

/** One page of a list as its source gives it: it may be empty though more follows. */
export interface Page<Item> {
  /** Undefined stands for a record that cannot be read or does not belong here, so that the others keep their places. */
  items: (Item | undefined)[];
  /** Undefined at the end of the list. */
  next: Place | undefined;
  /** Whether a page that follows is sure to hold an item; else it is looked at before the caller is told of it. */
  isNextSure: boolean;
  /** Whether places may be the same on page after page and yet lead on. */
  mayRepeatPlaces?: boolean;
  /** Pages without new records after which the list is taken for ended; default 2. */
  emptyPagesMax?: number;
}

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
