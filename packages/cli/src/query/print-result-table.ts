import { sqlLimits } from '@sdq/contract';
import type { Row } from '@sdq/core';
import type { Context } from '../context.ts';
import { durationText, plural } from '../terminal/quantities.ts';
import { alignmentOf, TableLayout } from '../terminal/table.ts';
import type { PrintedResult } from './printed-result.ts';

/** Number of rows that are buffered to determine column widths. */
const sampleRows = 1_000;

/** Prints a result as an aligned table while it is read, followed by its row count. */
export async function printResultTable(
  result: PrintedResult,
  context: Pick<Context, 'stdout' | 'stderr'>,
  quiet: boolean,
): Promise<void> {
  const names = result.columns.map((column) => column.name);
  const columns = result.columns.map(({ name, type }) => ({ name, align: alignmentOf(type) }));
  const valuesOf = (row: Row) => names.map((name) => row[name]);
  const layoutOf = (sample: readonly unknown[][]) =>
    new TableLayout(columns, sample, {
      lineWidthMax: context.stdout.columns,
      header: (text) => context.stdout.style('bold', text),
    });
  let layout: TableLayout | undefined;
  let buffered: unknown[][] = [];
  const flush = async () => {
    const lines: string[] = [];
    if (layout === undefined) {
      layout = layoutOf(buffered);
      lines.push(...layout.head());
    }
    for (const values of buffered) lines.push(layout.row(values));
    buffered = [];
    if (lines.length > 0) await context.stdout.write(`${lines.join('\n')}\n`);
  };
  for await (const row of result.rows()) {
    buffered.push(valuesOf(row));
    if (buffered.length >= sampleRows) await flush();
  }
  await flush();
  if (quiet) return;
  const { rowCount, truncated, elapsedMs, cost } = await result.summary;
  const facts = [plural(rowCount, 'row'), durationText(elapsedMs), ...(cost === undefined ? [] : [cost])];
  await context.stdout.line(`(${facts.join(', ')})`);
  if (truncated) await context.stderr.line(`warning: ${truncationNote(rowCount)}`);
}

/** The message about a result that has more rows than the limit. */
export function truncationNote(rowCount: number): string {
  const atCap = rowCount >= sqlLimits.streamRowsMax;
  return `output truncated to ${plural(rowCount, 'row')} (${atCap ? 'the maximum of --limit' : 'use --limit to change'})`;
}
