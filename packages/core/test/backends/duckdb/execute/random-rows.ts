import fc, { type Arbitrary } from 'fast-check';

/** A column, and SQL expressions of its type, one for each row. */
export interface RandomColumn {
  readonly name: string;
  readonly type: string;
  readonly sql: readonly string[];
}

function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }).map((value) => value.replaceAll('\0', '')),
  fc.constantFrom('', '🎈', 'zwölf Zeich', 'twelve bytes', 'thirteen byte', 'é'.repeat(6), 'é'.repeat(7)),
  fc.constantFrom('0', '00', '7', '-7', '9223372036854775807', '9223372036854775808', '18446744073709551616'),
  fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
);
const texts = text.map(sqlText);
const ids = fc
  .bigInt({ min: 7_400_000_000_000_000_000n, max: 7_500_000_000_000_000_000n })
  .map((id) => `'${id}'`);
const hugeTexts = fc.oneof(
  { weight: 20, arbitrary: texts },
  { weight: 1, arbitrary: fc.constantFrom("repeat('wide ', 200000)", "repeat('🎈', 262144)") },
);
const bigints = fc
  .oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.bigInt({ min: 0n, max: 300n }),
    fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n, 2n ** 32n, 2n ** 53n, -(2n ** 53n) - 1n),
  )
  .map((value) => `'${value}'::BIGINT`);
const counts = fc.integer({ min: 0, max: 100_000 }).map(String);
const integers = fc
  .oneof(
    fc.integer(),
    fc.constantFrom(-(2 ** 31), 2 ** 31 - 1),
    fc.integer({ min: 0, max: 60 }).map((n) => n * 1000),
  )
  .map((value) => `'${value}'::INTEGER`);
const doubles = fc.double().map((value) => `'${Object.is(value, -0) ? '-0.0' : value}'::DOUBLE`);
const instants = fc.oneof(
  fc
    .bigInt({ min: -(2n ** 63n) + 2n, max: 2n ** 63n - 2n })
    .map((value) => `make_timestamptz(${value}::BIGINT)`),
  fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }).map((second) => `to_timestamp(${second})`),
  fc.constantFrom("'infinity'::TIMESTAMPTZ", "'-infinity'::TIMESTAMPTZ", "'epoch'::TIMESTAMPTZ"),
);
const dates = fc.oneof(
  fc.integer({ min: -20_000, max: 20_000 }).map((day) => `DATE '1970-01-01' + (${day})`),
  fc.constantFrom("DATE '5877642-06-25 (BC)'", "DATE '5881580-07-10'"),
);
const smallints = fc.integer({ min: -32_768, max: 32_767 }).map((value) => `'${value}'::SMALLINT`);
const ubigints = fc
  .oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(0n, 2n ** 63n, 2n ** 64n - 1n))
  .map((value) => `'${value}'::UBIGINT`);
const timestamps = fc.oneof(
  fc
    .bigInt({ min: -9_223_372_022_400_000_000n, max: 2n ** 63n - 2n })
    .map((value) => `make_timestamp(${value}::BIGINT)`),
  fc.constantFrom("'infinity'::TIMESTAMP", "'-infinity'::TIMESTAMP", "'epoch'::TIMESTAMP"),
);

/** Of any digits that fit, and those that only just do. */
function decimals(precision: number, scale: number): Arbitrary<string> {
  const most = 10n ** BigInt(precision) - 1n;
  return fc
    .oneof(
      fc.bigInt({ min: -most, max: most }),
      fc.bigInt({ min: 0n, max: 9n }),
      fc.constantFrom(most, -most),
    )
    .map((units) => {
      const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
      const point = digits.length - scale;
      return `'${units < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}'::DECIMAL(${precision},${scale})`;
    });
}

interface Kind {
  readonly type: string;
  readonly value: Arbitrary<string>;
}

const scalars: readonly Kind[] = [
  { type: 'VARCHAR', value: texts },
  { type: 'VARCHAR', value: ids },
  { type: 'BIGINT', value: bigints },
  { type: 'BIGINT', value: counts },
  { type: 'UBIGINT', value: ubigints },
  { type: 'INTEGER', value: integers },
  { type: 'SMALLINT', value: smallints },
  { type: 'DOUBLE', value: doubles },
  { type: 'BOOLEAN', value: fc.constantFrom('true', 'false') },
  { type: 'TIMESTAMP WITH TIME ZONE', value: instants },
  { type: 'TIMESTAMP', value: timestamps },
  { type: 'DATE', value: dates },
  ...[
    [1, 0],
    [4, 2],
    [5, 5],
    [9, 0],
    [10, 3],
    [18, 2],
    [19, 4],
    [38, 10],
    [38, 38],
  ].map(([precision = 0, scale = 0]) => ({
    type: `DECIMAL(${precision},${scale})`,
    value: decimals(precision, scale),
  })),
];

function listsOf({ type, value }: Kind): Kind {
  return {
    type: `${type}[]`,
    value: fc
      .array(fc.option(value, { nil: 'NULL', freq: 5 }), { maxLength: 4 })
      .map((elements) => `[${elements.join(', ')}]::${type}[]`),
  };
}

/** Every type that tables may have, some of them with values of several sorts. */
const kinds: readonly Kind[] = [...scalars, ...scalars.map(listsOf), { type: 'VARCHAR', value: hugeTexts }];

/** One to six columns of `rows` rows; each never, sometimes or always NULL. */
export function randomColumns(rows: number): Arbitrary<RandomColumn[]> {
  const column = fc
    .tuple(fc.constantFrom(...kinds), fc.constantFrom('never', 'sometimes', 'always'))
    .chain(([{ type, value }, nulls]) => {
      const cell =
        nulls === 'never'
          ? value
          : nulls === 'always'
            ? fc.constant('NULL')
            : fc.option(value, { nil: 'NULL', freq: 2 });
      return fc
        .array(cell, { minLength: rows, maxLength: rows, size: 'max' })
        .map((sql) => ({ type, sql: sql.map((expression) => `${expression}`) }));
    });
  return fc
    .array(column, { minLength: 1, maxLength: 6 })
    .map((columns) => columns.map((one, index) => ({ name: `column ${index}`, ...one })));
}
