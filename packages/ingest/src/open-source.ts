import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Catalog, tableId } from '@sdq/catalog';
import { fileSchemaOf, sha256OfFile } from '@sdq/index';
import type { AddOptions } from './add-report.ts';
import type { BulkFile } from './bulk/bulk-file.ts';
import type { BulkSource } from './bulk/bulk-plan.ts';
import { openNestedFile } from './bulk/nested/open-nested.ts';
import { bulkSource, openBulkFile, rowsOfSample, surveyBulkFile } from './bulk/open-bulk.ts';
import type { ColumnsOptions } from './bulk/text-file.ts';
import { csvRecordChunks } from './containers/csv-record-chunks.ts';
import { jsonRecordChunks } from './containers/json-record-chunks.ts';
import { parquetRecordChunks } from './containers/parquet-record-chunks.ts';
import {
  excerptLengthMax,
  type ReadOptions,
  type RecordChunk,
  type Row,
  type Sample,
} from './containers/record-chunk.ts';
import { recordsIn } from './containers/records-in.ts';
import { chooseFormat, planFlat, readSample } from './detect.ts';
import { type FlatOptions, findTable } from './flat/choose-table.ts';
import { decide, type Guess } from './flat/decide.ts';
import { isFlatRow, rowsIn } from './flat/flat-rows.ts';
import { type FolderValue, withFolders } from './flat/folder-values.ts';
import { mapRow } from './flat/map-row.ts';
import type { Mapping } from './flat/mapping-file.ts';
import type { FlatTable } from './flat/plan-table.ts';
import { PlatformFinder } from './flat/platform-of.ts';
import { readConstants } from './flat/read-constants.ts';
import { Survey, type UnusedField } from './flat/survey.ts';
import { tableOfConstants } from './formats/constants-table.ts';
import { recordsOf, type SourceFormat } from './formats/format.ts';
import { type FormatName, formatsOver } from './formats/index.ts';
import { findLossyFields } from './lossy-fields.ts';
import { Notes } from './notes.ts';
import { type MapContext, type Observation, Refusal, type Values } from './observation.ts';
import { cellsOf, surveyCells } from './open-cells.ts';
import { unusedIn } from './records/unused-paths.ts';
import type { CellSource } from './staging/cell-source.ts';
import type { RecordMapping } from './staging/progress.ts';
import type { MappedRecord, RefusedField } from './staging/tallies.ts';
import { textGuesses } from './text-guesses.ts';
import { isObject } from './values/json-object.ts';
import { excerptOf, printJson } from './values/shown.ts';

/** Increase it when the interpretation of records changes, so that files can be imported again. */
const readerVersion = 3;

const dayMicros = 86_400_000_000n;

/** An opened file: its format, and the mapping of its records to observations. */
export interface OpenedSource {
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly format: FormatName;
  /** Hash of all inputs other than the content that determine the observations. */
  readonly optionsHash: string;
  readonly bytes: number;
  /** Latest plausible creation time of its records, in microseconds since 1970. */
  readonly latestPlausible: bigint;
  /** Columns of a flat file, or paths of the first records of a nested one, that no table column is read from. */
  readonly unused: readonly string[];
  /** The same with their values, numbers first. */
  readonly unusedFields: readonly UnusedField[];
  readonly guesses: readonly Guess[];
  /** Encoding of the content; undefined for UTF-8. */
  readonly encoding: string | undefined;
  /** The column plan of a flat file. */
  readonly plan: FlatTable | undefined;
  /** The plans of the records of a nested format. */
  readonly nested: SourceFormat['nested'];
  /** The records in a record chunk of a nested format, as its plans read them. */
  recordsOf(chunk: RecordChunk): readonly Row[];
  recordChunks(options: ReadOptions, notes: Notes): AsyncIterable<readonly RecordChunk[]>;
  /** The source as rows of cells, if its rows can be staged from them. */
  cells(options: Omit<ReadOptions, 'skip'>): CellSource | undefined;
  /** The source as SQL, if its rows can be converted by it. */
  readonly bulk: BulkSource | undefined;
  readonly map: RecordMapping['map'];
}

