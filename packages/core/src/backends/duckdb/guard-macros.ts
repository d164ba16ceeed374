/**
 * Macros in front of DuckDB's own functions of the same names, which end the database or the process on some values. They
 * fail on these values with an error that callers can read, and are the function itself for all others. Names and types
 * of result columns stay the same. Faults that show in the query's text are refused by the gate: `engine-faults.ts`.
 */

/** Levels of a JSON document. DuckDB 1.5.6 overflows its stack with 10,000 to 100,000, by the function. */
const jsonDepthMax = 500;
/** Levels that one pass removes from a document of which only the brackets are left. */
const levelsPerPass = 25;

/** Balanced brackets of up to `levelsPerPass` levels. */
const balanced = Array.from({ length: levelsPerPass - 1 }).reduce<string>(
  (inner) => String.raw`\[(?:${inner})*\]`,
  String.raw`\[\]`,
);

/** What remains of the brackets of a document when as many levels as allowed are removed. */
function deeperLevels(document: string): string {
  const withoutStrings = `regexp_replace(${document}::VARCHAR, '"(?:[^"\\\\]|\\\\.)*"', '', 'g')`;
  let brackets = `translate(regexp_replace(${withoutStrings}, '[^\\[\\]{}]+', '', 'g'), '{}', '[]')`;
  for (let pass = 0; pass < jsonDepthMax / levelsPerPass; pass++) {
    brackets = `regexp_replace(${brackets}, '${balanced}', '', 'g')`;
  }
  return brackets;
}

/** The document itself; an error where it is too deep. The lambda names a long one, so that it is computed once. */
const shallow = `CASE WHEN strlen(_sdq_json::VARCHAR) > ${2 * jsonDepthMax} THEN list_transform([_sdq_json], lambda _sdq_one:
  CASE WHEN length(_sdq_one::VARCHAR) - length(translate(_sdq_one::VARCHAR, '[{', '')) > ${jsonDepthMax}
    AND ${deeperLevels('_sdq_one')} <> ''
  THEN error('A JSON document is nested more than ${jsonDepthMax} levels deep') ELSE _sdq_one END)[1]
  ELSE _sdq_json END`;

/** Documents that `json_merge_patch` takes. */
const patchesMax = 10;

/** `json_merge_patch` takes any number of documents, and a macro a fixed one: one form for each. */
function mergePatch(): string {
  const forms = Array.from({ length: patchesMax - 1 }, (_, index) => {
    const names = Array.from({ length: index + 2 }, (_, place) => `_sdq_${place}`);
    const guarded = names.map((name) => `sdq_shallow(${name})`);
    return `(${names.join(', ')}) AS system.main.json_merge_patch(${guarded.join(', ')})`;
  });
  return `CREATE MACRO json_merge_patch${forms.join(', ')}`;
}

/** Hours that ICU can count, in 32 bits: 244,000 years. */
const hoursMax = 2_147_480_000;

/** The year 2 of our era: ICU has no difference of ISO years before it. */
const isoYearsFrom = Date.UTC(2000, 0, 1) / 3_600_000 - 24 * 729_755;

/**
 * A difference of moments. ICU counts hours in 32 bits, has no ISO years BC, and no difference of eras. A type is a
 * constant to DuckDB, so that other types cost nothing.
 */
function difference(name: string): string {
  return `CREATE MACRO ${name}(_sdq_unit, _sdq_from, _sdq_to) AS CASE
    WHEN lower(_sdq_unit::VARCHAR) = 'era' THEN error('The unit "era" is not supported in ${name}')
    WHEN lower(_sdq_unit::VARCHAR) IN ('h', 'hr', 'hour', 'hours', 'hrs', 'isoyear')
      AND 'TIMESTAMP WITH TIME ZONE' IN (typeof(_sdq_from), typeof(_sdq_to))
      AND CASE WHEN lower(_sdq_unit::VARCHAR) = 'isoyear'
        THEN sdq_hours(_sdq_from) + sdq_hours(_sdq_to) IS NOT NULL
          AND least(sdq_hours(_sdq_from), sdq_hours(_sdq_to)) < ${isoYearsFrom}
        ELSE abs(sdq_hours(_sdq_from) - sdq_hours(_sdq_to)) > ${hoursMax} END
      THEN error(CASE WHEN lower(_sdq_unit::VARCHAR) = 'isoyear' THEN 'A difference in ISO years needs moments after the year 1: use "year"'
        ELSE 'A difference in hours needs moments less than 244,000 years apart: use another unit' END)
    ELSE system.main.${name}(_sdq_unit, _sdq_from, _sdq_to) END`;
}

