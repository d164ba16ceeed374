import type { Preview, PreviewedFile } from '@sdq/ingest';
import { countText, plural } from '../terminal/quantities.ts';
import { renderTable } from '../terminal/table.ts';
import { fileDetails, skippedLines } from './describe-ingest.ts';

/** What an import of the files would do, as text: the map of columns, then what would be refused and what is not used. */
export async function describePreview(
  { files, skipped }: Preview,
  { header, width }: { header: (text: string) => string; width: number | undefined },
): Promise<string> {
  const meanings = await import('@sdq/ingest');
  const blocks = files.map((preview) => {
    const { name, format, table, records, accepted, refused, columns } = preview;
    if (format === null) return `${name}: cannot be imported`;
    const into = table === null ? '' : ` into ${table}`;
    const counts = `${plural(records, 'record')}: ${countText(accepted)} accepted, ${countText(refused)} refused`;
    const map = columns.length === 0 ? [] : [mapTable(columns, table === null, header, width)];
    return [`${name}: ${format}${into}, ${counts}`, ...map, ...fileDetails(preview, meanings)].join('\n');
  });
  const left = skippedLines(skipped);
  return [...blocks, ...(left.length > 0 ? [left.join('\n')] : []), 'Nothing was written'].join('\n\n');
}

function mapTable(
  columns: PreviewedFile['columns'],
  hasTables: boolean,
  header: (text: string) => string,
  width: number | undefined,
): string {
  return renderTable(
    [
      { name: 'their column', align: 'left' },
      { name: 'our column', align: 'left' },
      { name: 'conversion', align: 'left' },
      { name: 'examples', align: 'left' },
    ],
    columns.map(({ from, table, column, conversion, examples }) => [
      hasTables ? endOf(from) : from,
      hasTables ? `${table}.${column}` : column,
      conversion,
      examples.join(' · '),
    ]),
    { header, lineWidthMax: width ?? 100 },
  );
}

const pathShownMax = 34;

/** A path tells most at its end. */
function endOf(path: string): string {
  return path.length > pathShownMax ? `…${path.slice(1 - pathShownMax)}` : path;
}