export interface SourceOptions
  extends Pick<
    AddOptions,
    'format' | 'table' | 'platform' | 'timeZone' | 'encoding' | 'set' | 'observedAt' | 'signal'
  > {
  readonly catalog: Catalog;
  /** Folders `name=value` that the file is in. */
  readonly folders?: readonly FolderValue[] | undefined;
  readonly mapping?: { readonly mapping: Mapping; readonly text: string } | undefined;
  /** Current time in microseconds since 1970: times more than two days later are refused. */
  readonly now: bigint;
  readonly onHashed?: (bytes: number) => void;
  /** Where the columns of text files are written; by default, their rows are mapped one by one. */
  readonly columns?: ColumnsOptions | undefined;
}

/** Opens a local regular file. Errors: `file_malformed`, `format_unknown`, `mapping_invalid`. */
export async function openSource(path: string, given: SourceOptions): Promise<OpenedSource> {
  const { time_zone, encoding } = given.mapping?.mapping ?? {};
  const options = { ...given, timeZone: given.timeZone ?? time_zone, encoding: given.encoding ?? encoding };
  const { catalog, table, mapping, set, platform, timeZone } = options;
  const formats = formatsOver(catalog);
  const sample = await readSample(path, formats, options.encoding);
  const flatOptions = { catalog, table, platform, timeZone, mapping: mapping?.mapping, constants: set };
  const format = chooseFormat(path, sample, formats, options.format, flatOptions);
  const planned = format.map === undefined ? planFlatOrNothing(path, sample, flatOptions) : undefined;
  const folders = planned && withFolders(planned, options.folders ?? []);
  const first = folders?.plan;
  const lossyFields = findLossyFields(sample);
  const bulkFile =
    first &&
    (await openBulkFile(path, sample, {
      plan: first,
      columns: options.columns,
      signal: options.signal,
      rowsOf: (value) => rowsAt(sample, value, first).filter(isObject),
    }));
  const { plan, survey, guesses } = await surveyed(path, sample, first, options, bulkFile);
  const nestedUnused = unusedIn(sample, format.nested);
  const reader = new RecordReader(format, plan, lossyFields, options);
  const { columns, signal } = options;
  const { nested, expand, name: formatName } = format;
  const { latestPlausible } = reader;
  const isColumnar = expand === undefined && Object.keys(set ?? {}).length === 0;
  const reading = { catalog, lossyFields, latestPlausible, formatName };
  const nestedSource =
    columns !== undefined && nested !== undefined && isColumnar
      ? await openNestedFile(path, sample, { ...reading, nested, columns, signal })
      : undefined;
  return {
    path,
    name: basename(path),
    sha256: await hashFile(path, options),
    format: format.name as FormatName,
    optionsHash: hashOptions(format, plan, options, folders?.taken),
    bytes: (await stat(path)).size,
    latestPlausible,
    unused: [...(plan?.unused ?? nestedUnused.map(({ name }) => name)), ...(folders?.unused ?? [])],
    unusedFields: survey?.unused ?? nestedUnused,
    nested: format.nested,
    guesses: [...textGuesses(sample, options.encoding), ...guesses, ...(folders?.guesses ?? [])],
    encoding: sample.encoding,
    plan,
    recordsOf: ({ value }) => recordsOf(value, format),
    recordChunks: (readOptions, notes) => openRecordChunks(path, sample, readOptions, notes),
    cells: (options) => plan && cellsOf(path, sample, { plan, options: reading, reading: options }),
    bulk:
      nestedSource ??
      (bulkFile &&
        plan &&
        bulkSource(bulkFile, plan, {
          ...reading,
          sample: rowsOfSample(sample),
          mayBeOffByHours: survey?.isOffByHours !== false,
        })),
    map: (chunk, recordsBefore, notes) => reader.map(chunk, recordsBefore, notes),
  };
}

