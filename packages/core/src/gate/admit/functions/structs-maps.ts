import { type FunctionGroup, names } from './group.ts';

/** Structs, maps, unions, variants, geometries, enums, and functions that inspect types. */
export const structsMaps: FunctionGroup = {
  kind: 'scalar',
  free: names(`
    row struct_pack struct_extract struct_extract_at struct_concat struct_insert struct_update struct_contains struct_has
    struct_position struct_indexof struct_keys struct_values
    map map_from_entries map_entries map_keys map_values map_extract map_extract_value map_contains map_contains_entry
    map_contains_value map_concat cardinality element_at
    enum_code enum_first enum_last enum_range enum_range_boundary
    union_extract union_tag union_value variant_extract variant_typeof
    st_asbinary st_astext st_aswkb st_aswkt st_crs st_geomfromwkb st_intersects_extent st_setcrs
    switch nullif typeof pg_typeof alias can_cast_implicitly cast_to_type constant_or_null`),
  bounded: {},
};
