import type { Page, Place, Position } from '@sdq/catalog/define';

export interface Collected<Item> {
  items: Item[];
  /** The position of the next record; undefined at the end of the list. */
  next: Position | undefined;
  /** The position where reading stopped, also at the end. */
  end: Position;
}

interface CollectOptions<Item> {
  read(place: Place | undefined, wanted: number): Promise<Page<Item>>;
  identityOf(item: Item): string;
  start: Position;
  count: number;
}

/** Consecutive pages without a new record after which a list is considered ended. */
const emptyPagesDefaultMax = 2;
/** Extra pages that one request can read besides those that its count requires. */
const extraPagesMax = 20;
const smallestPage = 50;

/**
 * Reads a list from a position until it has `count` records. Records are deduplicated, and a next position is returned
 * only when a record is known to be at it: a source's claim of more records is verified first. The rest of a page beyond
 * `count` is not lost: the position contains the page and the offset in it.
 */
export async function collect<Item>(options: CollectOptions<Item>): Promise<Collected<Item>> {
  const { read, identityOf, count } = options;
  const items: Item[] = [];
  const ids = new Set<string>();
  const places = new Set<string>();
  let { place, skip } = options.start;
  let emptyPages = 0;
  const pagesMax = Math.ceil(count / smallestPage) + extraPagesMax;
  for (let pages = 1; ; pages++) {
    places.add(JSON.stringify(place ?? null));
    // skips the records of this page that were delivered before
    const page = await read(place, skip + Math.max(1, count - items.length));
    const before = ids.size;
    for (let at = skip; at < page.items.length; at++) {
      const item = page.items[at];
      if (item === undefined || ids.has(identityOf(item))) continue;
      if (items.length === count) {
        const here = { place, skip: at };
        return { items, next: here, end: here };
      }
      ids.add(identityOf(item));
      items.push(item);
    }
    const end = { place, skip: Math.max(skip, page.items.length) };
    const next = page.next === undefined ? undefined : { place: page.next, skip: 0 };
    emptyPages = ids.size === before ? emptyPages + 1 : 0;
    const { emptyPagesMax: emptyMax = emptyPagesDefaultMax } = page;
    const isLoop = next !== undefined && !page.mayRepeatPlaces && places.has(JSON.stringify(next.place));
    if (next === undefined || isLoop || emptyPages > emptyMax) return { items, next: undefined, end };
    const isFull = items.length === count && page.isNextSure;
    if (isFull || pages >= pagesMax) return { items, next, end: next };
    ({ place, skip } = next);
  }
}
