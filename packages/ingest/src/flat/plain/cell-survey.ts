import { type Cells, cellFlags, isBlankCell, type RowCells } from '../../containers/cells.ts';
import type { Row } from '../../containers/record-chunk.ts';
import type { Survey, SurveyedColumn, UnusedTally } from '../survey.ts';
import { seeUnused } from '../survey.ts';
import { areDigits, digitsIn, plainTime, readPlainTime } from './plain-bytes.ts';

const examplesMax = 3;
const letterZ = 0x5a;

/** Surveys rows of cells: most values are told by their bytes, all others as `Survey.see` does. */
export class CellSurvey {
  readonly #survey: Survey;
  readonly #width: number;
  readonly #columns: readonly { column: SurveyedColumn; cell: number }[];
  readonly #unused: readonly { tally: UnusedTally; cell: number }[];
  readonly #ids: readonly number[];

  constructor(survey: Survey, fields: readonly string[]) {
    this.#survey = survey;
    this.#width = fields.length;
    const cellOf = (field: string) => fields.indexOf(field);
    this.#columns = survey.columns
      .map((column) => ({ column, cell: cellOf(column.source.field) }))
      .filter(({ cell }) => cell >= 0);
    this.#unused = [...survey.unusedTallies]
      .map(([field, tally]) => ({ tally, cell: cellOf(field) }))
      .filter(({ cell }) => cell >= 0);
    this.#ids = survey.idSources.map(({ field }) => cellOf(field)).filter((cell) => cell >= 0);
  }

  /** Notes the current row; `toRows` gives it as objects, of which there are any number if it has no cells. */
  see(cells: Cells, toRows: () => readonly Row[]): void {
    const { row } = cells;
    if (row.count !== this.#width) {
      for (const whole of toRows()) this.#survey.see(whole);
      return;
    }
    const toRow = () => toRows()[0] as Row;
    const survey = this.#survey;
    survey.rows++;
    if (survey.needsIdTimes && survey.hasTime(this.#idOf(row))) survey.idTimes++;
    for (const { column, cell } of this.#columns) {
      if (!isBlankCell(row, cell)) this.#seeCell(row, column, cell, toRow);
    }
    for (const { tally, cell } of this.#unused) if (!isBlankCell(row, cell)) seeUnusedCell(tally, row, cell);
  }

  #seeCell(row: RowCells, column: SurveyedColumn, cell: number, toRow: () => Row): void {
    const flags = row.flags[cell] as number;
    // Lists, objects and truth values tell nothing.
    if ((flags & (cellFlags.nested | cellFlags.literal)) !== 0) return;
    if (column.kind !== 'duration' && (flags & cellFlags.number) !== 0) return;
    const start = row.starts[cell] as number;
    const end = row.ends[cell] as number;
    const { buffer } = row;
    if (column.kind === 'time') {
      if (buffer[end - 1] === letterZ || areDigits(buffer, start, end)) return;
      if (readPlainTime(buffer, start, end) && plainTime.zoneAssumed) {
        const { micros } = plainTime;
        this.#survey.seeLocalTime(column, micros, column.isCreation ? this.#idOf(row) : undefined);
        return;
      }
    } else if (column.kind === 'count' && areDigits(buffer, start, end)) return;
    else if (column.kind === 'duration' && digitsIn(buffer, start, end) === 0) return;
    this.#survey.seeValue(column, row.text(cell), toRow);
  }

  #idOf(row: RowCells): string | undefined {
    const cell = this.#ids.find((id) => !isBlankCell(row, id));
    return cell === undefined ? undefined : row.text(cell);
  }
}

function seeUnusedCell(tally: UnusedTally, row: RowCells, cell: number): void {
  if (((row.flags[cell] as number) & cellFlags.nested) !== 0) {
    tally.values++;
    return;
  }
  const first = row.buffer[row.starts[cell] as number] as number;
  // A number begins with a digit, a point or a comma, after white space.
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || first <= 0x2e || first >= 0x80;
  if (mayBeNumber || tally.examples.length < examplesMax) seeUnused(tally, row.text(cell));
  else tally.values++;
}
