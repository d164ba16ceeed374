import { stat } from 'node:fs/promises';
import type { Catalog } from '@sdq/catalog';
import { type JsonPiece, jsonPieces, jsonRecordChunk } from '../../containers/json-record-chunks.ts';
import type { Sample } from '../../containers/record-chunk.ts';
import type { NestedRecords } from '../../records/compile-map.ts';
import { nestedKeys } from '../../text-columns/nested-keys.ts';
import { scanJson } from '../../text-columns/scan-json.ts';
import { isObject, type JsonObject } from '../../values/json-object.ts';
import type { BulkSource } from '../bulk-plan.ts';
import { type ColumnsOptions, scanFile } from '../text-file.ts';
import { type NestedRows, nestedRows } from './nested-rows.ts';

export interface NestedFileOptions {
  readonly catalog: Catalog;
  readonly nested: NestedRecords;
  readonly columns: ColumnsOptions;
  readonly lossyFields: ReadonlySet<string>;
  /** Latest plausible time in microseconds since 1970. */
  readonly latestPlausible: bigint;
  readonly formatName: string;
  readonly signal: AbortSignal | undefined;
}

/** Share of the first records that have to be of one kind. */
const shareMin = 0.75;

/**
 * A file of nested records whose values are put into columns by their paths, and its rows as SQL. Undefined where all records have to be mapped
 * one by one. Errors: `file_malformed`, `disk_full`.
 */
export async function openNestedFile(
  path: string,
  sample: Sample,
  options: NestedFileOptions,
): Promise<BulkSource | undefined> {
  const { size: bytes } = await stat(path);
  if (sample.kind !== 'json' || sample.layout === 'blocks' || bytes < options.columns.bytesMin)
    return undefined;
  const found = rowsOf(sample.records, options);
  const keys = found && nestedKeys(found.types.cells, found.keys);
  if (found === undefined || keys === undefined) return undefined;
  const reading = { signal: options.signal, encoding: sample.encoding };
  const { layout } = sample;
  const file = await scanFile(
    {
      fields: found.types.fields,
      scan: (raw, _, goesOn) => scanJson(path, { layout, keys }, reading, raw, goesOn),
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
    },
    { types: found.types.types, columns: options.columns, bytes, bytesMax: bytes },
  );
  // What an import takes depends on what is read of the records.
  return file && { file: { ...file.bulk, bytes: file.raw.bytes }, rows: found.rows };
}

/** The SQL of the kind that most of the first records are of. */
function rowsOf(
  sample: readonly unknown[],
  { nested, ...options }: NestedFileOptions,
): NestedRows | undefined {
  const plans = nested.plans();
  const records = sample.filter((value): value is JsonObject => isObject(value));
  const kindOf = (record: JsonObject) => plans.find(({ map }) => map.is(record));
  const [first] = records;
  const plan = first && kindOf(first);
  if (plan === undefined) return undefined;
  const own = records.filter((record) => kindOf(record) === plan);
  return own.length < shareMin * sample.length ? undefined : nestedRows(plan, { ...options, sample: own });
}
