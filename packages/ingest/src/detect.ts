import type { Catalog } from '@sdq/catalog';
import { AppError } from '@sdq/contract';
import { looksLikeBlocks } from './containers/block-splitter.ts';
import { readCsvHead } from './containers/csv-record-chunks.ts';
import { detectEncoding } from './containers/detect-encoding.ts';
import { jsonRecordChunksOf, withoutPrefix } from './containers/json-record-chunks.ts';
import { readHead, readMagic } from './containers/open-bytes.ts';
import { readParquetHead } from './containers/parquet-record-chunks.ts';
import { type JsonLayout, type RecordChunk, recordBytesMax, type Sample } from './containers/record-chunk.ts';
import { recordsIn } from './containers/records-in.ts';
import { type FlatOptions, findTable } from './flat/choose-table.ts';
import { explainMisfit } from './flat/explain-misfit.ts';
import { planFlatTable } from './flat/plan-table.ts';
import { pathsIn } from './flat/source-columns.ts';
import type { SourceFormat } from './formats/format.ts';
import { formatNames } from './formats/index.ts';
import { isObject } from './values/json-object.ts';
import { quoted, shownName } from './values/shown.ts';

/** Number of decompressed bytes from which the format is detected. */
const sampleBytesMax = 1 << 20;
const sampleRecordsMax = 1_000;
/** Number of bytes from which text of entries is told from columns. */
const blockSampleBytes = 1 << 14;

/**
 * Detects the container format of a file and reads its first records. The file name is not used.
 * Errors: `file_malformed`, `format_unknown`.
 */
export async function readSample(
  path: string,
  formats: readonly SourceFormat[],
  given?: string,
): Promise<Sample> {
  const magic = (await readMagic(path)).toString('latin1');
  if (magic.startsWith('PAR1')) return { kind: 'parquet', ...(await readParquetHead(path)) };
  const encoding =
    given === undefined ? (await detectEncoding(path)).encoding : new TextDecoder(given).encoding;
  const sample = await readTextSample(path, formats, encoding);
  return encoding === 'utf-8' ? sample : { ...sample, encoding };
}

async function readTextSample(
  path: string,
  formats: readonly SourceFormat[],
  encoding: string,
): Promise<Sample> {
  const { head, isWhole } = await readHead(path, sampleBytesMax, encoding);
  const first = firstCharacter(head);
  if (first === undefined) throw unknownFormat(path, 'an empty file');
  if (first === '{' || first === '[') return await readJsonSample(path, { head, isWhole, encoding }, formats);
  if (first === '<') throw unknownFormat(path, 'HTML or XML');
  if (looksLikeBlocks(head.toString('utf8', 0, blockSampleBytes)))
    return sampleOf('blocks', jsonRecordChunksOf(head, 'blocks', isWhole), formats);
  const csv = readCsvHead(head, isWhole);
  if (csv === undefined) throw unknownFormat(path, `${describeText(head.toString('utf8', 0, 40))}`);
  return { kind: 'csv', ...csv };
}

function firstCharacter(head: Buffer): string | undefined {
  const text = withoutPrefix(head);
  const at = text.findIndex((byte) => byte > 0x20 && byte !== 0xef);
  return at < 0 ? undefined : String.fromCharCode(text[at] as number);
}

async function readJsonSample(
  path: string,
  { head, isWhole, encoding }: { head: Buffer; isWhole: boolean; encoding: string },
  formats: readonly SourceFormat[],
): Promise<Sample> {
  const layout = await jsonLayoutOf(path, head, isWhole, encoding);
  let chunks = jsonRecordChunksOf(head, layout, isWhole, (fault) => {
    throw new AppError(
      'file_malformed',
      `"${path}" is not valid JSON: ${fault.message}, at byte ${fault.offset}`,
      {
        cause: fault,
        hint: 'The file was not imported. It may be cut: download it again.',
      },
    );
  });
  if (chunks.length === 0 && !isWhole) {
    const more = await readHead(path, recordBytesMax + 1, encoding);
    chunks = jsonRecordChunksOf(more.head, layout, more.isWhole);
  }
  return sampleOf(layout, chunks, formats);
}

