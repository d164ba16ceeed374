/** A source of the encoded parts of a result, one at a time. */
export interface PartSource {
  /**
   * Returns the next part, null after the last. Only one call at a time; a pending call fails when the source is
   * closed.
   */
  take(): Promise<Uint8Array | null>;
  /** Stops it immediately. Safe at any time, more than once. */
  close(): void;
}

/** How reading a result ended: at its end, with an error, or because its reader left. */
export type PartsEnd = 'whole' | 'failed' | 'left';

/** Observes a result while it is read. It must not throw. */
export interface PartsWatcher {
  /** Called with each part before the reader gets it, who may free it then: copy the bytes to keep them. */
  onPart?(part: Uint8Array): void;
  /** Called once; `error` is the one that the reader gets. */
  onEnd?(end: PartsEnd, error?: unknown): void;
}

/**
 * The encoded bytes of a result on their way to the reader. There is one such object per result; observers watch it,
 * so that a part is passed on once, however many there are.
 */
export class ResultParts implements AsyncIterableIterator<Uint8Array> {
  /** Maps an error of the source to the one that the reader gets. */
  toUserError: (error: unknown) => unknown = (error) => error;
  readonly #source: PartSource;
  readonly #watchers: PartsWatcher[] = [];
  /** The pending read of a part, if any. */
  #awaited: Promise<void> | undefined;
  #isOver = false;

  constructor(source: PartSource) {
    this.#source = source;
  }

  watch(watcher: PartsWatcher): void {
    this.#watchers.push(watcher);
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#awaited !== undefined) await this.#awaited;
    if (this.#isOver) return { done: true, value: undefined };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = promise;
    try {
      const part = await this.#source.take();
      if (part === null) {
        this.#end('whole');
        return { done: true, value: undefined };
      }
      for (const watcher of this.#watchers) watcher.onPart?.(part);
      return { done: false, value: part };
    } catch (error) {
      const told = this.toUserError(error);
      this.#end('failed', told);
      throw told;
    } finally {
      this.#awaited = undefined;
      resolve();
    }
  }

  /** The reader leaves: the rest is not produced. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#end('left');
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end('left');
  }

  #end(end: PartsEnd, error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#source.close();
    for (const watcher of this.#watchers) watcher.onEnd?.(end, error);
  }
}
