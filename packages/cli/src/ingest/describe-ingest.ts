import type { AddedFile, AddReport } from '@sdq/ingest';
import { countText } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

/** The result for each file and table, as text. */
export async function describeIngest(report: AddReport, header: (text: string) => string): Promise<string> {
  const { noteMeanings, refusalReasons } = await import('@sdq/ingest');
  const lines = [describeFiles(report, header)];
  for (const file of report.files) {
    const details = [
      ...countedLines(file.refusedBy, refusalReasons, 'refused: '),
      ...countedLines(file.notes, noteMeanings, ''),
    ];
    if (file.rejectFile !== null) details.push(`  refused records: ${file.rejectFile}`);
    if (file.unused.length > 0) details.push(`  unused columns: ${file.unused.join(', ')}`);
    if (details.length > 0) lines.push('', `${file.name}:`, ...details);
  }
  const changes = Object.entries(report.tables).filter(([, rows]) => rows.before !== rows.after);
  if (changes.length > 0) lines.push('');
  for (const [table, { before, after }] of changes) {
    lines.push(`${table}: ${countText(before)} → ${countText(after)} rows`);
  }
  lines.push('', report.changed ? `snapshot ${report.snapshotId}` : unchanged(report));
  return lines.join('\n');
}

/** The report as JSON; errors have code, message and hint. */
export function ingestAsJson(report: AddReport) {
  return {
    ...report,
    files: report.files.map(({ error, ...file }) =>
      error === undefined
        ? file
        : { ...file, error: { code: error.code, message: error.message, hint: error.hint ?? null } },
    ),
  };
}

function unchanged(report: AddReport): string {
  return report.snapshotId === ''
    ? 'No index was created'
    : `No changes: snapshot ${report.snapshotId} remains current`;
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

function countedLines(
  counts: AddedFile['refusedBy'],
  meanings: Readonly<Record<string, string>>,
  before: string,
): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `  ${countText(count)} ${before}${meanings[name] ?? name} (${name})`);
}
