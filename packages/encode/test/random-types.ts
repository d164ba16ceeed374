import type { JsonValue } from '@sdq/contract';
import fc, { type Arbitrary } from 'fast-check';

/** A value in three spellings, each written down without the code under test. */
export interface Value {
  /** An SQL expression of the value's type. */
  sql: string;
  /** As it stands in JSON results. */
  json: JsonValue;
  /** As `readArrow` reads it: integers of 64 bits and more, times and decimals as bigint. */
  arrow: unknown;
}

export interface RandomType {
  /** As DuckDB prints it. */
  name: string;
  /** A value of the type, never NULL. */
  value: Arbitrary<Value>;
}

/** NULL now and then. */
export function nullable({ name, value }: RandomType): Arbitrary<Value> {
  const sqlNull = fc.constant<Value>({ sql: `NULL::${name}`, json: null, arrow: null });
  return fc.oneof({ weight: 1, arbitrary: sqlNull }, { weight: 4, arbitrary: value });
}

export function sqlText(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' || chr(0) || ')})`;
}

function jsonInteger(value: bigint): JsonValue {
  return value >= -(2n ** 53n) + 1n && value <= 2n ** 53n - 1n ? Number(value) : String(value);
}

function integer(name: string, min: bigint, max: bigint): RandomType {
  const small = max < 2n ** 32n;
  const inRange = (value: bigint): boolean => value >= min && value <= max;
  const borders = [min, max, 0n, 1n, -1n, 2n ** 32n, -(2n ** 32n)];
  for (const power of [2n ** 31n, 2n ** 53n, 2n ** 63n]) borders.push(power - 1n, power, -power, 1n - power);
  const value = fc.oneof(
    fc.bigInt({ min, max }),
    fc.bigInt({ min: min < 0n ? -10n : 0n, max: 10n }),
    fc.constantFrom(...borders.filter(inRange)),
  );
  return {
    name,
    value: value.map((number) => ({
      sql: `'${number}'::${name}`,
      json: jsonInteger(number),
      arrow: small ? Number(number) : name === 'UHUGEINT' ? String(number) : number,
    })),
  };
}

function decimal(width: number, scale: number): RandomType {
  const max = 10n ** BigInt(width) - 1n;
  const name = `DECIMAL(${width},${scale})`;
  return {
    name,
    value: fc.bigInt({ min: -max, max }).map((unscaled) => {
      const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
      const point = digits.length - scale;
      const fraction = scale === 0 ? '' : `.${digits.slice(point)}`;
      const text = `${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
      const exactMax = scale === 0 ? 2n ** 53n - 1n : 10n ** 15n - 1n;
      const isExact = unscaled <= exactMax && unscaled >= -exactMax;
      return { sql: `'${text}'::${name}`, json: isExact ? Number(text) : text, arrow: unscaled };
    }),
  };
}

function float(name: 'FLOAT' | 'DOUBLE'): RandomType {
  const special = fc.constantFrom(
    0,
    -0,
    1,
    -1,
    0.1,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    1e21,
    Number.NaN,
    Infinity,
    -Infinity,
  );
  const any = name === 'FLOAT' ? fc.float() : fc.double();
  return {
    name,
    value: fc.oneof(any, special).map((number) => {
      const value = name === 'FLOAT' ? Math.fround(number) : number;
      const text = Object.is(value, -0) ? '-0.0' : String(value);
      return {
        sql: `'${text}'::${name}`,
        json: Number.isFinite(value) ? jsonFloat(name, value) : null,
        arrow: value,
      };
    }),
  };
}

/** JSON of a FLOAT has the fewest digits that give the FLOAT again; the property compares after rounding. */
function jsonFloat(name: string, value: number): number {
  if (name === 'DOUBLE' || value === 0) return value;
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

const varchar: RandomType = {
  name: 'VARCHAR',
  value: fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 15 }),
      fc.string({
        unit: fc.constantFrom('a', '"', '\\', ',', '\n', '\r', '\t', '\0', '\u001f', 'é', '🎉'),
        maxLength: 20,
      }),
      fc.integer({ min: 10, max: 15 }).map((length) => 'x'.repeat(length)),
    )
    .map((text) => ({ sql: sqlText(text), json: text, arrow: text })),
};

