import { readSync } from 'node:fs';

/** Fills `target` from a position of an open file; false when the file ends before. */
export function readFully(file: number, target: Uint8Array, position: number): boolean {
  for (let done = 0; done < target.length; ) {
    const count = readSync(file, target, done, target.length - done, position + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}
