import { CompactReader } from './compact-reader.ts';
import { unreadable } from './unreadable.ts';

export const pageTypes = { data: 0, index: 1, dictionary: 2, dataV2: 3 } as const;

export interface PageHeader {
  readonly type: number;
  /** Bytes of the page when it is decompressed, levels among them. */
  readonly plainBytes: number;
  readonly bytes: number;
  /** Values with the NULLs among them; entries of a dictionary. */
  readonly values: number;
  readonly encoding: number;
  /** Bytes of the levels before the values, in a data page of version 2. */
  readonly definitionBytes: number;
  readonly repetitionBytes: number;
  readonly isCompressed: boolean;
  /** Where the header ends and the page begins. */
  readonly end: number;
}

/** Reads the header of the page that begins at a place. Throws `UnreadableParquet`. */
export function readPageHeader(bytes: Uint8Array, at: number): PageHeader {
  const reader = new CompactReader(bytes, at);
  let type = -1;
  let plainBytes = 0;
  let packedBytes = 0;
  let inner = { values: 0, encoding: -1, definitionBytes: 0, repetitionBytes: 0, isCompressed: true };
  reader.struct((field) => {
    if (field === 1) type = reader.integer();
    else if (field === 2) plainBytes = reader.integer();
    else if (field === 3) packedBytes = reader.integer();
    else if (field === 5 || field === 7) inner = { ...inner, ...valuesHeader(reader) };
    else if (field === 8) inner = headerOfV2(reader);
    else return false;
    return true;
  });
  if (plainBytes < 0 || packedBytes < 0) throw unreadable('a page has a negative length');
  return { type, plainBytes, bytes: packedBytes, ...inner, end: reader.at };
}

/** Of a data page of version 1, or of a dictionary. */
function valuesHeader(reader: CompactReader): { values: number; encoding: number } {
  let values = 0;
  let encoding = -1;
  reader.struct((field) => {
    if (field === 1) values = reader.integer();
    else if (field === 2) encoding = reader.integer();
    else return false;
    return true;
  });
  return { values, encoding };
}

function headerOfV2(reader: CompactReader) {
  const numbers = new Map<number, number>();
  let isCompressed = true;
  reader.struct((field, type) => {
    if (field === 7) isCompressed = type === 1;
    else if (field >= 1 && field <= 6) numbers.set(field, reader.integer());
    else return false;
    return true;
  });
  return {
    values: numbers.get(1) ?? 0,
    encoding: numbers.get(4) ?? -1,
    definitionBytes: numbers.get(5) ?? 0,
    repetitionBytes: numbers.get(6) ?? 0,
    isCompressed,
  };
}