/** The records of the first record chunks, as any of the formats would find them. */
function sampleOf(
  layout: JsonLayout,
  chunks: readonly RecordChunk[],
  formats: readonly SourceFormat[],
): Sample {
  const isRecord = (value: Readonly<Record<string, unknown>>) =>
    formats.some((format) => format.isRecord?.(value) === true);
  const expand = (value: Readonly<Record<string, unknown>>) => {
    for (const format of formats) {
      const found = format.expand?.(value);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const records = chunks
    .filter((chunk) => chunk.refusal === undefined)
    .slice(0, sampleRecordsMax)
    .flatMap((chunk) => recordsIn(chunk.value, isRecord, expand).map((found) => found.record))
    .slice(0, sampleRecordsMax);
  return { kind: 'json', layout, records };
}

/**
 * How the file is split. A file with one object per line is split into lines, so that an invalid line affects one record
 * only. An object that exceeds the record limit is a document that contains a list.
 */
async function jsonLayoutOf(
  path: string,
  head: Buffer,
  isWhole: boolean,
  encoding: string,
): Promise<JsonLayout> {
  if (firstCharacter(head) === '[') return 'elements';
  const lineEnd = head.indexOf(0x0a, head.indexOf(0x7b));
  const firstLine = withoutPrefix(head.subarray(0, lineEnd < 0 ? head.length : lineEnd));
  if (lineEnd >= 0 && isJson(firstLine)) return 'lines';
  if (isWhole) return 'values';
  const { head: record, isWhole: isSmall } = await readHead(path, recordBytesMax + 1, encoding);
  const [first] = jsonRecordChunksOf(record, 'values', isSmall);
  if (first === undefined && !isSmall) return 'document';
  const end = record.indexOf(0x0a);
  return end >= 0 && isJson(withoutPrefix(record.subarray(0, end))) ? 'lines' : 'values';
}

function isJson(bytes: Buffer): boolean {
  return jsonRecordChunksOf(bytes, 'values', true).length === 1;
}

/** The format of a sample: the given one, else the one with the greatest certainty. Errors: `format_unknown`. */
export function chooseFormat(
  path: string,
  sample: Sample,
  formats: readonly SourceFormat[],
  named: string | undefined,
  options: FlatOptions,
): SourceFormat {
  if (named !== undefined) return namedFormat(path, sample, formats, named);
  if (options.table !== undefined || options.mapping !== undefined) {
    const flat = formats.find((format) => format.container === sample.kind && format.map === undefined);
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
  throw unknownColumns(path, sample, options.catalog);
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
  const named = formats.filter((known) => known.name === name);
  if (named.length === 0) {
    throw new AppError('usage_error', `Unknown format "${name}"`, {
      param: 'format',
      hint: `Available formats: ${formatNames.join(', ')}`,
    });
  }
  const format = named.find(({ container }) => container === sample.kind);
  if (format !== undefined) return format;
  throw new AppError('file_malformed', `"${path}" is ${describe(sample)}, not ${name}`);
}

/** A description of the sample for messages. */
function describe(sample: Sample): string {
  const names =
    sample.kind === 'json'
      ? Object.keys((sample.records[0] as object | null | undefined) ?? {})
      : sample.columns;
  // Binary data may look like columns.
  if (names.some(isBinary)) return 'binary data';
  if (names.length === 0) return describeEmpty(sample);
  const container = { json: 'JSON', csv: 'CSV', parquet: 'Parquet' }[sample.kind];
  const shown = names.slice(0, 12).map(shownName).join(', ');
  return `${container} with ${sample.kind === 'json' ? 'the keys' : 'the columns'} ${shown}${names.length > 12 ? ', …' : ''}`;
}

function describeText(text: string): string {
  return isBinary(text) ? 'binary data' : `text that begins with ${quoted(text)}`;
}

/** Bytes of binary data are not shown, because a terminal could interpret them. */
function isBinary(text: string): boolean {
  return /(?![\t\n\r])[\p{Cc}\ufffd]/u.test(text);
}

function describeEmpty(sample: Sample): string {
  if (sample.kind !== 'json' || sample.layout !== 'document') return 'without fields';
  return `JSON whose first value is larger than ${recordBytesMax >> 20} MiB and has no known list of records`;
}

function unknownColumns(path: string, sample: Sample, catalog: Catalog): AppError {
  const rows = sample.kind === 'json' ? sample.records.filter(isObject) : sample.rows;
  const fields = sample.kind === 'json' ? pathsIn(rows) : sample.columns;
  const misfit = explainMisfit(catalog, fields, rows);
  const general =
    'Name the table with --table, the format with --input-format, or the columns with --mapping.';
  const seen = describe(sample);
  return misfit === undefined
    ? unknownFormat(path, seen, general)
    : unknownFormat(path, `${seen}, and ${misfit.why}`, misfit.hint);
}

function unknownFormat(path: string, seen: string, hint?: string): AppError {
  return new AppError('format_unknown', `Unknown format of "${path}": it is ${seen}`, hint ? { hint } : {});
}

/** The column plan of a flat file. Errors: `format_unknown` if no table matches, `mapping_invalid`. */
export function planFlat(path: string, sample: Sample, options: FlatOptions) {
  const plan = planFlatTable(sample, options);
  if (plan !== undefined) return plan;
  throw unknownColumns(path, sample, options.catalog);
}