/** Undefined for an empty list of records, which needs no table. */
function planFlatOrNothing(path: string, sample: Sample, options: FlatOptions): FlatTable | undefined {
  if (sample.kind === 'json' && sample.records.length === 0) return undefined;
  return planFlat(path, sample, options);
}

/** The plan of a flat file with its ambiguous values decided by all of its rows. */
async function surveyed(
  path: string,
  sample: Sample,
  plan: FlatTable | undefined,
  options: SourceOptions,
  bulkFile: BulkFile | undefined,
): Promise<{ plan: FlatTable | undefined; survey: Survey | undefined; guesses: readonly Guess[] }> {
  if (plan === undefined) return { plan, survey: undefined, guesses: [] };
  const latest = options.now + 2n * dayMicros;
  const byColumns = bulkFile && (await surveyBulkFile(path, bulkFile, plan, sample, latest));
  if (byColumns !== undefined) return { survey: byColumns, ...decide(plan, byColumns) };
  const survey = new Survey(plan, latest);
  const reading = { skip: 0, signal: options.signal };
  const rowsOf = (value: unknown) => rowsAt(sample, value, plan).filter(isObject);
  const surveying = { survey, plan, reading };
  if (await surveyCells(path, sample, surveying, rowsOf)) return { survey, ...decide(plan, survey) };
  const chunks = openRecordChunks(path, sample, reading, new Notes());
  for await (const batch of chunks) {
    for (const chunk of batch) {
      if (chunk.refusal !== undefined) continue;
      for (const row of rowsOf(chunk.value)) survey.see(row);
    }
  }
  return { survey, ...decide(plan, survey) };
}

function rowsAt(sample: Sample, value: unknown, plan: FlatTable): readonly unknown[] {
  return sample.kind === 'json' ? rowsIn(value, plan) : [value];
}

