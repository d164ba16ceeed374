import { csvRecordChunk, csvRows } from './containers/csv-record-chunks.ts';
import { JsonCells } from './containers/json-cells.ts';
import { jsonPieces, jsonRecordChunk } from './containers/json-record-chunks.ts';
import type { ReadOptions, Row, Sample } from './containers/record-chunk.ts';
import { leadsOn } from './containers/records-in.ts';
import { CellSurvey } from './flat/plain/cell-survey.ts';
import { type PlainOptions, PlainRows } from './flat/plain/plain-rows.ts';
import type { FlatTable } from './flat/plan-table.ts';
import { isAddressField } from './flat/platform-of.ts';
import type { Survey } from './flat/survey.ts';
import { Notes } from './notes.ts';
import type { CellSource } from './staging/cell-source.ts';

type Reading = Omit<ReadOptions, 'skip'>;
type CellReader = Omit<CellSource, 'stager'>;

/** The rows of a flat file as cells; undefined if they have to be mapped one by one. */
export function cellsOf(
  path: string,
  sample: Sample,
  given: { plan: FlatTable; options: PlainOptions; reading: Reading },
): CellSource | undefined {
  const cells = readerOf(path, sample, given.plan, given.reading);
  const stager = cells && PlainRows.over(given.plan, cells.fields, given.options);
  return stager && { ...cells, stager };
}

/** Surveys a flat file by cells. False if its rows have to be surveyed one by one. */
export async function surveyCells(
  path: string,
  sample: Sample,
  { survey, plan, reading }: { survey: Survey; plan: FlatTable; reading: Reading },
  rowsOf: (value: unknown) => readonly Row[],
): Promise<boolean> {
  const reader = readerOf(path, sample, plan, reading);
  if (reader === undefined) return false;
  const cellSurvey = new CellSurvey(survey, reader.fields);
  for await (const cells of reader.open(0, new Notes())) {
    const toRows = () => {
      const { refusal, value } = reader.toRecordChunk(cells);
      return refusal === undefined ? rowsOf(value) : [];
    };
    while (cells.next()) cellSurvey.see(cells, toRows);
  }
  return true;
}

function readerOf(path: string, sample: Sample, plan: FlatTable, reading: Reading): CellReader | undefined {
  const { encoding } = sample;
  if (sample.kind === 'csv' && !sample.header.isFolded) {
    const { dialect, header } = sample;
    return {
      fields: header.columns,
      open: (skip, notes) => csvRows(path, { dialect, header, notes }, { ...reading, skip, encoding }),
      toRecordChunk: (cells) => csvRecordChunk(cells, { dialect, header }),
    };
  }
  return sample.kind === 'json' ? jsonReader(path, sample, plan, { ...reading, encoding }) : undefined;
}

const fieldsMax = 4_000;
/** Fields that are read beside those of the plan. */
const beside: ReadonlySet<string> = new Set(['voice_to_text', 'voiceToText', 'itemList']);

function jsonReader(
  path: string,
  { layout }: Extract<Sample, { kind: 'json' }>,
  plan: FlatTable,
  reading: Reading,
): CellReader | undefined {
  const sources = [...plan.columns.flatMap((column) => column.sources), ...plan.observedAt];
  const fields = [...new Set(['source', ...sources.map(({ field }) => field), ...plan.unused])];
  // Fields within others are read from whole records.
  if (fields.length > fieldsMax || fields.some((field) => field.includes('.'))) return undefined;
  const key = plan.columns.filter(({ name }) => plan.table.key.includes(name));
  const cells = new JsonCells({
    fields,
    needsOne: new Set(key.flatMap((column) => column.sources.map(({ field }) => field))),
    isSpecial: (field) =>
      beside.has(field) || leadsOn(field) || (isAddressField(field) && !fields.includes(field)),
  });
  return {
    fields,
    open: async function* (skip) {
      for await (const pieces of jsonPieces(path, layout, { ...reading, skip })) {
        cells.push(pieces);
        yield cells;
      }
    },
    toRecordChunk: () => jsonRecordChunk(cells.piece),
  };
}