const blob: RandomType = {
  name: 'BLOB',
  value: fc.uint8Array({ maxLength: 40 }).map((bytes) => {
    const hex = Buffer.from(bytes).toString('hex');
    return { sql: `unhex('${hex}')`, json: Buffer.from(bytes).toString('base64'), arrow: hex };
  }),
};

const boolean: RandomType = {
  name: 'BOOLEAN',
  value: fc.boolean().map((value) => ({ sql: String(value), json: value, arrow: value })),
};

const uuid: RandomType = {
  name: 'UUID',
  value: fc.uuid().map((text) => ({ sql: `'${text}'::UUID`, json: text, arrow: text })),
};

const bit: RandomType = {
  name: 'BIT',
  value: fc
    .string({ unit: fc.constantFrom('0', '1'), minLength: 1, maxLength: 130 })
    .map((text) => ({ sql: `'${text}'::BIT`, json: text, arrow: text })),
};

const bignum: RandomType = {
  name: 'BIGNUM',
  value: fc
    .bigInt({ min: -(10n ** 60n), max: 10n ** 60n })
    .map((value) => ({ sql: `'${value}'::BIGNUM`, json: String(value), arrow: String(value) })),
};

const enumNames = ['a', "it's", 'ü "q", \n', ''];
const enumeration: RandomType = {
  name: `ENUM(${enumNames.map(sqlText).join(', ')})`,
  value: fc.constantFrom(...enumNames).map((text) => ({
    sql: `${sqlText(text)}::ENUM(${enumNames.map(sqlText).join(', ')})`,
    json: text,
    arrow: text,
  })),
};

/** JavaScript's dates reach this far; DuckDB's further. */
const dayMax = 100_000_000;

const date: RandomType = {
  name: 'DATE',
  value: fc
    .oneof(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: -2_400_000, max: dayMax }))
    .map((day) => ({
      sql: `(DATE '1970-01-01' + (${day})::INTEGER)`,
      json: new Date(day * 86_400_000).toISOString().replace(/T.*/, ''),
      arrow: day,
    })),
};

/** ISO 8601 from units of 10^-digits seconds, by JavaScript's own dates. */
function isoTimestamp(units: bigint, digits: number): string {
  const perSecond = 10n ** BigInt(digits);
  const fraction = ((units % perSecond) + perSecond) % perSecond;
  const second = new Date(Number((units - fraction) / perSecond) * 1000).toISOString().replace('.000Z', '');
  const text = String(fraction).padStart(digits, '0');
  const shown = fraction === 0n ? '' : `.${digits === 9 ? text : text.replace(/0+$/, '')}`;
  return `${second}${shown}Z`;
}

function timestamp(name: string, digits: number, sqlOf: (units: bigint) => string): RandomType {
  const perSecond = 10n ** BigInt(digits);
  // Nanoseconds fit 64 bits from 1678 to 2262; DuckDB's timestamps begin in 290309 BC, JavaScript's dates in 271821 BC.
  const seconds = digits === 9 ? 9_000_000_000n : 200_000_000_000n;
  const units = fc.oneof(
    fc.bigInt({ min: -seconds * perSecond, max: seconds * perSecond }),
    fc.bigInt({ min: 1_600_000_000n, max: 1_800_000_000n }).map((second) => second * perSecond),
    fc.bigInt({ min: -3n, max: 3n }),
  );
  return {
    name,
    value: units.map((value) => ({ sql: sqlOf(value), json: isoTimestamp(value, digits), arrow: value })),
  };
}

function clock(units: bigint, digits: number): string {
  const perSecond = 10n ** BigInt(digits);
  const seconds = Number(units / perSecond);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const fraction = String(units % perSecond)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return (
    parts.map((part) => String(part).padStart(2, '0')).join(':') + (fraction === '' ? '' : `.${fraction}`)
  );
}

