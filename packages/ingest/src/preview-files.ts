import { tableId, withTables } from '@sdq/catalog';
import type { AddedFile, AddOptions } from './add-report.ts';
import { findTable } from './flat/choose-table.ts';
import { rowsIn } from './flat/flat-rows.ts';
import { type FlatTable, firstValue, type PlannedColumn, type Source } from './flat/plan-table.ts';
import { readMapping } from './flat/read-mapping.ts';
import { checkPlatform } from './flat/sample-platform.ts';
import { Notes } from './notes.ts';
import { openInput } from './open-input.ts';
import type { OpenedSource } from './open-source.ts';
import { ExamplesOfPaths, type PathExamples } from './records/path-examples.ts';
import { readInputs } from './sources/read-inputs.ts';
import type { SkippedSource } from './sources/skipped.ts';
import { Spool } from './sources/spool.ts';
import { emptyTallies, type Tallies, tallyRecord } from './staging/tallies.ts';
import { isObject } from './values/json-object.ts';
import { excerptOf } from './values/shown.ts';

/** One field of a file and the column that is read from it. */
export interface PreviewedColumn {
  /** Field of the file, or path in its records, such as `user.name` and `tags[].text`. */
  readonly from: string;
  /** Table of the column, such as `micro.tweets`. */
  readonly table: string;
  /** Column of the table, or `observed_at`. */
  readonly column: string;
  /** How values are read: the type, and the unit, order or zone. */
  readonly conversion: string;
  /** Up to three different values of the field, of at most 40 characters. */
  readonly examples: readonly string[];
}

/** What an import of a file would do. `format` is null if the file cannot be imported; `error` says why. */
export interface PreviewedFile
  extends Pick<
    AddedFile,
    | 'name'
    | 'format'
    | 'table'
    | 'refused'
    | 'refusedBy'
    | 'examples'
    | 'fieldsRefusedBy'
    | 'fieldExamples'
    | 'guesses'
    | 'notes'
    | 'unusedFields'
    | 'error'
  > {
  /** Fields or paths that are read, in the order of the tables. */
  readonly columns: readonly PreviewedColumn[];
  /** Records read: accepted + refused. Exact repetitions are counted as accepted. */
  readonly records: number;
  readonly accepted: number;
  /** The content of a mapping file with all decisions; null for nested formats. */
  readonly mapping: object | null;
}

/** Options of `addFiles` that determine how files are read. */
export type PreviewOptions = Pick<
  AddOptions,
  | 'files'
  | 'limits'
  | 'tables'
  | 'format'
  | 'mapping'
  | 'map'
  | 'set'
  | 'table'
  | 'platform'
  | 'timeZone'
  | 'encoding'
  | 'observedAt'
  | 'signal'
>;

/** Number of rows from which examples of values are taken. */
const exampleRowsMax = 1_000;

/** What an import would do. */
export interface Preview {
  readonly files: readonly PreviewedFile[];
  /** What folders, archives and databases contain and would not be imported. */
  readonly skipped: readonly SkippedSource[];
}

/**
 * Reads files as `addFiles` would, to their end, and reports what would become of their records. No index is written. A
 * file that fails does not affect the others. Errors: `mapping_invalid`, `catalog_invalid`, `usage_error`, `file_missing`
 * for the mapping file.
 */
export async function previewFiles(options: PreviewOptions): Promise<Preview> {
  const mapping = await readMapping(options);
  const catalog = withTables(options.tables);
  checkPlatform(catalog, options.platform);
  if (options.table !== undefined) findTable(catalog, options.table);
  const files: PreviewedFile[] = [];
  const names = new Map<string, string>();
  const repeated: SkippedSource[] = [];
  await using spool = await Spool.temporary();
  const skipped = await readInputs(options.files, {
    spool,
    signal: options.signal,
    limits: options.limits,
    onBytes: () => {},
    take: async (file) => {
      const now = BigInt(Date.now()) * 1000n;
      const source = await openInput(file, { ...options, catalog, mapping, now });
      const first = names.get(source.sha256);
      if (first !== undefined) repeated.push({ name: file.name, reason: `the same content as ${first}` });
      else files.push(await preview(source, options));
      names.set(source.sha256, first ?? file.name);
    },
    fail: (name, error) => {
      const nothing = { ...emptyTallies(), format: null, table: null, columns: [], unusedFields: [] };
      files.push({ ...nothing, name, guesses: [], notes: {}, mapping: null, error });
    },
  });
  return { files, skipped: [...skipped, ...repeated] };
}

