import type { ProgressState } from '../terminal/progress.ts';
import { bytesText } from '../terminal/quantities.ts';

interface Transfer {
  readonly files: number;
  readonly filesDone: number;
  readonly bytes: number;
  readonly bytesDone: number;
}

/** Progress of files that are transferred to or from a store. */
export function transferProgress(
  phase: string,
  { files, filesDone, bytes, bytesDone }: Transfer,
): ProgressState {
  return {
    phase,
    done: bytesDone,
    total: bytes,
    note: `${filesDone} of ${files} files, ${bytesText(bytesDone)} of ${bytesText(bytes)}`,
  };
}
