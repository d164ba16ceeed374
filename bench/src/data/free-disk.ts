import { statfs } from 'node:fs/promises';

/** The number of bytes that must remain free on the disk. */
const reserveBytes = 4 * 2 ** 30;

/** The reason why `bytes` more do not fit on the disk of `directory`; undefined if they do. */
export async function lackOfDisk(directory: string, bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(directory);
  const freeBytes = bavail * bsize;
  if (freeBytes - reserveBytes >= bytes) return undefined;
  const gibibytes = (value: number) => `${(value / 2 ** 30).toFixed(1)} GiB`;
  return `Not enough disk space: about ${gibibytes(bytes)} needed, ${gibibytes(freeBytes)} free`;
}
