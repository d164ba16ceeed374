import { readFile, rm } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { type AbsentFiles, layout, type ManifestFile, markChecked, writeFileAtomically } from '@sdq/index';
import { inParallel } from '../in-parallel.ts';
import { fillsMax } from '../limits.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { downloadFile, MissingFile } from './download-file.ts';

/** Files of a mirror that come after it answers: those that are asked for first, then the newest months. */
export class LaterFiles implements AbsentFiles {
  readonly #store: ObjectStore;
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #files = new Map<string, ManifestFile>();
  readonly #bringing = new Map<string, Promise<void>>();
  #names: ReadonlySet<string> = new Set();

  constructor(store: ObjectStore, root: string, signal: AbortSignal) {
    this.#store = store;
    this.#root = root;
    this.#signal = signal;
  }

  get paths(): ReadonlySet<string> {
    return this.#names;
  }

  /** Bytes of them that are not here. */
  get bytes(): number {
    return [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  expect(files: readonly ManifestFile[]): void {
    for (const file of files) this.#files.set(file.path, file);
    this.#names = new Set(this.#files.keys());
  }

  async bring(paths: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const all = Promise.all(paths.map((path) => this.#bring(path)));
    try {
      await (signal === undefined ? all : Promise.race([all, aborted(signal)]));
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof MissingFile) throw goneFromStore(error);
      throw notYetHere(error);
    }
  }

  /** Brings them all, the newest months first. A failure ends it; the next call goes on. */
  async fill(): Promise<void> {
    const newestFirst = [...this.#names].sort().reverse();
    await inParallel(newestFirst, fillsMax, this.#signal, async (path) => {
      await this.#bring(path).catch((error: unknown) => {
        // of an older snapshot: who still reads that is told when he asks
        if (!(error instanceof MissingFile)) throw error;
      });
    });
    if (this.#files.size === 0) await forgetLater(this.#root);
  }

  async #bring(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (file === undefined) return;
    const running = this.#bringing.get(path) ?? this.#fetch(file).finally(() => this.#bringing.delete(path));
    this.#bringing.set(path, running);
    await running;
  }

  async #fetch(file: ManifestFile): Promise<void> {
    const onBytes = () => {};
    await downloadFile({ store: this.#store, root: this.#root, file, signal: this.#signal, onBytes });
    await markChecked(this.#root, [file]);
    this.#files.delete(file.path);
    this.#names = new Set(this.#files.keys());
  }
}

/** The paths that a mirror does without for now; empty for a whole one. */
export async function readLater(root: string): Promise<ReadonlySet<string>> {
  const text = await readFile(layout.later(root), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter((line) => line !== ''));
}

export async function writeLater(root: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return await forgetLater(root);
  await writeFileAtomically(layout.later(root), `${paths.join('\n')}\n`);
}

async function forgetLater(root: string): Promise<void> {
  await rm(layout.later(root), { force: true });
}

async function aborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function notYetHere(cause: unknown): AppError {
  return new AppError('service_unavailable', 'Some rows of this query are not on this machine yet', {
    cause,
    retryAfterSeconds: 5,
    hint: 'Try again: they are being fetched',
  });
}

function goneFromStore(cause: unknown): AppError {
  return new AppError('result_expired', 'The snapshot of this query exists no more', {
    cause,
    hint: 'Run the query again',
  });
}
