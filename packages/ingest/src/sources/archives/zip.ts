import { isUtf8 } from 'node:buffer';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AppError } from '@sdq/contract';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { tooMany } from '../folder.ts';
import { cutZipMembers } from './cut-zip.ts';
import type { Member } from './member.ts';
import { faultOf, isLink } from './zip-entry.ts';

/** An opened ZIP archive. */
export interface Zip extends AsyncDisposable {
  /** By name. */
  readonly members: readonly Member[];
  /** Whether its end is missing: the members are those that are whole. */
  readonly isCut: boolean;
}

/** Errors: `source_limit`, `file_malformed` if no member can be found. */
export async function openZip(path: string, name: string, entriesMax: number): Promise<Zip> {
  const zip = await openPromise(path, {
    decodeStrings: false,
    validateEntrySizes: false,
    autoClose: false,
  }).catch(() => undefined);
  if (zip === undefined) return await cutZip(path, name, entriesMax);
  if (zip.entryCount > entriesMax) {
    zip.close();
    throw tooMany(name, entriesMax);
  }
  const members: Member[] = [];
  try {
    for await (const entry of zip.eachEntry()) members.push(toMember(zip, entry));
  } catch {
    zip.close();
    return await cutZip(path, name, entriesMax);
  }
  members.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { members, isCut: false, [Symbol.asyncDispose]: async () => zip.close() };
}

function toMember(zip: ZipFile, entry: Entry): Member {
  const { generalPurposeBitFlag, uncompressedSize, compressionMethod } = entry;
  // Many programs write UTF-8 and do not say so.
  const flags = generalPurposeBitFlag | (isUtf8(entry.fileNameRaw) ? 0x800 : 0);
  const name = getFileNameLowLevel(flags, entry.fileNameRaw, entry.extraFields, false);
  const mode = entry.externalFileAttributes >>> 16;
  const fault = faultOf(entry.isEncrypted(), compressionMethod);
  return {
    name,
    kind: isLink(mode) ? 'link' : name.endsWith('/') ? 'folder' : 'file',
    size: uncompressedSize,
    ...(fault !== undefined && { fault }),
    content: () => checked(zip.openReadStreamPromise(entry), entry, name),
  };
}

/** Errors: `file_malformed` if the content does not have the size and the checksum that the archive states. */
async function* checked(
  opening: Promise<Readable>,
  { crc32: expected, uncompressedSize }: Pick<Entry, 'crc32' | 'uncompressedSize'>,
  name: string,
): AsyncGenerator<Uint8Array> {
  let [sum, size] = [0, 0];
  try {
    for await (const chunk of await opening) {
      sum = crc32(chunk as Buffer, sum);
      size += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    if (size !== uncompressedSize || sum !== expected) throw new Error('its checksum is wrong');
  } catch (cause) {
    throw damaged(name, (cause as Error).message, cause);
  }
}

function damaged(name: string, why: string, cause?: unknown): AppError {
  return new AppError('file_malformed', `"${name}" in the archive is damaged: ${why}`, {
    cause,
    hint: 'Download the archive again.',
  });
}

async function cutZip(path: string, name: string, entriesMax: number): Promise<Zip> {
  await using file = await open(path);
  const members = await cutZipMembers({ file, path, bytes: (await stat(path)).size }, entriesMax);
  if (members.length > 0) return { members, isCut: true, [Symbol.asyncDispose]: async () => {} };
  throw damaged(name, 'it has no whole member');
}
