import { csvRecordChunk, csvRows } from './containers/csv-record-chunks.ts';
import type { ReadOptions, Row, Sample } from './containers/record-chunk.ts';
import { CellSurvey } from './flat/plain/cell-survey.ts';
import { type PlainOptions, PlainRows } from './flat/plain/plain-rows.ts';
import type { FlatTable } from './flat/plan-table.ts';
import type { Survey } from './flat/survey.ts';
import { Notes } from './notes.ts';
import type { CellSource } from './staging/cell-source.ts';

/** The rows of a flat file as cells; undefined if they have to be mapped one by one. */
export function cellsOf(
  path: string,
  sample: Sample,
  given: { plan: FlatTable; options: PlainOptions; readOptions: Omit<ReadOptions, 'skip'> },
): CellSource | undefined {
  if (sample.kind !== 'csv' || sample.header.isFolded) return undefined;
  const { dialect, header, encoding } = sample;
  const stager = PlainRows.over(given.plan, header.columns, given.options);
  if (stager === undefined) return undefined;
  return {
    fields: header.columns,
    open: (skip, notes) =>
      csvRows(path, { dialect, header, notes }, { ...given.readOptions, skip, encoding }),
    toRecordChunk: (cells) => csvRecordChunk(cells, { dialect, header }),
    stager,
  };
}

/** Surveys a flat file by cells. False if its rows have to be surveyed one by one. */
export async function surveyCells(
  path: string,
  sample: Sample,
  survey: Survey,
  reading: ReadOptions,
): Promise<boolean> {
  if (sample.kind !== 'csv' || sample.header.isFolded) return false;
  const { dialect, header, encoding } = sample;
  const source = { dialect, header, notes: new Notes() };
  const cellSurvey = new CellSurvey(survey, header.columns);
  for await (const cells of csvRows(path, source, { ...reading, encoding })) {
    while (cells.next()) cellSurvey.see(cells, () => csvRecordChunk(cells, source).value as Row);
  }
  return true;
}
