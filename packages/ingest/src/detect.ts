import { access, constants, stat } from 'node:fs/promises';
import { AppError } from '@sdq/contract';
import { type FlatOptions, findTable, planFlatTable } from './flat/plan-table.ts';
import type { SourceFormat } from './formats/format.ts';
import { formatNames } from './formats/index.ts';
import { readCsvHead } from './media/csv-units.ts';
import { jsonUnitsOf, withoutBom } from './media/json-units.ts';
import { type JsonLayout, recordBytesMax, type Sample } from './media/medium.ts';
import { readHead, readMagic } from './media/open-bytes.ts';
import { readParquetHead } from './media/parquet-units.ts';
import { recordsIn } from './media/records-in.ts';

/** Unpacked bytes looked at before a file's format is settled. */
const sampleBytesMax = 1 << 20;
const sampleRecordsMax = 1_000;

/**
 * Looks at the start of a file: what medium it is, and its first records. The name plays no part.
 * Errors: `file_missing`, `file_malformed`, `format_unknown`.
 */
export async function readSample(path: string, formats: readonly SourceFormat[]): Promise<Sample> {
  await checkReadable(path);
  const magic = (await readMagic(path)).toString('latin1');
  if (magic.startsWith('PAR1')) return { kind: 'parquet', ...(await readParquetHead(path)) };
  if (magic.startsWith('PK\u0003\u0004')) throw unknownFormat(path, 'a ZIP archive', 'unpack it first');
  const { head, isWhole } = await readHead(path, sampleBytesMax);
  const first = firstCharacter(head);
  if (first === undefined) throw unknownFormat(path, 'an empty file');
  if (first === '{' || first === '[') return await readJsonSample(path, { head, isWhole }, formats);
  if (first === '<') throw unknownFormat(path, 'HTML or XML');
  const csv = readCsvHead(head, isWhole);
  if (csv === undefined)
    throw unknownFormat(path, `text that begins with ${JSON.stringify(head.toString('utf8', 0, 40))}`);
  return { kind: 'csv', ...csv };
}

async function checkReadable(path: string): Promise<void> {
  const fail = (cause: NodeJS.ErrnoException): never => {
    const why = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new AppError('file_missing', `${path} ${why}`, { cause });
  };
  const info = await stat(path).catch(fail);
  if (info.isDirectory())
    throw new AppError('file_missing', `${path} is a directory`, { hint: 'name the files in it' });
  await access(path, constants.R_OK).catch(fail);
}

function firstCharacter(head: Buffer): string | undefined {
  const text = withoutBom(head);
  const at = text.findIndex((byte) => byte > 0x20 && byte !== 0xef);
  return at < 0 ? undefined : String.fromCharCode(text[at] as number);
}

async function readJsonSample(
  path: string,
  { head, isWhole }: { head: Buffer; isWhole: boolean },
  formats: readonly SourceFormat[],
): Promise<Sample> {
  const layout = await jsonLayoutOf(path, head, isWhole);
  let units = jsonUnitsOf(head, layout, isWhole);
  if (units.length === 0 && !isWhole) {
    const more = await readHead(path, recordBytesMax + 1);
    units = jsonUnitsOf(more.head, layout, more.isWhole);
  }
  const isRecord = (value: Readonly<Record<string, unknown>>) =>
    formats.some((format) => format.isRecord?.(value) === true);
  const records = units
    .filter((unit) => unit.refusal === undefined)
    .slice(0, sampleRecordsMax)
    .flatMap((unit) => recordsIn(unit.value, isRecord).map((found) => found.record))
    .slice(0, sampleRecordsMax);
  return { kind: 'json', layout, records };
}

/**
 * How the file is cut. One object per line is read by lines, so that a broken line costs one record; an object
 * that does not end within a record's limit is a document around a list.
 */
