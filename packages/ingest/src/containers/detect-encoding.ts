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
 * The encoding of a text file: by its byte order mark; UTF-16 by its zero bytes; Windows-1252 if the whole file has no
 * character of UTF-8, and bytes that are not UTF-8 in several lines, in several words of one line, or in a word of the
 * first line, which has the names of columns.
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

/** Evidence of a single-byte encoding that is enough; one bad line alone may be damage, which is replaced in UTF-8. */
const evidenceMin = 2;

async function isSingleByte(path: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  let evidence = 0;
  let isStart = true;
  for await (const chunk of openBytes(path)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(0x0a) + 1;
    // A longer line is cut: its parts are no evidence of either encoding at the cut alone.
    const cut = end === 0 && bytes.length > lineBytesMax ? bytes.length : end;
    rest = Buffer.from(bytes.subarray(cut));
    const found = evidenceIn(bytes.subarray(0, cut), isStart);
    if (found === undefined) return false;
    evidence += found;
    isStart &&= cut === 0;
  }
  const found = evidenceIn(rest, isStart);
  return found !== undefined && evidence + found >= evidenceMin;
}

const lineBytesMax = 16 * 1024 * 1024;

/** Lines that are not UTF-8, with their weight; undefined if a line has characters of UTF-8 beyond ASCII. */
function evidenceIn(bytes: Buffer, isStart: boolean): number | undefined {
  if (isAscii(bytes)) return 0;
  if (isUtf8(bytes)) return undefined;
  let evidence = 0;
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(0x0a, from);
    const end = at < 0 ? bytes.length : at + 1;
    const line = bytes.subarray(from, end);
    if (!isAscii(line)) {
      if (isUtf8(line)) return undefined;
      const words = wordsBeyondAscii(line);
      const isEnough = words >= 2 || (words === 1 && isStart && from === 0);
      evidence += isEnough ? evidenceMin : 1;
    }
    from = end;
  }
  return evidence;
}

/**
 * Words with letters that are not ASCII, as "Gr\xf6\xdfe" has them in Windows-1252: at least as many of their letters are
 * ASCII. Counted up to 2.
 */
function wordsBeyondAscii(line: Buffer): number {
  let words = 0;
  for (let at = 0, ascii = 0, others = 0; at <= line.length; at++) {
    const byte = line[at] ?? 0;
    const lower = byte | 0x20;
    if (lower >= 0x61 && lower <= 0x7a) ascii++;
    else if (byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7) others++;
    else {
      if (others > 0 && ascii >= Math.max(2, others) && ++words === 2) break;
      ascii = 0;
      others = 0;
    }
  }
  return words;
}
