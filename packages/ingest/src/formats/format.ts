import type { Sample } from '../media/medium.ts';
import type { MapContext, Observation } from '../observation.ts';
import { isObject, type JsonObject } from '../values/json-object.ts';

/**
 * A source format. Adding one is one file here and its line in `index.ts`. How the bytes are cut into records is
 * the medium's part (`media/`), so that every JSON format is had as lines, arrays, responses and gzip alike.
 */
export interface SourceFormat {
  readonly name: string;
  /** One line for `sdq index add --help`. */
  readonly description: string;
  readonly medium: Sample['kind'];
  /** How sure it is that the sample is of this format, 0 to 1. */
  detect(sample: Sample): number;
  /** Whether a JSON object is a record, and no envelope around some. Absent for flat formats. */
  isRecord?(value: JsonObject): boolean;
  /** What one record tells. Throws a Refusal. Absent for flat formats, which map by columns. */
  map?(record: JsonObject, context: MapContext): Observation[];
}

/** The share of a JSON sample's records that are of this kind. */
export function shareOf(sample: Sample, test: (record: JsonObject) => boolean): number {
  if (sample.kind !== 'json' || sample.records.length === 0) return 0;
  const found = sample.records.filter((record) => isObject(record) && test(record)).length;
  return found / sample.records.length;
}
