import { structureBounded } from '../argument-rules.ts';
import { type FunctionGroup, names } from './group.ts';

/** The types that `json_transform` gives the parts of a document. DuckDB needs them as a constant, and recurses. */
const structure = [structureBounded(1)];

/**
 * Functions that read and make JSON. Those that recurse over a document, and crash on a deep one, are called through
 * `guard-macros.ts` of the backend, which refuses such a document.
 */
export const json: FunctionGroup = {
  kind: 'scalar',
  free: names(`
    json json_extract json_extract_path json_extract_string json_extract_path_text json_value json_exists json_type json_keys
    json_array_length json_valid json_quote json_array json_object json_pretty to_json array_to_json row_to_json
    json_contains json_merge_patch json_structure`),
  bounded: {
    json_transform: structure,
    json_transform_strict: structure,
    from_json: structure,
    from_json_strict: structure,
  },
};

export const jsonAggregates: FunctionGroup = {
  kind: 'aggregate',
  free: names('json_group_array json_group_object json_group_structure'),
  bounded: {},
};

const ofJson = new Set([...json.free, ...Object.keys(json.bounded), ...jsonAggregates.free]);

/** Whether a function, by its lower-case name, reads or makes JSON. */
export function isJsonFunction(name: string): boolean {
  return ofJson.has(name) || name === '->>' || name === 'json_each' || name === 'json_tree';
}
