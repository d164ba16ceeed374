import { readXml, type XmlHandler } from '../read-xml.ts';
import { columnOf, numberText, plainText, type Workbook } from './cell-text.ts';

/** Columns of a sheet; more are not allowed by its format. */
const columnsMax = 16_384;
const rowsMax = 1_048_576;

/**
 * A sheet as CSV: the line of a row is its number, and all rows have as many fields. The content is read twice: rows of a
 * sheet end at their last cell.
 */
export async function* sheetCsv(
  content: () => AsyncIterable<Uint8Array>,
  workbook: Workbook,
): AsyncGenerator<Uint8Array> {
  let width = 0;
  for await (const row of rowsOf(content(), workbook)) width = Math.max(width, row.cells.length);
  let line = 1;
  let text = '';
  for await (const { number, cells } of rowsOf(content(), workbook)) {
    text += '\n'.repeat(Math.max(0, number - line));
    line = Math.max(line, number) + 1;
    const isEmpty = cells.every((cell) => cell === '');
    text += `${isEmpty ? '' : Array.from({ length: width }, (_, i) => quoted(cells[i] ?? '')).join(',')}\n`;
    if (text.length < 1 << 16) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

interface SheetRow {
  readonly number: number;
  /** Without empty cells at its end. */
  readonly cells: readonly string[];
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function rowsOf(content: AsyncIterable<Uint8Array>, workbook: Workbook): AsyncGenerator<SheetRow> {
  const sheet = new SheetReader(workbook);
  return readXml(content, sheet, () => sheet.take());
}

class SheetReader implements XmlHandler {
  readonly #workbook: Workbook;
  #rows: SheetRow[] = [];
  #number = 0;
  #cells: string[] = [];
  #column = -1;
  #type = 'n';
  #style = 0;
  #value: string[] = [];
  #isValue = false;
  #isPhonetic = false;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  take(): SheetRow[] {
    return this.#rows.splice(0);
  }

  open(tag: string, { r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    if (tag === 'row') {
      this.#number = Math.min(rowsMax, Number(r) || this.#number + 1);
      this.#cells = [];
      this.#column = -1;
    } else if (tag === 'c') {
      this.#column = Math.min(columnsMax - 1, columnOf(r) ?? this.#column + 1);
      this.#type = t;
      this.#style = Number(s);
      this.#value = [];
    } else if (tag === 'rPh') this.#isPhonetic = true;
    this.#isValue = (tag === 'v' || tag === 't') && !this.#isPhonetic;
  }

  text(text: string): void {
    if (this.#isValue) this.#value.push(text);
  }

  close(tag: string): void {
    if (tag === 'v' || tag === 't') this.#isValue = false;
    else if (tag === 'rPh') this.#isPhonetic = false;
    else if (tag === 'c') this.#endCell();
    else if (tag === 'row') this.#rows.push({ number: this.#number, cells: this.#cells });
  }

  #endCell(): void {
    const text = this.#cellText(this.#value.join(''));
    if (text === '') return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #cellText(value: string): string {
    const { styles, sharedTexts, is1904 } = this.#workbook;
    switch (this.#type) {
      case 's':
        return sharedTexts[Number(value)] ?? '';
      case 'b':
        return value === '1' ? 'true' : 'false';
      case 'n':
        return value === '' ? '' : numberText(value, styles[this.#style] ?? 'number', is1904);
      default:
        return plainText(value);
    }
  }
}
