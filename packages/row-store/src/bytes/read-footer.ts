import { fstatSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { decodeTail, type FileKind, tailBytes } from './file-tail.ts';
import { readFully } from './read-fully.ts';

/** The footer of a file, decoded, and where it begins. `corrupt` makes the error of a file that differs from its kind. */
export function readFooter<Footer>(
  file: number,
  kind: FileKind,
  decode: (bytes: Buffer, blocksEnd: number) => Footer,
  corrupt: (fault: string, cause?: unknown) => Error,
): { footer: Footer; blocksEnd: number } {
  const { size } = fstatSync(file);
  const tail = Buffer.allocUnsafe(tailBytes);
  if (size < tailBytes || !readFully(file, tail, size - tailBytes)) throw corrupt('it is cut short');
  const found = decodeTail(tail, kind);
  if (found === undefined) throw corrupt(`it does not end like a ${kind.name} of this version`);
  const { footerBytes, footerCrc } = found;
  const blocksEnd = size - tailBytes - footerBytes;
  if (footerBytes > kind.footerBytesMax || blocksEnd < 0) throw corrupt('its footer is too long');
  const bytes = Buffer.allocUnsafe(footerBytes);
  if (!readFully(file, bytes, blocksEnd)) throw corrupt('it is cut short');
  if (crc32(bytes) !== footerCrc) throw corrupt('the checksum of its footer differs');
  try {
    return { footer: decode(bytes, blocksEnd), blocksEnd };
  } catch (cause) {
    throw corrupt('its footer is not of this version', cause);
  }
}
