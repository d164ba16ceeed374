import { openSync } from 'node:fs';

/** Opens a file for reading; `fault` makes the error where that is not possible. */
export function openFile(path: string, fault: (cause: unknown) => Error): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw fault(cause);
  }
}
