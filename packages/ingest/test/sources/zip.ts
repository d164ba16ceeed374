import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Unix mode; a regular file if it is absent. */
  readonly mode?: number;
  /** Sizes are written after the content. */
  readonly hasDescriptor?: boolean;
  /** Replaces the checksum. */
  readonly crc?: number;
}

/** A ZIP archive, with names that tools would not write. */
export function zipOf(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644, hasDescriptor = false, crc } of members) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const names = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800 | (hasDescriptor ? 8 : 0), 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc ?? crc32(data), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(names.length, 22);
    const localFacts = Buffer.from(facts);
    if (hasDescriptor) localFacts.fill(0, 10, 22);
    const descriptor = hasDescriptor
      ? Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), facts.subarray(10, 22)])
      : Buffer.alloc(0);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), localFacts, names, packed, descriptor]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), facts, rest, names);
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