function hashOptions(
  format: SourceFormat,
  plan: FlatTable | undefined,
  options: SourceOptions,
  folders: readonly FolderValue[] = [],
): string {
  const decisive = {
    version: readerVersion,
    format: format.name,
    table: plan === undefined ? null : tableId(plan.table),
    ...descriptionsRead(plan, options.catalog),
    mapping: options.mapping?.text ?? null,
    ...(options.timeZone !== undefined && { timeZone: options.timeZone }),
    ...(options.encoding !== undefined && { encoding: options.encoding }),
    set: Object.entries(options.set ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
    observedAt: options.observedAt?.toISOString() ?? null,
    ...(folders.length > 0 && { folders }),
  };
  return createHash('sha256').update(JSON.stringify(decisive)).digest('hex').slice(0, 32);
}

/** Descriptions of user-defined tables: a changed description may read more from a file that was imported before. */
function descriptionsRead(plan: FlatTable | undefined, catalog: Catalog): { descriptions?: unknown } {
  const own = plan === undefined ? catalog.tables : [plan.table];
  const read = own
    .filter(({ isOwn }) => isOwn === true)
    .map((table) => [tableId(table), fileSchemaOf(table)]);
  return read.length === 0 ? {} : { descriptions: read };
}

async function hashFile(path: string, { signal, onHashed }: SourceOptions): Promise<string> {
  return await sha256OfFile(path, (bytes) => {
    signal?.throwIfAborted();
    onHashed?.(bytes);
  });
}

function openRecordChunks(
  path: string,
  sample: Sample,
  given: ReadOptions,
  notes: Notes,
): AsyncIterable<readonly RecordChunk[]> {
  const options = { ...given, encoding: sample.encoding };
  if (sample.kind === 'json') return jsonRecordChunks(path, sample.layout, options);
  if (sample.kind === 'parquet') return parquetRecordChunks(path, sample.rows, options);
  return csvRecordChunks(path, { dialect: sample.dialect, header: sample.header, notes }, options);
}

/** Maps record chunks to observations or refusals and fills in constants. */
class RecordReader {
  readonly #format: SourceFormat;
  readonly #plan: FlatTable | undefined;
  readonly #isRow: (value: Row) => boolean;
  readonly #platforms: PlatformFinder;
  readonly #lossyFields: ReadonlySet<string>;
  /** Microseconds; times after it are refused. */
  readonly latestPlausible: bigint;
  /** The table whose columns the constants are for. */
  readonly #constantsOf: string;
  #constants: Values = {};

  constructor(
    format: SourceFormat,
    plan: FlatTable | undefined,
    lossyFields: ReadonlySet<string>,
    options: SourceOptions,
  ) {
    this.#format = format;
    this.#plan = plan;
    this.#isRow = plan === undefined ? () => false : (value) => isFlatRow(value, plan);
    this.#platforms = new PlatformFinder(options.catalog);
    this.#lossyFields = lossyFields;
    this.latestPlausible = options.now + 2n * dayMicros;
    this.#constantsOf = options.table ?? tableOfConstants(format, Object.keys(options.set ?? {}));
    if (plan === undefined) {
      const context = this.#context(new Notes(), null, (refusal) => {
        throw refusal;
      });
      this.#constants = readConstants(
        findTable(options.catalog, this.#constantsOf),
        options.set ?? {},
        context,
      );
    }
  }

  map(chunk: RecordChunk, recordsBefore: number, notes: Notes): readonly MappedRecord[] {
    if (chunk.refusal !== undefined) {
      return [{ refusal: chunk.refusal, excerpt: chunk.excerpt(), line: chunk.position }];
    }
    const isRecord = this.#format.isRecord ?? this.#isRow;
    const found =
      Array.isArray(chunk.value) || isObject(chunk.value)
        ? recordsIn(chunk.value, isRecord, this.#format.expand)
        : [{ record: chunk.value, responseTime: null }];
    return found.map(({ record, responseTime }, i) => {
      // A record chunk with several records is a response: its records have consecutive numbers within the file.
      const line = found.length === 1 ? chunk.position : recordsBefore + i + 1;
      const excerpt = () =>
        found.length === 1 ? chunk.excerpt() : printJson(record).slice(0, excerptLengthMax);
      const refusedFields: RefusedField[] = [];
      const refuseField = (refusal: Refusal, value: unknown) =>
        void refusedFields.push({ refusal, excerpt: excerptOf(value, excerptLengthMax) });
      try {
        const observations = this.#mapRecord(record, this.#context(notes, responseTime, refuseField));
        return { observations, refusedFields, line };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { refusal: error, excerpt: excerpt(), line };
      }
    });
  }

  #mapRecord(record: unknown, context: MapContext): Observation[] {
    if (this.#plan !== undefined && isObject(record)) {
      this.#checkPlatform(record, this.#plan);
      return mapRow(record, this.#plan, context, this.#format.name);
    }
    if (!isObject(record) || this.#format.map === undefined || this.#format.isRecord?.(record) !== true) {
      throw new Refusal('record_unknown', '', `The record does not have the format "${this.#format.name}"`);
    }
    const [main, ...beside] = this.#format.map(record, context);
    return main === undefined ? [] : [this.#withConstants(main), ...beside];
  }

  /** Refuses a row whose address is one of another platform. User-defined tables take any. */
  #checkPlatform(row: Row, { table }: FlatTable): void {
    if (table.isOwn === true || table.hosts === undefined) return;
    const found = this.#platforms.find(row);
    if (found === undefined || found.platform === table.platform) return;
    const message = `The record is of ${found.host}, and the table "${tableId(table)}" is of ${table.hosts[0]}`;
    throw new Refusal('platform_foreign', found.field, message);
  }

  #withConstants(observation: Observation): Observation {
    if (observation.table !== this.#constantsOf) return observation;
    const values = { ...observation.values };
    for (const [column, value] of Object.entries(this.#constants)) values[column] ??= value;
    return { ...observation, values };
  }

  #context(notes: Notes, responseTime: bigint | null, refuseField: MapContext['refuseField']): MapContext {
    const { latestPlausible } = this;
    const constants = this.#constants;
    return { notes, lossyFields: this.#lossyFields, latestPlausible, responseTime, refuseField, constants };
  }
}
