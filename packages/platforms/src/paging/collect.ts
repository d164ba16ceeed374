import type { Page, Place, Position } from '@sdq/catalog/define';

export interface Collected<Item> {
  items: Item[];
  /** Where the list goes on; undefined at its end. */
  next: Position | undefined;
  /** Where reading stopped, also at the end. */
  end: Position;
}

interface CollectOptions<Item> {
  read(place: Place | undefined, wanted: number): Promise<Page<Item>>;
  identityOf(item: Item): string;
  start: Position;
  count: number;
}

/** Pages without a single new record, one after the other, after which a list is taken for ended. */
const emptyPagesDefaultMax = 2;
/** Pages that one request may read beside those its count needs when they are full. */
const extraPagesMax = 20;
const smallestPage = 50;

/**
 * Reads a list from a position on until `count` records are there. No record comes twice, and there is a next
 * position only when a record is known to stand at it: what a source says about more is not believed before it has
 * been seen. What a page holds beyond `count` is not lost: the position keeps the page and how far it was used.
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
    // what was delivered of this page before stands in it again
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
