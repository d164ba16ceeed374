import type { QueryResult, Row } from '@sdq/core';
import type { Context } from '../context.ts';
import { durationText, plural } from '../terminal/quantities.ts';
import { alignmentOf, TableLayout } from '../terminal/table.ts';

/** Rows that are held back to find the columns' widths. */
const sampleRows = 1_000;

/** Prints a result as an aligned table while it is read, and below it how many rows it has. */
export async function printResultTable(
  result: QueryResult,
  limit: number,
  context: Context,
  quiet: boolean,
): Promise<void> {
  const names = result.columns.map((column) => column.name);
  const columns = result.columns.map(({ name, type }) => ({ name, align: alignmentOf(type) }));
  const rowsWithTheirPlaces = (row: Row) => names.map((name) => row[name]);
  const layoutOf = (sample: readonly unknown[][]) =>
    new TableLayout(columns, sample, {
      lineWidthMax: context.stdout.columns,
      header: (text) => context.stdout.style('bold', text),
    });
  let layout: TableLayout | undefined;
  let held: unknown[][] = [];
  const flush = async () => {
    const lines: string[] = [];
    if (layout === undefined) {
      layout = layoutOf(held);
      lines.push(...layout.head());
    }
    for (const values of held) lines.push(layout.row(values));
    held = [];
    if (lines.length > 0) await context.stdout.write(`${lines.join('\n')}\n`);
  };
  for await (const row of result.rows()) {
    held.push(rowsWithTheirPlaces(row));
    if (held.length >= sampleRows) await flush();
  }
  await flush();
  if (quiet) return;
  const { rowCount, truncated, elapsedMs } = await result.summary;
  const more = truncated ? `, cut by the limit of ${limit}: --limit shows more` : '';
  await context.stdout.line(`(${plural(rowCount, 'row')}${more}, ${durationText(elapsedMs)})`);
}
