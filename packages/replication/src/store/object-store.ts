/** What a store knows of an object without its content. */
export interface ObjectFacts {
  readonly bytes: number;
  /** Changes with the content; opaque. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

export interface ListedObject {
  /** Relative to the address of the store, with `/`. */
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface ObjectContent extends ObjectFacts {
  /** The bytes from the offset that was asked for. It may end early, or fail, when the connection does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A local file whose content is known by its hash: the store is asked to verify it. */
export interface FileContent {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A write happens only if the object is absent, or has this ETag. */
export type WriteCondition = { readonly absent: true } | { readonly etag: string };

export interface ReadOptions {
  readonly offset?: number;
  /** Reads only this version; `undefined` is returned when the object has another. */
  readonly etag?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions {
  readonly condition?: WriteCondition;
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes of each part that the store has taken. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * Objects by key, in a bucket below a prefix or in a directory. All methods repeat what fails for a moment, within
 * `limits.ts`. Errors of all: `store_unreachable`; `store_refused` where repeating does not help, such as missing rights.
 */
export interface ObjectStore {
  /** For messages: `s3://bucket/prefix`, or the path of a directory. */
  readonly address: string;
  head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined>;
  read(key: string, options?: ReadOptions): Promise<ObjectContent | undefined>;
  /** The ETag of what was written; undefined if the condition did not hold. */
  write(key: string, content: Uint8Array, options?: WriteOptions): Promise<string | undefined>;
  /** Writes a file. One that was interrupted resumes after the parts that the store has. */
  upload(key: string, file: FileContent, options?: WriteOptions): Promise<void>;
  /** In the order of keys. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<ListedObject>;
  delete(keys: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Drops what interrupted uploads left before this time. The number of uploads that were dropped. */
  dropUnfinished(before: Date, signal?: AbortSignal): Promise<number>;
  close(): void;
}