async function preview(source: OpenedSource, options: PreviewOptions): Promise<PreviewedFile> {
  const { plan, guesses, unusedFields, format, path } = source;
  const tallies = emptyTallies();
  const notes = new Notes();
  const examples = new Examples(plan);
  const nested = new ExamplesOfPaths(source.nested?.plans() ?? []);
  let seen = 0;
  for await (const chunks of source.recordChunks({ skip: 0, signal: options.signal }, notes)) {
    for (const chunk of chunks) {
      for (const record of source.map(chunk, tallies.records, notes)) tallyRecord(tallies, record);
      if (chunk.refusal !== undefined) continue;
      if (source.nested !== undefined && seen < exampleRowsMax) {
        const records = source.recordsOf(chunk);
        for (const record of records) nested.see(record);
        seen += records.length;
      }
      if (plan === undefined || examples.isFull) continue;
      for (const row of rowsIn(chunk.value, plan)) if (isObject(row)) examples.see(row);
    }
  }
  return {
    ...(tallies satisfies Tallies),
    name: path,
    format,
    table: plan === undefined ? null : tableId(plan.table),
    columns: [...examples.columns, ...nested.columns.map(previewOf)],
    unusedFields,
    guesses,
    notes: notes.counts as Readonly<Record<string, number>>,
    mapping: plan === undefined ? null : mappingOf(plan, source.encoding),
  };
}

function previewOf({ path, table, column, examples }: PathExamples): PreviewedColumn {
  const { name, type, note, writing } = column;
  const conversion = note ?? conversionOf({ name, type, source: { writing } });
  return { from: path, table, column: name, conversion, examples };
}

type Reading = Pick<PlannedColumn, 'name' | 'type' | 'saysNothing'> & { readonly source: Source };

/** Collects examples of the values of each source. */
class Examples {
  readonly #readings: readonly Reading[];
  readonly #values = new Map<Reading, string[]>();
  readonly #table: string;
  #rows = 0;

  constructor(plan: FlatTable | undefined) {
    this.#table = plan === undefined ? '' : tableId(plan.table);
    this.#readings = plan === undefined ? [] : readingsOf(plan);
  }

  get isFull(): boolean {
    return this.#rows >= exampleRowsMax;
  }

  see(row: Readonly<Record<string, unknown>>): void {
    this.#rows++;
    for (const reading of this.#readings) {
      const found = firstValue(row, [reading.source], reading.saysNothing);
      if (found === undefined) continue;
      const { value } = found;
      const text = excerptOf(value, 40);
      const known = this.#values.get(reading) ?? [];
      if (known.length < 3 && !known.includes(text)) this.#values.set(reading, [...known, text]);
    }
  }

  get columns(): PreviewedColumn[] {
    const isRead = (reading: Reading) => this.#values.has(reading);
    // An object in a field of one value is not read if another field of the column has values.
    const shown = this.#readings.filter(
      (reading) =>
        isRead(reading) || !this.#readings.some((other) => other.name === reading.name && isRead(other)),
    );
    return shown.map((reading) => ({
      from: reading.source.field,
      table: this.#table,
      column: reading.name,
      conversion: conversionOf(reading),
      examples: this.#values.get(reading) ?? [],
    }));
  }
}

const timeType = 'TIMESTAMP WITH TIME ZONE';

function readingsOf({ columns, observedAt }: FlatTable): Reading[] {
  const isUnknown = (value: unknown) => value === undefined || value === null || value === '';
  return [
    ...columns.flatMap(({ sources, ...column }) => sources.map((source) => ({ ...column, source }))),
    ...observedAt.map((source) => ({ name: 'observed_at', type: timeType, saysNothing: isUnknown, source })),
  ];
}

function conversionOf({
  name,
  type,
  source: { writing },
}: Pick<Reading, 'name' | 'type'> & { readonly source: Pick<Source, 'writing'> }): string {
  if (name === 'duration_ms') return `duration in ${writing.durationUnit}`;
  if (type === timeType) {
    return `time (${writing.zone ?? 'UTC'})${writing.dayFirst ? ', day first' : ''}`;
  }
  if (type === 'BIGINT') return 'count';
  if (type === 'BOOLEAN') return 'true or false';
  if (type.endsWith('[]')) return 'list';
  return /(^|_)id$/.test(name) ? 'ID' : type === 'VARCHAR' ? 'text' : type;
}

/** The plan as the content of a mapping file. */
function mappingOf({ table, columns, observedAt }: FlatTable, encoding: string | undefined): object {
  const sources = [
    ...columns,
    { name: 'observed_at', type: timeType, sources: observedAt, constant: undefined },
  ];
  const entries = sources.flatMap(({ name, type, sources, constant }): [string, unknown][] => {
    const [first] = sources;
    if (first === undefined) return constant === undefined ? [] : [[name, { value: constant }]];
    const from = sources.map(({ field }) => field);
    if (name === 'duration_ms') return [[name, { from, unit: first.writing.durationUnit }]];
    return [[name, type === timeType ? { from, day_first: first.writing.dayFirst } : { from }]];
  });
  const zone = sources.flatMap((column) => column.sources).find(({ writing }) => writing.zone !== undefined);
  return {
    table: tableId(table),
    columns: Object.fromEntries(entries),
    usual_names: false,
    ...(zone !== undefined && { time_zone: zone.writing.zone }),
    ...(encoding !== undefined && { encoding }),
  };
}
