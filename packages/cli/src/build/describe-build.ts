import type { BuildIndexReport, SegmentReport, TableBuild } from '@sdq/core';
import { bytesText, countText, durationText, plural } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

/** The result of a build as text. */
export function describeBuild(report: BuildIndexReport, header: (text: string) => string): string {
  const { tables, snapshotId } = report;
  if (tables.length === 0)
    return [`Nothing to build: snapshot ${snapshotId} remains current`, ...compactionLines(report)].join(
      '\n',
    );
  return [
    ...tables.flatMap((build) => describeTable(build, header)),
    ...compactionLines(report),
    `snapshot ${snapshotId}`,
  ].join('\n');
}

function describeTable({ table, built, segment }: TableBuild, header: (text: string) => string): string[] {
  return [
    header(table),
    describeStructures(segment, header),
    '',
    ...describeKeyFiles(segment, header),
    describeRowFiles(segment),
    `${built === 'main' ? 'all' : 'added'} ${countText(segment.rows)} rows in ${durationText(segment.seconds * 1000)}, peak disk use ${bytesText(segment.diskBytesPeak)}, peak memory use ${bytesText(segment.memoryBytesPeak)}`,
    '',
  ];
}

/** Lines that summarise the build after an import; none if nothing was built and no compaction is due. */
export function buildLines(report: BuildIndexReport): string[] {
  const { tables, snapshotId } = report;
  const built = tables.map(
    ({ table, segment }) =>
      `Built segment for ${plural(segment.rows, 'row')} of ${table} in ${durationText(segment.seconds * 1000)}`,
  );
  if (built.length > 0) built.push(`snapshot ${snapshotId}`);
  return [...built, ...compactionLines(report)];
}

function compactionLines({ isCompactionDue, lost }: BuildIndexReport): string[] {
  const due = isCompactionDue
    ? [
        'Many rows are not in the main segment, or an older version built it. Run sdq index build to make queries faster.',
      ]
    : [];
  return [...lostLines({ lost }), ...due];
}

/** A line for tables whose changes could not be folded, because another process rewrote them meanwhile. */
export function lostLines({ lost }: Pick<BuildIndexReport, 'lost'>): string[] {
  if (lost.length === 0) return [];
  return [
    `Changes of ${lost.join(', ')} were not compacted, because another process rewrote them meanwhile. Run sdq index compact to try again.`,
  ];
}

function describeStructures({ structures }: SegmentReport, header: (text: string) => string): string {
  return renderTable(
    [
      { name: 'structure', align: 'left' },
      { name: 'rows', align: 'right' },
      { name: 'bytes', align: 'right' },
      { name: 'time', align: 'right' },
      { name: 'CPU', align: 'right' },
      { name: 'checks', align: 'right' },
    ],
    Object.entries(structures).map(([name, built]) => [
      name,
      countText(built.rows),
      bytesText(built.bytes),
      durationText(built.seconds * 1000),
      durationText(built.cpuSeconds * 1000),
      durationText(built.checkSeconds * 1000),
    ]),
    { header },
  );
}

/** A table of the key files; none where an earlier run had finished the segment. */
function describeKeyFiles({ keyFiles }: SegmentReport, header: (text: string) => string): string[] {
  const files = Object.entries(keyFiles);
  if (files.length === 0) return [];
  const columns = ['keys', 'rows', 'bytes', 'time', 'CPU'].map((name) => ({ name, align: 'right' as const }));
  const rows = files.map(([name, built]) => [
    `${name}${built.isReused ? ' (reused)' : ''}`,
    countText(built.keys),
    countText(built.ordinals),
    bytesText(built.bytes),
    durationText(built.seconds * 1000),
    durationText(built.cpuSeconds * 1000),
  ]);
  return [renderTable([{ name: 'key file', align: 'left' }, ...columns], rows, { header }), ''];
}

function describeRowFiles({ bytes, rowFiles }: SegmentReport): string {
  const { files, reused, seconds, cpuSeconds } = rowFiles;
  if (files === 0) return `structures ${bytesText(bytes)}; no row files in the compact profile`;
  const again = reused === 0 ? '' : ` (${countText(reused)} reused)`;
  return `structures ${bytesText(bytes)}; ${plural(files, 'row file')} ${bytesText(rowFiles.bytes)}${again}, ${durationText(seconds * 1000)}, CPU ${durationText(cpuSeconds * 1000)}`;
}