async function jsonLayoutOf(path: string, head: Buffer, isWhole: boolean): Promise<JsonLayout> {
  if (firstCharacter(head) === '[') return 'elements';
  const lineEnd = head.indexOf(0x0a, head.indexOf(0x7b));
  const firstLine = withoutBom(head).subarray(0, lineEnd < 0 ? head.length : lineEnd);
  if (lineEnd >= 0 && isJson(firstLine)) return 'lines';
  if (isWhole) return 'values';
  const { head: record, isWhole: isSmall } = await readHead(path, recordBytesMax + 1);
  const [first] = jsonUnitsOf(record, 'values', isSmall);
  if (first === undefined && !isSmall) return 'document';
  const end = record.indexOf(0x0a);
  return end >= 0 && isJson(withoutBom(record).subarray(0, end)) ? 'lines' : 'values';
}

function isJson(bytes: Buffer): boolean {
  return jsonUnitsOf(bytes, 'values', true).length === 1;
}

/** The format of a sample: the one named, else the one that is surest. Errors: `format_unknown`. */
export function chooseFormat(
  path: string,
  sample: Sample,
  formats: readonly SourceFormat[],
  named: string | undefined,
  options: FlatOptions,
): SourceFormat {
  if (named !== undefined) return namedFormat(path, sample, formats, named);
  if (options.table !== undefined || options.mapping !== undefined) {
    const flat = formats.find((format) => format.medium === sample.kind && format.map === undefined);
    const isOwn = options.table !== undefined && findTable(options.catalog, options.table).isOwn === true;
    const isFlat = isOwn || options.mapping !== undefined || !looksNested(sample, formats);
    if (flat !== undefined && isFlat) return flat;
  }
  const rated = formats
    .map((format) => ({ format, certainty: format.detect(sample) }))
    .sort((a, b) => b.certainty - a.certainty);
  const [best] = rated;
  if (best !== undefined && best.certainty > 0) return best.format;
  if (sample.kind === 'json' && sample.layout === 'elements' && sample.records.length === 0)
    return namedFormat(path, sample, formats, 'json');
  throw unknownFormat(
    path,
    describe(sample),
    'name its table with --table, its format with --format, or its columns with --mapping',
  );
}

function looksNested(sample: Sample, formats: readonly SourceFormat[]): boolean {
  return formats.some((format) => format.map !== undefined && format.detect(sample) > 0);
}

function namedFormat(
  path: string,
  sample: Sample,
  formats: readonly SourceFormat[],
  name: string,
): SourceFormat {
  const format = formats.find((known) => known.name === name);
  if (format === undefined) {
    throw new AppError('usage_error', `there is no format "${name}"`, {
      param: 'format',
      hint: `there are ${formatNames.join(', ')}`,
    });
  }
  if (format.medium === sample.kind) return format;
  throw new AppError('file_malformed', `${path} is ${describe(sample)}, not ${name}`);
}

/** What was seen, for the message. */
function describe(sample: Sample): string {
  const names =
    sample.kind === 'json'
      ? Object.keys((sample.records[0] as object | null | undefined) ?? {})
      : sample.columns;
  // Bytes of something else may fall into columns: they say nothing, and a terminal might obey them.
  if (names.some((name) => /[\p{Cc}\ufffd]/u.test(name))) return 'binary data';
  if (names.length === 0) return describeEmpty(sample);
  const medium = { json: 'JSON', csv: 'CSV', parquet: 'Parquet' }[sample.kind];
  const shown = names.slice(0, 12).join(', ');
  return `${medium} with ${sample.kind === 'json' ? 'the keys' : 'the columns'} ${shown}${names.length > 12 ? ', …' : ''}`;
}

function describeEmpty(sample: Sample): string {
  if (sample.kind !== 'json' || sample.layout !== 'document') return 'without any field';
  return `JSON whose first value is larger than ${recordBytesMax >> 20} MiB, and holds no list of records known here`;
}

function unknownFormat(path: string, seen: string, hint?: string): AppError {
  return new AppError(
    'format_unknown',
    `the format of ${path} cannot be told: it is ${seen}`,
    hint ? { hint } : {},
  );
}

/** The plan of a flat format. Errors: `format_unknown` when no table fits, `mapping_invalid`. */
export function planFlat(path: string, sample: Sample, options: FlatOptions) {
  const plan = planFlatTable(sample, options);
  if (plan !== undefined) return plan;
  throw unknownFormat(path, describe(sample), 'name the table with --table, or the columns with --mapping');
}
