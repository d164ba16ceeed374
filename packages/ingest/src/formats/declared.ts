import type { Catalog } from '@sdq/catalog';
import { lazily } from '@sdq/contract';
import type { MapContext, Observation } from '../observation.ts';
import { Refusal } from '../observation.ts';
import { compileMap } from '../records/compile-map.ts';
import { mapRecord } from '../records/map-record.ts';
import { nestedRow } from '../records/nested-row.ts';
import type { RecordMap } from '../records/record-map.ts';
import type { JsonObject } from '../values/json-object.ts';
import { isObject } from '../values/json-object.ts';
import { type SourceFormat, shareOf } from './format.ts';

/** A format that is described by data: how its records are told, and which columns are read from which paths. */
export interface FormatDescription {
  readonly name: string;
  /** One line for `sdq index add --help`. */
  readonly description: string;
  /** The kinds of records. */
  readonly maps: readonly RecordMap[];
  readonly expand?: SourceFormat['expand'];
  /** Whether the tool also writes CSV, with columns such as `author/name` or `author.name`. */
  readonly hasCsv?: boolean;
  /** Name of the CSV format, if it has one of its own. */
  readonly csvName?: string;
  /** Whether a record tells the format; default: every record does. */
  readonly tells?: (value: JsonObject) => boolean;
}

/** The source formats of a description, one for each container. */
export function declared(description: FormatDescription, catalog: Catalog): SourceFormat[] {
  const { name, maps } = description;
  const plans = lazily(() => maps.map((map) => compileMap(map, catalog)));
  const isRecord = (value: JsonObject) => maps.some((map) => map.is(value));
  const map = (record: JsonObject, context: MapContext): Observation[] => {
    const plan = plans().find((candidate) => candidate.map.is(record));
    if (plan === undefined)
      throw new Refusal('record_unknown', '', `The record does not have the format "${name}"`);
    return mapRecord(record, plan, context, name);
  };
  const json: SourceFormat = {
    name,
    description: description.description,
    container: 'json',
    nested: { plans, recordOf: (value) => value },
    detect: (sample) => shareOf(sample, (value) => isRecord(value) && description.tells?.(value) !== false),
    isRecord,
    ...(description.expand !== undefined && { expand: description.expand }),
    map,
  };
  if (description.hasCsv !== true) return [json];
  const isRow = (row: JsonObject) => isRecord(nestedRow(row));
  const csv: SourceFormat = {
    ...json,
    name: description.csvName ?? name,
    container: 'csv',
    detect: (sample) => (sample.kind === 'csv' ? share(sample.rows, isRow) : 0),
    nested: { plans, recordOf: nestedRow },
    isRecord: isRow,
    map: (row, context) => map(nestedRow(row), context),
  };
  return [json, csv];
}

function share(rows: readonly JsonObject[], test: (row: JsonObject) => boolean): number {
  return rows.length === 0 ? 0 : rows.filter((row) => isObject(row) && test(row)).length / rows.length;
}