/** Units whose value is a DOUBLE: ICU has them only where the unit is a constant, and the result has that type. */
const doubleUnits = "('epoch', 'julian', 'jd')";

/** A part of a moment, by a unit that may differ from row to row. */
function datePart(name: string): string {
  return `CREATE MACRO ${name}(_sdq_unit, _sdq_at) AS CASE
    WHEN typeof(_sdq_at) = 'TIMESTAMP WITH TIME ZONE' AND typeof(system.main.${name}(_sdq_unit, _sdq_at)) = 'BIGINT'
      AND lower(_sdq_unit::VARCHAR) IN ${doubleUnits}
      THEN error('The units "epoch" and "julian" of ${name} must be string literals for TIMESTAMP WITH TIME ZONE')
    ELSE system.main.${name}(_sdq_unit, _sdq_at) END`;
}

/** Bit strings of different lengths: the aggregate fails, and DuckDB then frees states that it never made. */
function listOfBits(name: string): string {
  return `CREATE MACRO list_${name}(_sdq_list) AS system.main.list_aggregate(CASE
    WHEN typeof(_sdq_list) LIKE 'BIT[%' AND len(list_distinct(list_transform(_sdq_list::VARCHAR[], lambda _sdq_bits: length(_sdq_bits)))) > 1
    THEN error('The bit strings of a list in list_${name} must be equally long') ELSE _sdq_list END, '${name}')`;
}

/** Bins so narrow that a step adds nothing to a bound: DuckDB counts without end, or fails. */
const equiWidthBins = `CREATE MACRO equi_width_bins(_sdq_min, _sdq_max, _sdq_count, _sdq_nice) AS CASE
  WHEN (typeof(_sdq_min) IN ('DOUBLE', 'FLOAT') OR typeof(_sdq_max) IN ('DOUBLE', 'FLOAT'))
    AND sdq_double(_sdq_max) > sdq_double(_sdq_min)
    AND (sdq_double(_sdq_max) - sdq_double(_sdq_min)) / greatest(1, sdq_double(_sdq_count))
      < greatest(abs(sdq_double(_sdq_max)), abs(sdq_double(_sdq_min))) * 1e-15 + 1e-300
    THEN error('The bounds of equi_width_bins are too close together for this number of bins')
  ELSE system.main.equi_width_bins(_sdq_min, _sdq_max, _sdq_count, _sdq_nice) END`;

export const guardMacros: readonly string[] = [
  `CREATE MACRO sdq_shallow(_sdq_json) AS ${shallow}`,
  'CREATE MACRO json_structure(_sdq_a) AS system.main.json_structure(sdq_shallow(_sdq_a))',
  'CREATE MACRO json_contains(_sdq_a, _sdq_b) AS system.main.json_contains(sdq_shallow(_sdq_a), sdq_shallow(_sdq_b))',
  mergePatch(),
  ...['json_transform', 'json_transform_strict', 'from_json', 'from_json_strict'].map(
    (name) => `CREATE MACRO ${name}(_sdq_a, _sdq_b) AS system.main.${name}(sdq_shallow(_sdq_a), _sdq_b)`,
  ),
  'CREATE MACRO json_group_structure(_sdq_a) AS system.main.json_structure(sdq_shallow(json_group_array(_sdq_a))) -> 0',
  'CREATE MACRO sdq_hours(_sdq_at) AS epoch_us(TRY_CAST(_sdq_at AS TIMESTAMPTZ)) / 3600000000.0::DOUBLE',
  ...['date_diff', 'datediff', 'date_sub', 'datesub'].map(difference),
  ...['date_part', 'datepart'].map(datePart),
  ...['bit_and', 'bit_or', 'bit_xor'].map(listOfBits),
  'CREATE MACRO sdq_double(_sdq_value) AS TRY_CAST(_sdq_value AS DOUBLE)',
  equiWidthBins,
];
