import { diskFull, freeBytesOf } from '@sdq/contract';

/** Bytes that remain free on the disk. */
const reserveBytes = 1024 ** 3;

/** Throws where the disk of an index has no room for this number of bytes beside a reserve of 1 GiB. Errors: `disk_full`. */
export function checkFreeSpace(root: string, bytes: number): void {
  if (freeBytesOf(root) < bytes + reserveBytes)
    throw diskFull({ path: root, neededBytes: bytes + reserveBytes });
}
