import { LRUCache } from 'lru-cache';

/** Files of the index, opened when they are needed; an LRU cache that closes the least recently used ones. */
export class OpenFiles<File extends Disposable> implements Disposable {
  readonly #files: LRUCache<string, File>;
  readonly #open: (path: string) => File;

  /** `max`: number of files that stay open. */
  constructor(max: number, open: (path: string) => File) {
    this.#files = new LRUCache<string, File>({ max, dispose: (file) => file[Symbol.dispose]() });
    this.#open = open;
  }

  /** The file, opened if it is not. Errors: those of opening it. */
  at(path: string): File {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = this.#open(path);
    this.#files.set(path, file);
    return file;
  }

  [Symbol.dispose](): void {
    this.#files.clear();
  }
}
