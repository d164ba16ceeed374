import { cellText, cutToWidth, displayWidth, padToWidth } from './cell.ts';

export interface TableColumn {
  readonly name: string;
  readonly align: 'left' | 'right';
}

export interface TableOptions {
  /** Maximum display width of a cell; longer cells are truncated. */
  cellWidthMax?: number;
  /** Maximum display width of a line; the widest columns are narrowed, to `cellWidthMin` at least. */
  lineWidthMax?: number | undefined;
  /** Styles the header line. */
  header?: (text: string) => string;
}

const cellWidthMaxDefault = 60;
const cellWidthMin = 8;
const gap = '  ';

/** The layout of a table whose rows arrive in batches: the first batch determines the column widths. */
export class TableLayout {
  readonly #columns: readonly TableColumn[];
  readonly #widths: number[];
  readonly #header: (text: string) => string;

  constructor(columns: readonly TableColumn[], sample: readonly unknown[][], options: TableOptions = {}) {
    const cellWidthMax = options.cellWidthMax ?? cellWidthMaxDefault;
    this.#columns = columns;
    this.#header = options.header ?? ((text) => text);
    this.#widths = columns.map((column, i) => {
      let widest = displayWidth(column.name);
      for (const row of sample)
        widest = Math.max(widest, displayWidth(cutToWidth(cellText(row[i]), cellWidthMax)));
      return Math.min(widest, cellWidthMax);
    });
    if (options.lineWidthMax !== undefined) shrink(this.#widths, options.lineWidthMax);
  }

  /** Column names and a separator line. */
  head(): string[] {
    const names = this.#columns.map((column) => cellText(column.name));
    return [this.#header(this.#line(names)), this.#widths.map((width) => '─'.repeat(width)).join(gap)];
  }

  row(values: readonly unknown[]): string {
    return this.#line(values.map(cellText));
  }

  #line(cells: readonly string[]): string {
    return this.#columns
      .map((column, i) => {
        const width = this.#widths[i] ?? 0;
        return padToWidth(cutToWidth(cells[i] ?? '', width), width, column.align);
      })
      .join(gap)
      .trimEnd();
  }
}

/** Narrows the widest columns until the line fits or all columns have the minimum width. */
function shrink(widths: number[], lineWidthMax: number): void {
  let excess = widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1)) - lineWidthMax;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= cellWidthMin) return;
    widths[widths.indexOf(widest)] = widest - 1;
    excess--;
  }
}

/** A complete table as text. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly unknown[][],
  options: TableOptions = {},
): string {
  const layout = new TableLayout(columns, rows, options);
  return [...layout.head(), ...rows.map((row) => layout.row(row))].join('\n');
}

const numericType = /^(U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(.*\)|BIGNUM)$/;

/** Numbers are right-aligned, all other values left-aligned. */
export function alignmentOf(duckdbType: string): 'left' | 'right' {
  return numericType.test(duckdbType) ? 'right' : 'left';
}
