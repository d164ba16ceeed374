import type { AddReport } from '@sdq/core';
import { countText } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

const reasonsShownMax = 20;

/** What became of each file and of each table, for a person. */
export function describeIngest(report: AddReport, header: (text: string) => string): string {
  const lines = [describeFiles(report, header)];
  for (const file of report.files) {
    const details = [...refusals(file), ...file.notes.map((note) => `  ${note}`)];
    if (file.rejectFile !== null) details.push(`  refused records: ${file.rejectFile}`);
    if (details.length > 0) lines.push('', `${file.name}:`, ...details);
  }
  const changes = Object.entries(report.tables).filter(([, rows]) => rows.before !== rows.after);
  if (changes.length > 0) lines.push('');
  for (const [table, { before, after }] of changes) {
    lines.push(`${table}: ${countText(before)} → ${countText(after)} rows`);
  }
  lines.push(
    '',
    report.changed ? `snapshot ${report.snapshotId}` : `nothing new: snapshot ${report.snapshotId} stays`,
  );
  return lines.join('\n');
}

function describeFiles(report: AddReport, header: (text: string) => string): string {
  return renderTable(
    [
      { name: 'file', align: 'left' },
      { name: 'format', align: 'left' },
      { name: 'status', align: 'left' },
      { name: 'records', align: 'right' },
      { name: 'accepted', align: 'right' },
      { name: 'refused', align: 'right' },
    ],
    report.files.map((file) => [
      file.name,
      file.format ?? '',
      file.status,
      countText(file.records),
      countText(file.accepted),
      countText(file.refused),
    ]),
    { header },
  );
}

function refusals(file: AddReport['files'][number]): string[] {
  const reasons = Object.entries(file.refusedBy).sort(([, a], [, b]) => b - a);
  const lines = reasons
    .slice(0, reasonsShownMax)
    .map(([reason, count]) => `  ${countText(count)} refused: ${reason}`);
  if (reasons.length > reasonsShownMax)
    lines.push(`  and ${reasons.length - reasonsShownMax} further reasons`);
  return lines;
}
