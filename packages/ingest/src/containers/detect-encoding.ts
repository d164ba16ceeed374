import { isAscii, isUtf8 } from 'node:buffer';
import { openBytes, readHead } from './open-bytes.ts';

/** The encoding of a text file and how it was told. */
export interface FoundEncoding {
  /** As `TextDecoder` names it. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Whether the content suggests it without a byte order mark. */
  readonly isGuess: boolean;
}

const headBytes = 4_096;

/**
 * The encoding of a text file: by its byte order mark; UTF-16 by its zero bytes; Windows-1252 if the whole file has bytes
 * that are not UTF-8 in several lines, and no character of UTF-8.
 */
export async function detectEncoding(path: string): Promise<FoundEncoding> {
  const { head } = await readHead(path, headBytes);
  if (head.length >= 2 && head.readUInt16BE(0) === 0xfffe) return { encoding: 'utf-16le', isGuess: false };
  if (head.length >= 2 && head.readUInt16BE(0) === 0xfeff) return { encoding: 'utf-16be', isGuess: false };
  const zeros = [0, 0];
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (head.length / 2));
  if (odd >= 0.1 && even <= 0.01) return utf16(head, 'utf-16le');
  if (even >= 0.1 && odd <= 0.01) return utf16(head, 'utf-16be');
  return (await isSingleByte(path))
    ? { encoding: 'windows-1252', isGuess: true }
    : { encoding: 'utf-8', isGuess: false };
}

/** UTF-16 without a byte order mark, unless the text would have control characters: then it is binary data. */
function utf16(head: Buffer, encoding: 'utf-16le' | 'utf-16be'): FoundEncoding {
  const text = new TextDecoder(encoding).decode(head.subarray(0, head.length & ~1));
  const isText = !/(?![\t-\r])\p{Cc}/u.test(text);
  return isText ? { encoding, isGuess: true } : { encoding: 'utf-8', isGuess: false };
}

/** One line with a bad byte may be damage; it is replaced in UTF-8. */
const badLinesMin = 2;

async function isSingleByte(path: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  let badLines = 0;
  for await (const chunk of openBytes(path)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(0x0a) + 1;
    // A longer line is cut: its parts are no evidence of either encoding at the cut alone.
    const cut = end === 0 && bytes.length > lineBytesMax ? bytes.length : end;
    rest = Buffer.from(bytes.subarray(cut));
    const found = countBadLines(bytes.subarray(0, cut));
    if (found === undefined) return false;
    badLines += found;
  }
  const found = countBadLines(rest);
  return found !== undefined && badLines + found >= badLinesMin;
}

const lineBytesMax = 16 * 1024 * 1024;

/** The number of lines that are not UTF-8; undefined if a line has characters of UTF-8 beyond ASCII. */
function countBadLines(bytes: Buffer): number | undefined {
  if (isAscii(bytes)) return 0;
  if (isUtf8(bytes)) return undefined;
  let count = 0;
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(0x0a, from);
    const end = at < 0 ? bytes.length : at + 1;
    const line = bytes.subarray(from, end);
    if (!isAscii(line)) {
      if (isUtf8(line)) return undefined;
      count++;
    }
    from = end;
  }
  return count;
}
