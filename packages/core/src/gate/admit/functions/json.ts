import { type FunctionGroup, names } from './group.ts';

/**
 * Functions that read and make JSON. Those that recurse over a document, and crash on a deep one, are in `denied.ts`.
 */
export const json: FunctionGroup = {
  kind: 'scalar',
  free: names(`
    json json_extract json_extract_path json_extract_string json_extract_path_text json_value json_exists json_type json_keys
    json_array_length json_valid json_quote json_array json_object json_pretty to_json array_to_json row_to_json`),
  bounded: {},
};

export const jsonAggregates: FunctionGroup = {
  kind: 'aggregate',
  free: names('json_group_array json_group_object'),
  bounded: {},
};
