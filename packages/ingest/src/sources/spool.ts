import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asDiskFull } from '@sdq/contract';
import { checkFreeSpace, isLivingProcess } from '@sdq/index';

const checkedEveryBytes = 64 * 1024 ** 2;

const temporaryName = /^sdq-spool-(\d+)-/;

/** A folder for what is not a local regular file; it is removed with its scope. */
export class Spool implements AsyncDisposable {
  readonly #folder: string;
  #number = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** A spool in a folder of its own, which is emptied first: another process may have been killed. */
  static async at(folder: string): Promise<Spool> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return new Spool(folder);
  }

  /** A spool in the folder for temporary files. Those of processes that no longer run are removed. */
  static async temporary(): Promise<Spool> {
    for (const name of await readdir(tmpdir())) {
      const [, pid] = temporaryName.exec(name) ?? [];
      if (pid !== undefined && !isLivingProcess(pid))
        await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {}); // of another user
    }
    return new Spool(await mkdtemp(join(tmpdir(), `sdq-spool-${process.pid}-`)));
  }

  /** A folder within the spool, removed with its scope. */
  async open(): Promise<Spool> {
    const folder = this.path();
    await mkdir(folder);
    return new Spool(folder);
  }

  /** A path in the spool that no file has. */
  path(extension = ''): string {
    return join(this.#folder, `${++this.#number}${extension}`);
  }

  /** Writes content to a new file and returns its path. Errors: `disk_full`, also if less than 1 GiB is left; those of the content. */
  async write(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string> {
    const path = this.path();
    const folder = this.#folder;
    let untilCheck = 0;
    const checked = async function* () {
      for await (const chunk of content) {
        untilCheck -= chunk.length;
        if (untilCheck <= 0) {
          untilCheck = checkedEveryBytes;
          checkFreeSpace(folder, 0);
        }
        yield chunk;
      }
    };
    try {
      await pipeline(checked, createWriteStream(path), signal === undefined ? {} : { signal });
      return path;
    } catch (cause) {
      throw asDiskFull(cause, { path: folder }) ?? cause;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
