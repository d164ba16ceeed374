import type { CompactionPlan } from '@sdq/index';
import { bytesText, countText, durationText } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

/** What compaction would do and cost. */
export function compactionLines(plan: CompactionPlan, header: (text: string) => string): string[] {
  if (plan.tables.length === 0) return ['Nothing to compact: no table has delta files or masks'];
  const table = renderTable(
    [
      { name: 'table', align: 'left' },
      { name: 'rows in months', align: 'right' },
      { name: 'deltas', align: 'right' },
      { name: 'rows', align: 'right' },
      { name: 'masks', align: 'right' },
      { name: 'masked rows', align: 'right' },
      { name: 'files to rewrite', align: 'right' },
      { name: 'bytes to write', align: 'right' },
      { name: 'due', align: 'left' },
    ],
    plan.tables.map(({ table: id, baseRows, deltas, masks, filesRewritten, bytesWritten, isDue }) => [
      id,
      countText(baseRows),
      countText(deltas.files),
      countText(deltas.rows),
      countText(masks.files),
      countText(masks.rows),
      countText(filesRewritten),
      bytesText(bytesWritten),
      isDue ? 'yes' : 'no',
    ]),
    { header },
  );
  const cost = `Compaction writes about ${bytesText(plan.bytesWritten)} and takes about ${durationText(plan.cpuSeconds * 1000)} of CPU time`;
  return [table, cost];
}
