import { collectedKeys, leadsOn } from '../containers/records-in.ts';
import { isTypedKey } from '../containers/relaid.ts';
import type { RecordKeys } from '../records/record-map.ts';
import { observedAtKeys } from '../video-observations.ts';
import { type JsonKeys, toldInside, toldKeys } from './scan-json.ts';

/** Objects within a record whose keys are read, at most: the kernel has a bit for each. */
const objectsMax = 60;

/** Outermost keys that matter although no column is read from them: a record may be one of several, or be dated. */
const special: ReadonlySet<string> = new Set([...observedAtKeys, ...collectedKeys, 'itemList']);

/**
 * What the scanner does with the keys of nested records. `cells`: the number of the cell at each path, such as `author.id`. Undefined for more
 * objects than it can tell.
 */
export function nestedKeys(
  cells: ReadonlyMap<string, number>,
  { needs, never }: RecordKeys,
): JsonKeys | undefined {
  const objects = new Map<string, number>([['', 0]]);
  for (const path of cells.keys()) {
    for (let end = path.indexOf('.'); end >= 0; end = path.indexOf('.', end + 1)) {
      const object = path.slice(0, end);
      if (!objects.has(object)) objects.set(object, objects.size);
    }
  }
  if (objects.size > objectsMax || needs.length > 30) return undefined;
  const paths = [...objects.keys()];
  const tell = (key: string, object: number): number => {
    const path = object === 0 ? key : `${paths[object]}.${key}`;
    const inside = key.includes('.') ? undefined : objects.get(path);
    if (isTypedKey(key) || (object === 0 && never.includes(key))) return toldKeys.never;
    if (inside !== undefined) return toldInside(inside);
    const cell = key.includes('.') ? undefined : cells.get(path);
    if (cell !== undefined) return cell;
    const isSpecial = object === 0 && (special.has(key) || leadsOn(key));
    return isSpecial || key === 'urlList' ? toldKeys.whole : toldKeys.unread;
  };
  return {
    needs: (1 << needs.length) - 1,
    tell: (key, object) => ({ told: tell(key, object), needs: object === 0 ? bitsOf(needs, key) : 0 }),
  };
}

function bitsOf(needs: RecordKeys['needs'], key: string): number {
  return needs.reduce((bits, keys, i) => bits + (keys.includes(key) ? 1 << i : 0), 0);
}
