import type { Batch } from './batch.ts';
import { appendJournal, type StagingState } from './journal.ts';
import type { Progress } from './progress.ts';

/** Writes a batch and notes it in the journal: when it resolves, a later run resumes after it. */
export async function writeBatch(
  batch: Batch,
  end: {
    progress: Progress;
    state: Omit<StagingState, 'batches' | 'files' | 'columns' | 'isDone'>;
    journal: string;
    isDone: boolean;
  },
): Promise<void> {
  const written = await batch.write();
  const { files, columns } = end.progress;
  for (const [table, file] of written) {
    end.progress.addFile(table, file.name);
    end.progress.addColumns(table, file.columns);
  }
  await appendJournal(end.journal, {
    ...end.state,
    batches: batch.number,
    files,
    columns,
    isDone: end.isDone,
  });
}
