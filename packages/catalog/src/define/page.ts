import type { JsonValue } from '@sdq/contract';

/** A source's position in a list, from which reading continues. Its content is opaque to everyone but the source. */
export type Place = JsonValue;

/** One page of a list from a source. It may be empty although more pages follow. */
export interface Page<Item> {
  /**
   * Undefined marks a record that cannot be read or does not belong to the list, so that the others keep their
   * positions.
   */
  items: (Item | undefined)[];
  /** Undefined at the end of the list. */
  next: Place | undefined;
  /**
   * Whether the next page is certain to contain an item. If not, it is fetched before the response says that there is a
   * next page.
   */
  isNextSure: boolean;
  /** Whether several consecutive pages may have the same place although reading makes progress. */
  mayRepeatPlaces?: boolean;
  /** The number of pages without new records after which the list is considered complete; default 2. */
  emptyPagesMax?: number;
}
