import { KeyCache, KeyFile } from '@sdq/row-store/keys';
import type { KeySearch } from '../runnable-plan.ts';
import { isMasked, type Masked } from './masked-ordinals.ts';
import { OpenFiles } from './open-files.ts';

/** Maximum number of open files; the least recently used are closed first. A segment has a few. */
const openMax = 64;

/** Blocks that stay in memory, in bytes. */
const cacheBytesMax = 8 << 20;

/** Key files of the index, opened when keys are looked up in them; an LRU cache. */
export class KeyFiles implements Disposable {
  readonly #cache = new KeyCache(cacheBytesMax);
  readonly #open = new OpenFiles(openMax, (path) => KeyFile.open(path, this.#cache));

  /**
   * Ordinals of the rows with these keys, without stale and masked rows, counted over all segments; where a segment has more than
   * `most` of them, those included, some more than these. Errors: `index_corrupt`.
   */
  find({ files, keys, limit }: FoundKeys, most: number): number[] {
    const found: number[] = [];
    for (const searched of files) {
      const file = this.#open.at(searched.path);
      const ordinals =
        limit === undefined
          ? freshOf(file.find(keys, most), most, searched)
          : keys.flatMap((key) => firstOf(file, key, limit, searched));
      for (const ordinal of ordinals) found.push(searched.firstOrdinal + ordinal);
    }
    return found;
  }

  /** The number of rows with these keys, none of which occurs twice, in all files, masked ones included. Errors: `index_corrupt`. */
  count(files: readonly string[], keys: FoundKeys['keys']): number {
    let rows = 0;
    for (const path of files) {
      const file = this.#open.at(path);
      for (const key of keys) rows += file.count(key);
    }
    return rows;
  }

  [Symbol.dispose](): void {
    this.#open[Symbol.dispose]();
  }
}

/** What is searched for, and where: the values of each key. */
interface FoundKeys {
  readonly files: readonly SearchedFile[];
  readonly limit?: number | undefined;
  readonly keys: readonly (readonly string[])[];
}

/** With the masked rows of its segment. */
type SearchedFile = Omit<KeySearch['files'][number], 'masked'> & { readonly masked?: Masked };

function isLeftOut({ stale, masked }: SearchedFile, ordinal: number): boolean {
  if (stale.some(([from, to]) => ordinal >= from && ordinal < to)) return true;
  return masked !== undefined && isMasked(masked, ordinal);
}

/** Those that are neither stale nor masked; all where they are too many, since some may be missing. */
function freshOf(ordinals: readonly number[], most: number, searched: SearchedFile): readonly number[] {
  return ordinals.length > most ? ordinals : ordinals.filter((ordinal) => !isLeftOut(searched, ordinal));
}

/** The first ordinals of a key that are neither stale nor masked. */
function firstOf(file: KeyFile, key: readonly string[], limit: number, searched: SearchedFile): number[] {
  const found: number[] = [];
  let offset = 0;
  for (let size = limit; found.length < limit; size *= 2) {
    const part = file.ordinalsOf(key, { offset, limit: size });
    for (const ordinal of part) if (!isLeftOut(searched, ordinal)) found.push(ordinal);
    if (part.length < size) break;
    offset += size;
  }
  return found.slice(0, limit);
}
