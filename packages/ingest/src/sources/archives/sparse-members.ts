const blockBytes = 512;
/** Type of a member whose holes are left out, in archives of GNU tar. */
const sparseType = 0x53;
/** Where a header tells that a block with more of its map follows, and where such a block does. */
const isExtendedAt = 482;
const isExtendedAgainAt = 504;

/** What is said of a member whose holes are left out in the archive. */
export const sparseFault = {
  message: 'is a sparse file, whose holes are left out',
  hint: 'Create the archive without --sparse',
};

/** Whether the attributes of a member tell that it is sparse. */
export function isSparse(attributes: Readonly<Record<string, string>> | undefined): boolean {
  return attributes !== undefined && Object.keys(attributes).some((name) => name.startsWith('GNU.sparse.'));
}

/**
 * The bytes of a tar archive without what only GNU tar understands: blocks with more of a sparse member's map, which would be taken
 * for headers. Adds the names of sparse members to `names`.
 */
export async function* withoutSparseMaps(
  content: AsyncIterable<Uint8Array>,
  names: Set<string>,
): AsyncGenerator<Uint8Array> {
  let carried: Uint8Array = new Uint8Array(0);
  let isMap = false;
  for await (const part of content) {
    const bytes = carried.length === 0 ? part : Buffer.concat([carried, part]);
    const whole = bytes.length - (bytes.length % blockBytes);
    let from = 0;
    for (let at = 0; at < whole; at += blockBytes) {
      if (isMap) {
        if (at > from) yield bytes.subarray(from, at);
        isMap = bytes[at + isExtendedAgainAt] === 1;
        from = at + blockBytes;
      } else if (bytes[at + 156] === sparseType && isHeader(bytes, at)) {
        names.add(nameIn(bytes, at));
        isMap = bytes[at + isExtendedAt] === 1;
      }
    }
    if (whole > from) yield bytes.subarray(from, whole);
    carried = bytes.subarray(whole);
  }
  if (carried.length > 0) yield carried;
}

/** Whether a block has the mark of GNU tar and the checksum of a header. */
function isHeader(bytes: Uint8Array, at: number): boolean {
  if (text(bytes, at + 257, 5) !== 'ustar') return false;
  let sum = 8 * 0x20; // the checksum itself counts as blanks
  for (let i = 0; i < blockBytes; i++) if (i < 148 || i >= 156) sum += bytes[at + i] as number;
  return Number.parseInt(text(bytes, at + 148, 8).trim(), 8) === sum;
}

function nameIn(bytes: Uint8Array, at: number): string {
  return text(bytes, at, 100);
}

function text(bytes: Uint8Array, at: number, length: number): string {
  const end = bytes.subarray(at, at + length).indexOf(0);
  return Buffer.from(bytes.subarray(at, at + (end < 0 ? length : end))).toString('utf8');
}
