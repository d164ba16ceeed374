import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Transcript, transcript } from '@sdq/catalog/define';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { MediaStore, StoredVideo } from './media-store.ts';

/** The record IDs that are allowed in file names. */
const safeId = /^[A-Za-z0-9_-]{1,64}$/;
const transcriptBytesMax = 4 * 2 ** 20;
const digestsMax = 10_000;

/** Facts about a video that would require decoding it; all are optional. */
const videoFacts = z.object({
  width: z.int().nullable().default(null),
  height: z.int().nullable().default(null),
  duration_ms: z.int().nullable().default(null),
});

/**
 * A media store in a directory:
 *
 *     <platform>/<record id>.mp4               the video
 *     <platform>/<record id>.mp4.json          {width, height, duration_ms}, when known
 *     <platform>/<record id>.transcript.json   {language, source, text, segments}
 */
export function directoryStore(directory: string): MediaStore {
  const digests = new LRUCache<string, string>({ max: digestsMax });
  const pathOf = (platform: string, id: string, ending: string) =>
    safeId.test(id) ? join(directory, platform, `${id}${ending}`) : undefined;
  return {
    async findTranscript(platform, id): Promise<Transcript | null> {
      const path = pathOf(platform, id, '.transcript.json');
      const read = path === undefined ? undefined : transcript.safeParse(await readJson(path));
      return read?.success === true ? read.data : null;
    },
    async findVideo(platform, id): Promise<StoredVideo | null> {
      const path = pathOf(platform, id, '.mp4');
      const file = path === undefined ? undefined : await stat(path).catch(() => undefined);
      if (path === undefined || file === undefined || !file.isFile()) return null;
      const key = `${path}:${file.size}:${file.mtimeMs}`;
      const sha256 = digests.get(key) ?? (await digestOf(path));
      digests.set(key, sha256);
      const facts = videoFacts.safeParse(await readJson(`${path}.json`)).data;
      return {
        path,
        content_type: 'video/mp4',
        size_bytes: file.size,
        width: facts?.width ?? null,
        height: facts?.height ?? null,
        duration_ms: facts?.duration_ms ?? null,
        sha256,
      };
    },
  };
}

/** Deletes the files of records from a directory of media; returns their number. */
export async function purgeMedia(
  directory: string,
  platform: string,
  ids: Iterable<string>,
): Promise<number> {
  let files = 0;
  for (const id of ids) {
    if (!safeId.test(id)) continue;
    for (const ending of ['.mp4', '.mp4.json', '.transcript.json']) {
      const path = join(directory, platform, `${id}${ending}`);
      const isThere = await stat(path).then(
        () => true,
        () => false,
      );
      if (isThere) files++;
      await rm(path, { force: true });
    }
  }
  return files;
}

async function readJson(path: string): Promise<unknown> {
  const file = await stat(path).catch(() => undefined);
  if (file === undefined || file.size > transcriptBytesMax) return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
