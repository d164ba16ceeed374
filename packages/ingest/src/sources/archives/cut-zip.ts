import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { Member } from './member.ts';
import { faultOf } from './zip-entry.ts';

const headerBytes = 30;
const headerMark = 0x04034b50;
const descriptorBytesMax = 24;

/**
 * The whole members of a ZIP archive whose directory, which is at its end, is missing: found by the header before each
 * member. One without a stated size is decompressed to find its end.
 */
export async function cutZipMembers(archive: CutArchive, entriesMax: number): Promise<Member[]> {
  const { file, path, bytes } = archive;
  const members: Member[] = [];
  let at: number | undefined = 0;
  while (at !== undefined && at + headerBytes <= bytes && members.length < entriesMax) {
    const local = await readLocal(file, at);
    if (local === undefined) break;
    const end = await endOf(archive, local);
    if (end === undefined || end > bytes) break;
    const { name, method, isEncrypted, start } = local;
    const fault = faultOf(isEncrypted, method);
    members.push({
      name,
      kind: name.endsWith('/') ? 'folder' : 'file',
      size: local.size,
      ...(fault !== undefined && { fault }),
      content: () => contentOf(path, { start, end, method }),
    });
    at = local.hasDescriptor ? await nextHeader(file, end) : end;
  }
  return members;
}

interface CutArchive {
  readonly file: FileHandle;
  readonly path: string;
  readonly bytes: number;
}

interface Local {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  /** The sizes are after the content. */
  readonly hasDescriptor: boolean;
  readonly start: number;
  readonly compressedSize: number;
  readonly size: number | undefined;
}

async function readLocal(file: FileHandle, at: number): Promise<Local | undefined> {
  const head = await readAt(file, at, headerBytes);
  if (head.length < headerBytes || head.readUInt32LE(0) !== headerMark) return undefined;
  const flags = head.readUInt16LE(6);
  const nameBytes = head.readUInt16LE(26);
  const extraBytes = head.readUInt16LE(28);
  const rest = await readAt(file, at + headerBytes, nameBytes + extraBytes);
  if (rest.length < nameBytes + extraBytes) return undefined;
  const hasDescriptor = (flags & 8) !== 0;
  const sizes = sizesOf(head, rest.subarray(nameBytes));
  return {
    name: rest.toString('utf8', 0, nameBytes),
    method: head.readUInt16LE(8),
    isEncrypted: (flags & 1) !== 0,
    hasDescriptor,
    start: at + headerBytes + nameBytes + extraBytes,
    compressedSize: sizes.compressed,
    size: hasDescriptor ? undefined : sizes.size,
  };
}

/** Sizes of 4 GiB and more are in an extra field. */
function sizesOf(head: Buffer, extra: Buffer): { compressed: number; size: number } {
  const [compressed, size] = [head.readUInt32LE(18), head.readUInt32LE(22)];
  if (size !== 0xffffffff && compressed !== 0xffffffff) return { compressed, size };
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1 || at + 20 > extra.length) continue;
    return {
      size: Number(extra.readBigUInt64LE(at + 4)),
      compressed: Number(extra.readBigUInt64LE(at + 12)),
    };
  }
  return { compressed, size };
}

/** Where the content of a member ends; undefined if it is cut. */
async function endOf({ path, bytes }: CutArchive, local: Local): Promise<number | undefined> {
  if (!local.hasDescriptor) return local.start + local.compressedSize;
  if (local.method !== 8) return undefined;
  const inflate = createInflateRaw();
  const input = createReadStream(path, { start: local.start, end: bytes - 1 });
  try {
    for await (const _ of pipeline(input, inflate, () => {})) {
      // decompressed only to find its end
    }
    return local.start + inflate.bytesWritten;
  } catch {
    return undefined;
  } finally {
    input.destroy();
  }
}

async function* contentOf(
  path: string,
  { start, end, method }: { start: number; end: number; method: number },
): AsyncGenerator<Uint8Array> {
  if (end === start) return;
  const input = createReadStream(path, { start, end: end - 1 });
  yield* method === 0 ? input : pipeline(input, createInflateRaw(), () => {});
}

/** The next header after a descriptor, which has 12 to 24 bytes; undefined if there is none. */
async function nextHeader(file: FileHandle, from: number): Promise<number | undefined> {
  const bytes = await readAt(file, from, descriptorBytesMax + 4);
  for (let i = 0; i + 4 <= bytes.length; i++) if (bytes.readUInt32LE(i) === headerMark) return from + i;
  return undefined;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
