import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';

const counts = z.record(z.string(), z.int().nonnegative());

const state = z.strictObject({
  /** Batches whose files are whole and synced. */
  batches: z.int().nonnegative(),
  /** Units of the source in them: where a later run continues. */
  units: z.int().nonnegative(),
  records: z.int().nonnegative(),
  accepted: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  refusedBy: counts,
  notes: counts,
  /** Greatest time that the records tell of, in microseconds as text; null when none does. */
  latest: z.string().nullable(),
  /** Staged files by table, relative to the journal. */
  files: z.record(z.string(), z.array(z.string())),
  isDone: z.boolean(),
});

/** How far the staging of one source has come. */
export type StagingState = z.infer<typeof state>;

const emptyState: StagingState = {
  batches: 0,
  units: 0,
  records: 0,
  accepted: 0,
  refused: 0,
  refusedBy: {},
  notes: {},
  latest: null,
  files: {},
  isDone: false,
};

/** The last whole line of a journal: a line that was cut off by a crash counts for nothing. */
export async function readJournal(path: string): Promise<StagingState> {
  const text = await readFile(path, 'utf8').catch(() => '');
  for (const line of text.split('\n').reverse()) {
    try {
      return state.parse(JSON.parse(line));
    } catch {
      // cut off, or the empty end
    }
  }
  return emptyState;
}

/** Adds a line and waits until it is on the disk. Call when all files it speaks of are. */
export async function appendJournal(path: string, line: StagingState): Promise<void> {
  const file = await open(path, 'a');
  try {
    // A line end first: what a crash cut off must not swallow this line.
    await file.writeFile(`\n${JSON.stringify(line)}`);
    await file.sync();
  } finally {
    await file.close();
  }
}
