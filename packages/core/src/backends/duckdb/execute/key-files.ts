import { KeyCache, KeyFile } from '@sdq/row-store/keys';
import type { KeySearch } from '../runnable-plan.ts';
import { OpenFiles } from './open-files.ts';

/** Maximum number of open files; the least recently used are closed first. A segment has a few. */
const openMax = 64;

/** Blocks that stay in memory, in bytes. */
const cacheBytesMax = 8 << 20;

/** Key files of the index, opened when keys are looked up in them; an LRU cache. */
export class KeyFiles implements Disposable {
  readonly #cache = new KeyCache(cacheBytesMax);
  readonly #open = new OpenFiles(openMax, (path) => KeyFile.open(path, this.#cache));

  /** Ordinals of the rows with these keys, without stale rows, counted over all segments. Errors: `index_corrupt`. */
  find({ files, keys, limit }: KeySearch): number[] {
    const found: number[] = [];
    for (const searched of files) {
      const file = this.#open.at(searched.path);
      const ordinals =
        limit === undefined
          ? file.find(keys).filter((ordinal) => !isStale(searched, ordinal))
          : keys.flatMap((key) => firstOf(file, key, limit, searched));
      for (const ordinal of ordinals) found.push(searched.firstOrdinal + ordinal);
    }
    return found;
  }

  [Symbol.dispose](): void {
    this.#open[Symbol.dispose]();
  }
}

type SearchedFile = KeySearch['files'][number];

function isStale({ stale }: SearchedFile, ordinal: number): boolean {
  return stale.some(([from, to]) => ordinal >= from && ordinal < to);
}

/** The first ordinals of a key that are not stale. */
function firstOf(file: KeyFile, key: readonly string[], limit: number, searched: SearchedFile): number[] {
  const found: number[] = [];
  let offset = 0;
  for (let size = limit; found.length < limit; size *= 2) {
    const part = file.ordinalsOf(key, { offset, limit: size });
    for (const ordinal of part) if (!isStale(searched, ordinal)) found.push(ordinal);
    if (part.length < size) break;
    offset += size;
  }
  return found.slice(0, limit);
}
