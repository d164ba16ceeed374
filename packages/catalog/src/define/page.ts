import type { JsonValue } from '@sdq/contract';

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
