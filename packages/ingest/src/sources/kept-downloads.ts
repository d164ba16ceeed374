import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A download that no run has continued for this time is deleted, in milliseconds. */
const ageMsMax = 7 * 24 * 3_600_000;

/**
 * Downloads that the next run continues after an interruption or a failure: of each address the content received so far,
 * and beside it the validator of the content (a strong ETag or a date). They are deleted once they were read.
 */
export class KeptDownloads {
  readonly #folder: string;
  readonly #whole = new Set<KeptDownload>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** The downloads of a folder, which is made with the first one; old ones are deleted. */
  static async at(folder: string): Promise<KeptDownloads> {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > ageMsMax) await rm(path, { force: true });
    }
    await removeIfEmpty(folder);
    return new KeptDownloads(folder);
  }

  /** The download of an address, whose content may have begun in an earlier run. */
  async of(address: string): Promise<KeptDownload> {
    await mkdir(this.#folder, { recursive: true });
    const name = createHash('sha256').update(address).digest('hex').slice(0, 32);
    return new KeptDownload(join(this.#folder, name), (download) => void this.#whole.add(download));
  }

  /** Deletes the downloads of this run that are whole: they were read. */
  async dropWhole(): Promise<void> {
    for (const download of this.#whole) await download.drop();
    this.#whole.clear();
  }
}

/** What was received of an address. */
export class KeptDownload {
  readonly path: string;
  readonly #onWhole: (download: KeptDownload) => void;

  constructor(path: string, onWhole: (download: KeptDownload) => void) {
    this.path = path;
    this.#onWhole = onWhole;
  }

  get #note(): string {
    return `${this.path}.validator`;
  }

  /**
   * The content of an earlier run with its validator; undefined if there is none. The last byte is dropped: of a whole
   * content a server could give no range behind it.
   */
  async begun(): Promise<{ readonly bytes: number; readonly validator: string } | undefined> {
    const validator = await readFile(this.#note, 'utf8').catch(() => '');
    const size = await stat(this.path).then(
      ({ size }) => size,
      () => 0,
    );
    if (validator === '' || size <= 1) return undefined;
    await truncate(this.path, size - 1);
    return { bytes: size - 1, validator };
  }

  /**
   * Begins the content anew; without a validator no later run can continue it. Synchronous: an answer that is cut while it
   * waits to be read loses what has arrived.
   */
  beginSync(validator: string | undefined): void {
    rmSync(this.#note, { force: true });
    writeFileSync(this.path, '');
    if (validator !== undefined) writeFileSync(this.#note, validator);
  }

  isWhole(): void {
    this.#onWhole(this);
  }

  async drop(): Promise<void> {
    await rm(this.path, { force: true });
    await rm(this.#note, { force: true });
    await removeIfEmpty(dirname(this.path));
  }
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch(() => {}); // not empty, or missing
}
