import type { Sample } from '../containers/record-chunk.ts';
import { recordsIn } from '../containers/records-in.ts';
import type { MapContext, Observation } from '../observation.ts';
import type { NestedRecords } from '../records/compile-map.ts';
import { isObject, type JsonObject } from '../values/json-object.ts';

/**
 * A source format: one file in this folder and its line in `index.ts`. The container format (`containers/`) splits bytes
 * into record chunks, so that every JSON format can be read from lines, arrays, responses and gzip.
 */
export interface SourceFormat {
  readonly name: string;
  /** One line for `sdq index add --help`. */
  readonly description: string;
  readonly container: Sample['kind'];
  /** Certainty that the sample has this format, 0 to 1. */
  detect(sample: Sample): number;
  /** Whether a JSON object is a record and not an envelope around records. Absent for flat formats. */
  isRecord?(value: JsonObject): boolean;
  /**
   * The records of an object that is neither a record nor a list: of a response whose parts belong together, such as
   * posts and their authors. Undefined if it is no such object.
   */
  expand?(value: JsonObject): readonly unknown[] | undefined;
  /** The plans of its records; absent for formats that map records by code. */
  readonly nested?: NestedRecords;
  /** The observations of a record. Throws a Refusal. Absent for flat formats, which map by columns. */
  map?(record: JsonObject, context: MapContext): Observation[];
}

/** The fraction of a JSON sample's records that pass the test. */
export function shareOf(sample: Sample, test: (record: JsonObject) => boolean): number {
  if (sample.kind !== 'json' || sample.records.length === 0) return 0;
  const found = sample.records.filter((record) => isObject(record) && test(record)).length;
  return found / sample.records.length;
}

/** The records in a value of a file, as the plans of a nested format read them. */
export function recordsOf(value: unknown, { isRecord, expand, nested }: SourceFormat): JsonObject[] {
  if (nested === undefined || isRecord === undefined) return [];
  const found = recordsIn(value, isRecord, expand).map(({ record }) => record);
  return found
    .filter((record): record is JsonObject => isObject(record) && isRecord(record))
    .map(nested.recordOf);
}
