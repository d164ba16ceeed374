import { crc32 } from 'node:zlib';
import type { StreamColumn } from '../create-encoder.ts';

/** The metadata of a batch file: everything except its batches. */
export interface BatchIndex {
  readonly columns: readonly StreamColumn[];
  /** Entries in the order of the file, from its start. */
  readonly batches: readonly BatchEntry[];
}

export interface BatchEntry {
  readonly rows: number;
  readonly bytes: number;
  readonly crc: number;
}

/** Thrown for a file without readable rows: another kind of file, an unfinished one, or a corrupt one. */
export class UnreadableBatchFile extends Error {}

const magic = Buffer.from('SDQROWS1', 'latin1');
/** Bytes of the columns as JSON, number of batches, checksum of the index, magic. */
export const tailBytes = 12 + magic.length;
const entryBytes = 12;

/** The index at the end of a file; without it, the file is unreadable. */
export function toIndexBytes({ columns, batches }: BatchIndex): Buffer {
  const json = Buffer.from(JSON.stringify(columns));
  const entries = Buffer.alloc(batches.length * entryBytes);
  batches.forEach(({ rows, bytes, crc }, index) => {
    entries.writeUInt32LE(rows, index * entryBytes);
    entries.writeUInt32LE(bytes, index * entryBytes + 4);
    entries.writeUInt32LE(crc, index * entryBytes + 8);
  });
  const body = Buffer.concat([json, entries]);
  const tail = Buffer.alloc(tailBytes);
  tail.writeUInt32LE(json.length, 0);
  tail.writeUInt32LE(batches.length, 4);
  tail.writeUInt32LE(crc32(body), 8);
  magic.copy(tail, 12);
  return Buffer.concat([body, tail]);
}

/** The size of a file's index, read from its last {@link tailBytes} bytes. */
export function indexBytesOf(tail: Buffer): number {
  if (tail.length < tailBytes || !tail.subarray(12).equals(magic))
    throw new UnreadableBatchFile('The file is not a complete spool file');
  return tail.readUInt32LE(0) + tail.readUInt32LE(4) * entryBytes + tailBytes;
}

export function fromIndexBytes(bytes: Buffer): BatchIndex {
  const tail = bytes.subarray(-tailBytes);
  const body = bytes.subarray(0, -tailBytes);
  if (body.length + tailBytes !== indexBytesOf(tail) || crc32(body) !== tail.readUInt32LE(8))
    throw new UnreadableBatchFile('The index of the spool file is damaged');
  const jsonBytes = tail.readUInt32LE(0);
  const entries = body.subarray(jsonBytes);
  return {
    columns: JSON.parse(body.toString('utf8', 0, jsonBytes)) as StreamColumn[],
    batches: Array.from({ length: entries.length / entryBytes }, (_, index) => ({
      rows: entries.readUInt32LE(index * entryBytes),
      bytes: entries.readUInt32LE(index * entryBytes + 4),
      crc: entries.readUInt32LE(index * entryBytes + 8),
    })),
  };
}
