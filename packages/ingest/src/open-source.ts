import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Catalog, tableId } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { fileSchemaOf } from '@sdq/index';
import type { AddOptions } from './add-report.ts';
import { chooseFormat, planFlat, readSample } from './detect.ts';
import { mapRow } from './flat/map-row.ts';
import { checkColumns, type Mapping } from './flat/mapping-file.ts';
import { type FlatTable, findTable, readingOf } from './flat/plan-table.ts';
import type { SourceFormat } from './formats/format.ts';
import { type FormatName, formatsOver } from './formats/index.ts';
import { findLossyFields } from './lossy-fields.ts';
import { csvUnits } from './media/csv-units.ts';
import { jsonUnits } from './media/json-units.ts';
import { excerptLengthMax, type ReadOptions, type Row, type Sample, type Unit } from './media/medium.ts';
import { parquetUnits } from './media/parquet-units.ts';
import { printJson } from './media/parse-json.ts';
import { recordsIn } from './media/records-in.ts';
import { Notes } from './notes.ts';
import { type MapContext, type Observation, Refusal, type Values } from './observation.ts';
import type { MappedRecord } from './staging/stage-source.ts';
import { isObject } from './values/json-object.ts';

/** Raise it when records are read otherwise than before, so that files may be added again. */
const readerVersion = 1;

const dayMicros = 86_400_000_000n;

/** A file that can be read: what it is, and how its records become observations. */
export interface OpenedSource {
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly format: FormatName;
  /** Hash of all that decides, beside the content, what becomes of the records. */
  readonly optionsHash: string;
  readonly bytes: number;
  /** Microseconds: nothing that it tells of was made later. */
  readonly latestPlausible: bigint;
  /** Columns of a flat file that no column of the table is fed from. */
  readonly unused: readonly string[];
  units(options: ReadOptions, notes: Notes): AsyncIterable<readonly Unit[]>;
  map(unit: Unit, recordsBefore: number, notes: Notes): readonly MappedRecord[];
}

export interface SourceOptions
  extends Pick<AddOptions, 'format' | 'table' | 'set' | 'observedAt' | 'signal'> {
  readonly catalog: Catalog;
  readonly mapping?: { readonly mapping: Mapping; readonly text: string } | undefined;
  /** Now, in microseconds: times more than two days after it are refused. */
  readonly now: bigint;
  readonly onHashed?: (bytes: number) => void;
}

/** Errors: `file_missing`, `file_malformed`, `format_unknown`, `mapping_invalid`. */
export async function openSource(path: string, options: SourceOptions): Promise<OpenedSource> {
  const { catalog, table, mapping, set } = options;
  const formats = formatsOver(catalog);
  const sample = await readSample(path, formats);
  const flatOptions = { catalog, table, mapping: mapping?.mapping, constants: set };
  const format = chooseFormat(path, sample, formats, options.format, flatOptions);
  const plan = format.map === undefined ? planFlatOrNothing(path, sample, flatOptions) : undefined;
  const reader = new RecordReader(format, plan, findLossyFields(sample), options);
  return {
    path,
    name: basename(path),
    sha256: await hashFile(path, options),
    format: format.name as FormatName,
    optionsHash: hashOptions(format, plan, options),
    bytes: (await stat(path)).size,
    latestPlausible: reader.latestPlausible,
    unused: plan?.unused ?? [],
    units: (readOptions, notes) => openUnits(path, sample, readOptions, notes),
    map: (unit, recordsBefore, notes) => reader.map(unit, recordsBefore, notes),
  };
}

/** An empty list of records needs no table. */
function planFlatOrNothing(
  path: string,
  sample: Sample,
  options: Parameters<typeof planFlat>[2],
): FlatTable | undefined {
  if (sample.kind === 'json' && sample.records.length === 0) return undefined;
  return planFlat(path, sample, options);
}

function hashOptions(format: SourceFormat, plan: FlatTable | undefined, options: SourceOptions): string {
  const decisive = {
    version: readerVersion,
    format: format.name,
    table: plan === undefined ? null : tableId(plan.table),
    ...descriptionsRead(plan, options.catalog),
    mapping: options.mapping?.text ?? null,
    set: Object.entries(options.set ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
    observedAt: options.observedAt?.toISOString() ?? null,
  };
  return createHash('sha256').update(JSON.stringify(decisive)).digest('hex').slice(0, 32);
}

/** A file that was read by another description of one's own table is not known: it may tell more today. */
function descriptionsRead(plan: FlatTable | undefined, catalog: Catalog): { descriptions?: unknown } {
  const own = plan === undefined ? catalog.tables : [plan.table];
  const read = own
    .filter(({ isOwn }) => isOwn === true)
    .map((table) => [tableId(table), fileSchemaOf(table)]);
  return read.length === 0 ? {} : { descriptions: read };
}

async function hashFile(path: string, options: SourceOptions): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) {
    options.signal?.throwIfAborted();
    hash.update(part as Buffer);
    bytes += (part as Buffer).length;
    options.onHashed?.(bytes);
  }
  return hash.digest('hex');
}

