import { type FileHandle, mkdir, open, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { isLivingProcess, layout, ownProcessName } from '@sdq/index';

/** A batch is published when it reaches one of these. */
export interface BatchLimits {
  /** Lines; default 10,000. */
  readonly recordsMax?: number | undefined;
  /** Bytes; default 16 MiB. */
  readonly bytesMax?: number | undefined;
  /** Milliseconds since its first line; default 2,000. */
  readonly ageMsMax?: number | undefined;
}

const defaults = { recordsMax: 10_000, bytesMax: 16 * 2 ** 20, ageMsMax: 2_000 };
const lineEnd = 0x0a;
let batchesMade = 0;

/**
 * Cuts a stream of lines into files of whole lines. What was received is in a file at once, in the folder `follow` of
 * the index, so that a killed process loses nothing; {@link leftBatches} gives the files of such ones. At most one
 * chunk is received while a batch is taken. Remove each file when it is taken.
 */
export async function* lineBatches(
  index: string,
  chunks: AsyncIterable<Uint8Array>,
  limits: BatchLimits = {},
): AsyncGenerator<string> {
  const recordsMax = limits.recordsMax ?? defaults.recordsMax;
  const bytesMax = limits.bytesMax ?? defaults.bytesMax;
  const ageMsMax = limits.ageMsMax ?? defaults.ageMsMax;
  const iterator = chunks[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<Uint8Array>> | undefined;
  let batch: Batch | undefined;
  try {
    for (;;) {
      pending ??= iterator.next();
      const next =
        batch === undefined || batch.lines === 0 ? await pending : await within(pending, batch.end);
      if (next !== undefined) {
        pending = undefined;
        if (next.done === true) break;
        batch ??= await Batch.open(index, ageMsMax);
        await batch.append(next.value);
        if (batch.lines < recordsMax && batch.bytes < bytesMax) continue;
      }
      if (batch === undefined || batch.lines === 0) continue;
      const { path, rest } = await batch.close();
      batch = undefined;
      if (rest.length > 0) {
        batch = await Batch.open(index, ageMsMax);
        await batch.append(rest);
      }
      yield path;
    }
    if (batch === undefined) return;
    const { path } = await batch.close({ isLast: true });
    batch = undefined;
    yield path;
  } finally {
    await batch?.close({ isLast: true });
  }
}

/** Batches of processes that have ended before these were imported, oldest first. */
export async function leftBatches(index: string): Promise<string[]> {
  const folder = layout.follow(index);
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => !isLivingProcess(name.replace(/-\d+\.ndjson$/, '')))
    .sort()
    .map((name) => join(folder, name));
}

class Batch {
  readonly path: string;
  readonly end: number;
  lines = 0;
  bytes = 0;
  readonly #file: FileHandle;
  /** The bytes after the last end of a line. */
  #rest: Uint8Array[] = [];
  #restBytes = 0;

  private constructor(path: string, file: FileHandle, end: number) {
    this.path = path;
    this.#file = file;
    this.end = end;
  }

  static async open(index: string, ageMsMax: number): Promise<Batch> {
    const folder = layout.follow(index);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${ownProcessName}-${String(batchesMade++).padStart(9, '0')}.ndjson`);
    return new Batch(path, await open(path, 'wx'), performance.now() + ageMsMax);
  }

  async append(chunk: Uint8Array): Promise<void> {
    await this.#file.writeFile(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) this.lines++;
    const last = chunk.lastIndexOf(lineEnd);
    if (last >= 0) {
      this.#rest = [];
      this.#restBytes = 0;
    }
    const rest = chunk.subarray(last + 1);
    if (rest.length === 0) return;
    this.#rest.push(rest);
    this.#restBytes += rest.length;
  }

  /** Makes the whole lines durable; what follows them is handed out, unless it is the last line of the stream. */
  async close({ isLast = false } = {}): Promise<{ path: string; rest: Uint8Array }> {
    const rest = isLast ? new Uint8Array() : Buffer.concat(this.#rest);
    if (rest.length > 0) await truncate(this.path, this.bytes - this.#restBytes);
    await this.#file.sync();
    await this.#file.close();
    return { path: this.path, rest };
  }
}

/** The value, if it comes before a time of `performance.now`. */
async function within<Value>(value: Promise<Value>, end: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, end - performance.now()), undefined);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Deletes a batch that was imported. */
export async function dropBatch(path: string): Promise<void> {
  await rm(path, { force: true });
}
