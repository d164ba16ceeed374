import { isNumber } from './column.ts';
import type { Result } from './result.ts';
import { plainText } from './show-value.ts';

export type TextFormat = 'csv' | 'csv-safe' | 'tsv' | 'json' | 'ndjson';

const rowsPerPart = 5_000;

/** Rows as text, in parts; those of a result that still grows are those so far. */
export function* writeRows(result: Result, format: TextFormat, rows = result.rows): Generator<string> {
  const { columns } = result;
  if (format === 'json') yield '[';
  if (format === 'csv' || format === 'csv-safe' || format === 'tsv')
    yield `${columns.map(({ name }) => field(name, format)).join(format === 'tsv' ? '\t' : ',')}\n`;
  for (let start = 0; start < rows; start += rowsPerPart) {
    let part = '';
    for (let row = start; row < Math.min(rows, start + rowsPerPart); row++)
      part += writeRow(result, row, format, row === 0);
    yield part;
  }
  if (format === 'json') yield '\n]\n';
}

function writeRow(result: Result, row: number, format: TextFormat, isFirst: boolean): string {
  const { columns } = result;
  if (format === 'json' || format === 'ndjson') {
    const members = columns.map((_column, i) => jsonMember(result, row, i)).join(', ');
    return format === 'ndjson' ? `{${members}}\n` : `${isFirst ? '' : ','}\n  {${members}}`;
  }
  const fields = columns.map((column, i) => {
    const value = result.at(row, i);
    const text = plainText(value, column);
    return isNumber(column) ? text : field(text, format, value !== null && text === '');
  });
  return `${fields.join(format === 'tsv' ? '\t' : ',')}\n`;
}

/** The rules of the service: a 64-bit integer is a number, larger ones and decimals are text. */
function jsonMember(result: Result, row: number, index: number): string {
  const column = result.columns[index];
  const value = result.at(row, index);
  if (column === undefined) return '';
  const name = JSON.stringify(column.name);
  if (value === null || value === undefined) return `${name}: null`;
  const text = plainText(value, column);
  const isBare =
    ['integer', 'boolean', 'nested'].includes(column.kind) ||
    (column.kind === 'float' && Number.isFinite(value));
  return `${name}: ${isBare ? text : JSON.stringify(text)}`;
}

/** One field. For spreadsheets, what they would take for a formula gets an apostrophe. */
function field(text: string, format: TextFormat, isEmptyText = false): string {
  if (format === 'tsv') return text.replace(/[\t\n\r]/g, ' ');
  const safe = format === 'csv-safe' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return isEmptyText || /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
