import type { Cells } from './containers/cells.ts';
import { csvRecordChunk, csvRows } from './containers/csv-record-chunks.ts';
import { JsonCells } from './containers/json-cells.ts';
import { type JsonPiece, jsonPieces, jsonRecordChunk } from './containers/json-record-chunks.ts';
import type { ReadOptions, RecordChunk, Row, Sample } from './containers/record-chunk.ts';
import { leadsOn } from './containers/records-in.ts';
import { CellSurvey } from './flat/plain/cell-survey.ts';
import { type PlainOptions, PlainRows } from './flat/plain/plain-rows.ts';
import type { FlatTable } from './flat/plan-table.ts';
import { isAddressField } from './flat/platform-of.ts';
import type { Survey } from './flat/survey.ts';
import { Notes } from './notes.ts';
import type { CellSource } from './staging/cell-source.ts';
import type { RawFiles } from './text-columns/raw-files.ts';
import { scanCsv } from './text-columns/scan-csv.ts';
import { flatKeys, scanJson } from './text-columns/scan-json.ts';

type Reading = Omit<ReadOptions, 'skip'>;

/** A flat file as rows of cells. */
export interface CellReader extends Omit<CellSource, 'stager'> {
  /** Puts all rows into columns; false if they have to be mapped one by one, also where `goesOn` says so. */
  scan(raw: RawFiles, notes: Notes, goesOn: () => boolean): Promise<boolean>;
  /** The same rows in parts, of which only those are read that are asked for. */
  records(): AsyncIterable<RecordReader>;
}

interface RecordReader {
  /** Goes on to the next record; false if the part has no more. */
  next(): boolean;
  /** The current record, and its bytes. */
  chunk(): RecordChunk;
  size(): number;
}

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

/** The reader of a flat file; undefined if its rows have to be mapped one by one. */
export function readerOf(
  path: string,
  sample: Sample,
  plan: FlatTable,
  reading: Reading,
): CellReader | undefined {
  const { encoding } = sample;
  if (sample.kind === 'csv' && !sample.header.isFolded) {
    const { dialect, header } = sample;
    const open = (skip: number, notes: Notes) =>
      csvRows(path, { dialect, header, notes }, { ...reading, skip, encoding });
    const toRecordChunk = (cells: Cells) => csvRecordChunk(cells, { dialect, header });
    return {
      fields: header.columns,
      open,
      toRecordChunk,
      scan: (raw, notes, goesOn) => scanCsv(path, { dialect, notes }, { ...reading, encoding }, raw, goesOn),
      records: async function* () {
        for await (const cells of open(0, new Notes()))
          yield { next: () => cells.next(), chunk: () => toRecordChunk(cells), size: () => sizeOf(cells) };
      },
    };
  }
  return sample.kind === 'json' ? jsonReader(path, sample, plan, { ...reading, encoding }) : undefined;
}

/** The bytes of the current row. */
function sizeOf({ row }: Cells): number {
  return (row.ends[row.count - 1] ?? 0) - (row.starts[0] ?? 0);
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
  const keys = {
    fields,
    needsOne: new Set(key.flatMap((column) => column.sources.map(({ field }) => field))),
    isSpecial: (field: string) =>
      beside.has(field) || leadsOn(field) || (isAddressField(field) && !fields.includes(field)),
  };
  const cells = new JsonCells(keys);
  return {
    fields,
    open: async function* (skip) {
      for await (const pieces of jsonPieces(path, layout, { ...reading, skip })) {
        cells.push(pieces);
        yield cells;
      }
    },
    toRecordChunk: () => jsonRecordChunk(cells.piece),
    scan: (raw, _, goesOn) => scanJson(path, { layout, keys: flatKeys(keys) }, reading, raw, goesOn),
    records: async function* () {
      for await (const pieces of jsonPieces(path, layout, { ...reading, skip: 0 })) {
        let at = -1;
        yield {
          next: () => ++at < pieces.length,
          chunk: () => jsonRecordChunk(pieces[at] as JsonPiece),
          size: () => pieces[at]?.piece.bytes?.length ?? 0,
        };
      }
    },
  };
}
