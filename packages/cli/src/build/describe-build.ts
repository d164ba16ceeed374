import type { BuildIndexReport, SegmentReport, TableBuild } from '@sdq/core';
import { bytesText, countText, durationText, plural } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';

/** What a build came to, for a person. */
export function describeBuild(report: BuildIndexReport, header: (text: string) => string): string {
  const { tables, snapshotId } = report;
  if (tables.length === 0)
    return [`nothing to build: snapshot ${snapshotId} stays`, ...compactionLines(report)].join('\n');
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
    describeRowFiles(segment),
    `${built === 'main' ? 'all' : 'added'} ${countText(segment.rows)} rows in ${durationText(segment.seconds * 1000)}, at most ${bytesText(segment.diskBytesPeak)} of disk and ${bytesText(segment.memoryBytesPeak)} of memory`,
    '',
  ];
}

/** One line that says what an add has built; none when that was nothing and nothing is to be done. */
export function buildLines(report: BuildIndexReport): string[] {
  const { tables, snapshotId } = report;
  const built = tables.map(
    ({ table, segment }) =>
      `built over ${countText(segment.rows)} rows of ${table} in ${durationText(segment.seconds * 1000)}`,
  );
  if (built.length > 0) built.push(`snapshot ${snapshotId}`);
  return [...built, ...compactionLines(report)];
}

function compactionLines({ isCompactionDue }: BuildIndexReport): string[] {
  return isCompactionDue
    ? ['much of it is not in the main segment: queries get faster with sdq index build']
    : [];
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

function describeRowFiles({ bytes, rowFiles }: SegmentReport): string {
  const { files, reused, seconds, cpuSeconds } = rowFiles;
  const again = reused === 0 ? '' : `, ${countText(reused)} of them from before`;
  return `structures ${bytesText(bytes)}; ${plural(files, 'row file')} ${bytesText(rowFiles.bytes)}${again}, ${durationText(seconds * 1000)}, CPU ${durationText(cpuSeconds * 1000)}`;
}
