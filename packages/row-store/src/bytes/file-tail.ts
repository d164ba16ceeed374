import { crc32 } from 'node:zlib';

/** What the end of a file says about its kind. */
export interface FileKind {
  /** As messages call it. */
  readonly name: string;
  /** 8 bytes. */
  readonly magic: Buffer;
  readonly version: number;
  /** A longer footer is not read. */
  readonly footerBytesMax: number;
}

/** Size of a tail: see {@link encodeTail}. */
export const tailBytes = 24;

/**
 * The last bytes of a file whose footer precedes them: CRC-32 of the footer, bytes of the footer, version (4 bytes
 * each), magic (8 bytes), CRC-32 of the 20 bytes before it. Little endian.
 */
export function encodeTail(footer: Uint8Array, { magic, version }: FileKind): Buffer {
  const tail = Buffer.alloc(tailBytes);
  tail.writeUInt32LE(crc32(footer), 0);
  tail.writeUInt32LE(footer.length, 4);
  tail.writeUInt32LE(version, 8);
  magic.copy(tail, 12);
  tail.writeUInt32LE(crc32(tail.subarray(0, tailBytes - 4)), tailBytes - 4);
  return tail;
}

/** Position and checksum of the footer; undefined for a file of another kind or version, or a damaged one. */
export function decodeTail(
  tail: Buffer,
  { magic, version }: FileKind,
): { footerBytes: number; footerCrc: number } | undefined {
  if (
    crc32(tail.subarray(0, tailBytes - 4)) !== tail.readUInt32LE(tailBytes - 4) ||
    !tail.subarray(12, 20).equals(magic) ||
    tail.readUInt32LE(8) !== version
  ) {
    return undefined;
  }
  return { footerCrc: tail.readUInt32LE(0), footerBytes: tail.readUInt32LE(4) };
}
