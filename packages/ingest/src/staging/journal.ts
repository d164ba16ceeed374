import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';

const counts = z.record(z.string(), z.int().nonnegative());

const example = z.strictObject({
  /** Line of the file, or number of the record. */
  line: z.int(),
  field: z.string(),
  message: z.string(),
  /** The beginning of the record, or of the field's value. */
  excerpt: z.string(),
});

/** A refused record or field. */
export type RefusalExample = z.infer<typeof example>;

const examples = z.record(z.string(), z.array(example));

const state = z.strictObject({
  /** Number of batches whose files are complete and synced. */
  batches: z.int().nonnegative(),
  /** Number of record chunks in them, after which a later run resumes. */
  units: z.int().nonnegative(),
  records: z.int().nonnegative(),
  accepted: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  refusedBy: counts,
  /** The first refused records by reason. */
  examples,
  /** Refused fields of accepted records by reason, and the first of them. */
  fieldsRefusedBy: counts,
  fieldExamples: examples,
  notes: counts,
  /** Greatest creation time of the records, in microseconds as text; null if they have none. */
  latest: z.string().nullable(),
  /** Staged files by table, relative to the journal. */
  files: z.record(z.string(), z.array(z.string())),
  /** Columns with a value in any staged row, by table. */
  columns: z.record(z.string(), z.array(z.string())),
  isDone: z.boolean(),
  /** Files of rows that were converted by SQL, by table: sorted, as base files have them. */
  sorted: z
    .record(
      z.string(),
      z.array(
        z.strictObject({
          /** Relative to the journal, with `/`. */
          name: z.string(),
          rows: z.int(),
          month: z.string().nullable(),
          zones: z.record(z.string(), z.strictObject({ min: z.string(), max: z.string() })),
        }),
      ),
    )
    .default({}),
  /**
   * Null if all rows are mapped one by one. `rows` are converted by SQL, of which those before row `at` of the source, from
   * 0, are in sorted files; the others were mapped one by one before.
   */
  bulk: z.strictObject({ rows: z.int(), at: z.int() }).nullable().default(null),
});

/** Progress of staging one source. */
export type StagingState = z.infer<typeof state>;

/** Before any record was staged. */
export const emptyState: StagingState = {
  batches: 0,
  units: 0,
  records: 0,
  accepted: 0,
  refused: 0,
  refusedBy: {},
  examples: {},
  fieldsRefusedBy: {},
  fieldExamples: {},
  notes: {},
  latest: null,
  files: {},
  columns: {},
  isDone: false,
  sorted: {},
  bulk: null,
};

/** The last complete line of a journal; a line that a crash left incomplete is ignored. */
export async function readJournal(path: string): Promise<StagingState> {
  const text = await readFile(path, 'utf8').catch(() => '');
  for (const line of text.split('\n').reverse()) {
    try {
      return state.parse(JSON.parse(line));
    } catch {
      // incomplete or empty line
    }
  }
  return emptyState;
}

/** Appends a line and syncs it to disk. Call it after the files that it names are synced. */
export async function appendJournal(path: string, line: StagingState): Promise<void> {
  const file = await open(path, 'a');
  try {
    // The line end comes first, so that this line is not appended to an incomplete one.
    await file.writeFile(`\n${JSON.stringify(line)}`);
    await file.sync();
  } finally {
    await file.close();
  }
}
