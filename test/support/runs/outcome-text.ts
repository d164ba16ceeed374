/** What came of one run. */
export interface Outcome {
  name: string;
  passed: boolean;
  seconds: number;
  figures: object;
  /** The stack of what it threw. */
  error?: string;
}

/** A line a figure; an array of objects as a table in Markdown, other nested values as JSON. */
export function textOf({ name, passed, seconds, figures, error }: Outcome): string {
  const head = `${name}: ${passed ? 'passed' : 'FAILED'} (${seconds} s)\n`;
  const lines = Object.entries(figures).map(([figure, value]) =>
    isTable(value) ? `\n${tableOf(value)}\n` : `  ${figure}: ${textOfValue(value)}\n`,
  );
  return head + lines.join('') + (error === undefined ? '' : `${error}\n`);
}

function textOfValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isTable(value: unknown): value is Record<string, unknown>[] {
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
  return Array.isArray(value) && value.length > 0 && value.every(isRow);
}

/** Columns are the keys of the first row; those of numbers stand to the right. */
export function tableOf(rows: readonly Record<string, unknown>[]): string {
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const cell = (value: unknown) =>
    textOfValue(value ?? '')
      .replaceAll('|', '\\|')
      .replaceAll('\n', ' ');
  return [
    line(columns),
    `|${columns.map((column) => (typeof first[column] === 'number' ? '--:' : '---')).join('|')}|\n`,
    ...rows.map((row) => line(columns.map((column) => cell(row[column])))),
  ].join('');
}
