/** Gives the encoded parts of a result, one at a time. */
export interface PartSource {
  /**
   * The next part, null after the last. It is asked for one part at a time; one that is awaited when the source is
   * closed fails.
   */
  take(): Promise<Uint8Array | null>;
  /** Stops it where it stands. Safe at any time, more than once. */
  close(): void;
}

/** How the reading of a result ended: to its end, by an error, or because its reader left. */
export type PartsEnd = 'whole' | 'failed' | 'left';

/** Looks on while a result is read. It must not throw. */
export interface PartsWatcher {
  /** Sees a part before its reader has it, who may free it then: whoever wants its bytes later copies them. */
  onPart?(part: Uint8Array): void;
  /** Told once; `error` is the one that the reader meets. */
  onEnd?(end: PartsEnd, error?: unknown): void;
}

/**
 * The bytes of a result on their way from where they are encoded to their reader. There is one of it for each result:
 * whoever has to see what passes watches it, so that a part is handed on once, however many look on.
 */
export class ResultParts implements AsyncIterableIterator<Uint8Array> {
  /** What the reader meets in place of an error of the source. */
  toUserError: (error: unknown) => unknown = (error) => error;
  readonly #source: PartSource;
  readonly #watchers: PartsWatcher[] = [];
  /** While a part is awaited; settles with it. */
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

  /** The reader leaves: the rest is not made. */
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
