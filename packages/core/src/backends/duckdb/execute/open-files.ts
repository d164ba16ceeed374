import { existsSync } from 'node:fs';
import { LRUCache } from 'lru-cache';

/** Milliseconds after which files are looked for that were deleted. */
export const lookEveryMs = 10_000;

/**
 * Files of the index, opened when they are needed; an LRU cache that closes the least recently used ones, and those that were
 * deleted since, whose space on the disk is not free before.
 */
export class OpenFiles<File extends Disposable> implements Disposable {
  readonly #files: LRUCache<string, File>;
  readonly #open: (path: string) => File;
  readonly #everyMs: number;
  #lookedAt = performance.now();

  /** `max`: number of files that stay open. */
  constructor(max: number, open: (path: string) => File, everyMs = lookEveryMs) {
    this.#files = new LRUCache<string, File>({ max, dispose: (file) => file[Symbol.dispose]() });
    this.#open = open;
    this.#everyMs = everyMs;
  }

  /** The file, opened if it is not. Errors: those of opening it. */
  at(path: string): File {
    if (performance.now() - this.#lookedAt >= this.#everyMs) this.#closeDeleted();
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const file = this.#open(path);
    this.#files.set(path, file);
    return file;
  }

  #closeDeleted(): void {
    for (const path of [...this.#files.keys()]) if (!existsSync(path)) this.#files.delete(path);
    this.#lookedAt = performance.now();
  }

  [Symbol.dispose](): void {
    this.#files.clear();
  }
}