function openUnits(
  path: string,
  sample: Sample,
  options: ReadOptions,
  notes: Notes,
): AsyncIterable<readonly Unit[]> {
  if (sample.kind === 'json') return jsonUnits(path, sample.layout, options);
  if (sample.kind === 'parquet') return parquetUnits(path, options);
  return csvUnits(path, { dialect: sample.dialect, columns: sample.columns, notes }, options);
}

/** Turns units into observations or refusals, with the constants filled in. */
class RecordReader {
  readonly #format: SourceFormat;
  readonly #plan: FlatTable | undefined;
  readonly #lossyFields: ReadonlySet<string>;
  /** Microseconds; times after it are refused. */
  readonly latestPlausible: bigint;
  readonly #constants: Values;

  constructor(
    format: SourceFormat,
    plan: FlatTable | undefined,
    lossyFields: ReadonlySet<string>,
    options: SourceOptions,
  ) {
    this.#format = format;
    this.#plan = plan;
    this.#lossyFields = lossyFields;
    this.latestPlausible = options.now + 2n * dayMicros;
    this.#constants = plan === undefined ? this.#readConstants(options) : {};
  }

  map(unit: Unit, recordsBefore: number, notes: Notes): readonly MappedRecord[] {
    if (unit.refusal !== undefined) {
      return [{ refusal: unit.refusal, excerpt: unit.excerpt(), line: unit.position }];
    }
    const isRecord = this.#format.isRecord ?? (this.#plan ? (value: Row) => this.#isRow(value) : () => false);
    const found =
      Array.isArray(unit.value) || isObject(unit.value)
        ? recordsIn(unit.value, isRecord)
        : [{ record: unit.value, responseTime: null }];
    return found.map(({ record, responseTime }, i) => {
      // A unit that holds several records is a response: they are numbered through the file.
      const line = found.length === 1 ? unit.position : recordsBefore + i + 1;
      const excerpt = () =>
        found.length === 1 ? unit.excerpt() : printJson(record).slice(0, excerptLengthMax);
      try {
        return { observations: this.#mapRecord(record, this.#context(notes, responseTime)) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { refusal: error, excerpt: excerpt(), line };
      }
    });
  }

  #mapRecord(record: unknown, context: MapContext): Observation[] {
    if (this.#plan !== undefined && isObject(record))
      return mapRow(record, this.#plan, context, this.#format.name);
    if (!isObject(record) || this.#format.map === undefined || this.#format.isRecord?.(record) !== true) {
      throw new Refusal('record_unknown', '', `it is no record of the format ${this.#format.name}`);
    }
    return this.#format.map(record, context).map((observation) => this.#withConstants(observation));
  }

  /** A flat row: an object in which the key's columns, or anything else that is planned, can be found. */
  #isRow(value: Row): boolean {
    const { table, columns } = this.#plan as FlatTable;
    const key = columns.filter((column) => table.key.includes(column.name));
    return key.some((column) => column.sources.some(({ field }) => (field.split('.')[0] as string) in value));
  }

  #withConstants(observation: Observation): Observation {
    if (observation.table !== 'shortvideo.videos') return observation;
    const values = { ...observation.values };
    for (const [column, value] of Object.entries(this.#constants)) values[column] ??= value;
    return { ...observation, values };
  }

  #readConstants(options: SourceOptions): Values {
    const table = findTable(options.catalog, options.table ?? 'shortvideo.videos');
    const constants = Object.entries(options.set ?? {});
    checkColumns(
      table,
      constants.map(([name]) => name),
    );
    const context = this.#context(new Notes(), null);
    const writing = { durationUnit: 'ms', dayFirst: false } as const;
    return Object.fromEntries(
      constants.flatMap(([name, text]) => {
        const column = table.columns.find((candidate) => candidate.name === name);
        if (column === undefined) return [];
        try {
          return [[name, readingOf(table, column).read(text, { field: name, writing, context })]];
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          throw new AppError('mapping_invalid', `${name}=${text}: ${error.message}`, { param: 'set' });
        }
      }),
    );
  }

  #context(notes: Notes, responseTime: bigint | null): MapContext {
    return { notes, lossyFields: this.#lossyFields, latestPlausible: this.latestPlausible, responseTime };
  }
}