function time(name: string, digits: number): RandomType {
  return {
    name,
    value: fc.bigInt({ min: 0n, max: 86_400n * 10n ** BigInt(digits) - 1n }).map((units) => ({
      sql: `'${clock(units, digits)}'::${name}`,
      json: clock(units, digits),
      arrow: units,
    })),
  };
}

const timeWithZone: RandomType = {
  name: 'TIME WITH TIME ZONE',
  value: fc
    .tuple(fc.bigInt({ min: 0n, max: 86_399_999_999n }), fc.integer({ min: -57_599, max: 57_599 }))
    .map(([micros, offset]) => {
      const [hours, minutes, seconds] = clock(BigInt(Math.abs(offset)), 0).split(':');
      const zone =
        seconds !== '00'
          ? `${hours}:${minutes}:${seconds}`
          : minutes !== '00'
            ? `${hours}:${minutes}`
            : hours;
      const text = `${clock(micros, 6)}${offset < 0 ? '-' : '+'}${zone}`;
      return { sql: `'${text}'::TIMETZ`, json: text, arrow: text };
    }),
};

const interval: RandomType = {
  name: 'INTERVAL',
  value: fc
    .tuple(
      fc.integer({ min: -5000, max: 5000 }),
      fc.integer({ min: -5000, max: 5000 }),
      fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })),
    )
    .map(([months, days, micros]) => {
      const named = [
        [Math.trunc(months / 12), 'year'],
        [months % 12, 'month'],
        [days, 'day'],
      ] as const;
      const words = named
        .filter(([count]) => count !== 0)
        .map(([count, unit]) => `${count} ${unit}${Math.abs(count) === 1 ? '' : 's'}`);
      const size = micros < 0n ? -micros : micros;
      if (micros !== 0n || words.length === 0) words.push(`${micros < 0n ? '-' : ''}${clock(size, 6)}`);
      return {
        sql: `(to_months(${months}) + to_days(${days}) + to_microseconds(${micros}))`,
        json: words.join(' '),
        arrow: `${months} ${days} ${micros * 1000n}`,
      };
    }),
};

export const plainTypes: readonly RandomType[] = [
  boolean,
  integer('TINYINT', -128n, 127n),
  integer('SMALLINT', -32_768n, 32_767n),
  integer('INTEGER', -(2n ** 31n), 2n ** 31n - 1n),
  integer('BIGINT', -(2n ** 63n), 2n ** 63n - 1n),
  integer('HUGEINT', -(2n ** 127n), 2n ** 127n - 1n),
  integer('UTINYINT', 0n, 255n),
  integer('USMALLINT', 0n, 65_535n),
  integer('UINTEGER', 0n, 2n ** 32n - 1n),
  integer('UBIGINT', 0n, 2n ** 64n - 1n),
  integer('UHUGEINT', 0n, 2n ** 128n - 1n),
  decimal(4, 1),
  decimal(9, 9),
  decimal(18, 3),
  decimal(18, 0),
  decimal(38, 10),
  decimal(38, 38),
  float('FLOAT'),
  float('DOUBLE'),
  varchar,
  blob,
  bit,
  bignum,
  uuid,
  enumeration,
  date,
  time('TIME', 6),
  time('TIME_NS', 9),
  timeWithZone,
  timestamp('TIMESTAMP', 6, (units) => `make_timestamp(${units})`),
  timestamp('TIMESTAMP WITH TIME ZONE', 6, (units) => `make_timestamp(${units})::TIMESTAMPTZ`),
  timestamp('TIMESTAMP_S', 0, (units) => `make_timestamp(${units}000000)::TIMESTAMP_S`),
  timestamp('TIMESTAMP_MS', 3, (units) => `make_timestamp(${units}000)::TIMESTAMP_MS`),
  timestamp('TIMESTAMP_NS', 9, (units) => `make_timestamp_ns(${units})`),
  interval,
];
