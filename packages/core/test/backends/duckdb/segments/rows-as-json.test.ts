import { builtInCatalog, rowFileType, storedColumns } from '@sdq/catalog';
import { allRows, Database } from '@sdq/duckdb';
import { sqlName, sqlString } from '@sdq/duckdb/sql';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const types = [
  ...new Set(
    builtInCatalog.tables
      .flatMap(storedColumns)
      .map(({ type }) => type)
      .filter((type) => rowFileType(type)?.isJson === true),
  ),
];

/** Texts that JSON has to escape, or that are easily taken for something else. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    'null',
    '"',
    '\\',
    "it's",
    '{"a":1}',
    '[]',
    '1',
    'true',
    '\n\t\r',
    '🎈👩‍👩‍👧',
    '\u202e',
    '\u2028',
  ),
);

const literals: Readonly<Record<string, fc.Arbitrary<string>>> = {
  VARCHAR: fc.oneof(
    text.map((value) => sqlString(value.replaceAll('\0', ''))),
    fc.constant("('a' || chr(0) || 'b')"),
  ),
  BOOLEAN: fc.constantFrom('true', 'false'),
  INTEGER: fc.integer().map(String),
  BIGINT: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => `('${value}'::BIGINT)`),
};

/** A value of a list of structs, as SQL. */
function listOf(type: string): fc.Arbitrary<string> {
  const fields = [...type.matchAll(/"?(\w+)"? (VARCHAR|BOOLEAN|INTEGER|BIGINT)/g)];
  const field = ([, name = '', scalar = '']: RegExpMatchArray) =>
    fc
      .option(literals[scalar] ?? fc.constant('NULL'), { nil: 'NULL' })
      .map((literal) => `${sqlName(name)} := ${literal}`);
  const struct = fc.tuple(...fields.map(field)).map((values) => `struct_pack(${values.join(', ')})`);
  const list = fc.array(fc.option(struct, { nil: 'NULL' }), { maxLength: 4 });
  return fc.option(
    list.map((values) => `[${values.join(', ')}]::${type}`),
    { nil: `NULL::${type}` },
  );
}

test('lists of structs come back from JSON as they were', async () => {
  expect(types.length).toBeGreaterThan(5);
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  for (const type of types) {
    const property = fc.asyncProperty(
      fc.array(listOf(type), { minLength: 20, maxLength: 40 }),
      async (values) => {
        const rows = values.map((value) => `SELECT ${value} AS x`).join(' UNION ALL ');
        const different = await allRows(
          connection,
          `SELECT x FROM (${rows}) WHERE x IS DISTINCT FROM to_json(x)::VARCHAR::JSON::${type}`,
        );
        expect(different).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 6 });
  }
  connection.closeSync();
});
