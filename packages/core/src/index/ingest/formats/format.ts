import type { Sample } from '../media/medium.ts';
import type { MapContext, Observation } from '../observation.ts';

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

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a key, or an empty one, so that what is in it can be asked for. */
export function objectAt(record: JsonObject, key: string): JsonObject {
  const value = record[key];
  return isObject(value) ? value : {};
}

/** The objects in the list at a key. */
export function objectsAt(record: JsonObject, key: string): JsonObject[] {
  const value = record[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The first value that says something, of the keys named. */
export function firstOf(record: JsonObject, ...keys: string[]): unknown {
  for (const key of keys) {
    const value = record[key];
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** The share of a JSON sample's records that are of this kind. */
export function shareOf(sample: Sample, test: (record: JsonObject) => boolean): number {
  if (sample.kind !== 'json' || sample.records.length === 0) return 0;
  const found = sample.records.filter((record) => isObject(record) && test(record)).length;
  return found / sample.records.length;
}
