import ddb from '@duckdb/node-bindings';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsupportedInArrow } from '../src/arrow/unsupported.ts';
import { readType } from '../src/duckdb/read-type.ts';
import type { DataType } from '../src/types/data-type.ts';
import { describeType } from '../src/types/describe-type.ts';
import { keywords } from '../src/types/keywords.ts';
import { uniqueNames } from '../src/unique-names.ts';
import { encodeQuery, parseLines, RawDatabase } from './encode-query.ts';

let database: RawDatabase;
beforeAll(async () => {
  database = await RawDatabase.open();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function typeOf(sql: string): Promise<DataType> {
  return readType(ddb.column_logical_type(await database.stream(`SELECT ${sql}`), 0));
}

describe('describeType', () => {
  it('prints what DuckDB prints', async () => {
    const types = [
      ...[
        'BOOLEAN',
        'TINYINT',
        'HUGEINT',
        'UHUGEINT',
        'FLOAT',
        'BIT',
        'BIGNUM',
        'UUID',
        'JSON',
        'VARIANT',
        'GEOMETRY',
      ],
      ...[
        'TIMESTAMP',
        'TIMESTAMPTZ',
        'TIMESTAMP_S',
        'TIMESTAMP_MS',
        'TIMESTAMP_NS',
        'TIME',
        'TIMETZ',
        'TIME_NS',
      ],
      ...['DECIMAL(18,3)', 'DECIMAL(4,0)', 'VARCHAR[]', 'INTEGER[3]', 'INTEGER[][2][]', 'INTERVAL', 'BLOB'],
      ...["ENUM('a', 'it''s')", 'MAP(VARCHAR, BIGINT)', 'UNION(num INTEGER, "a b" VARCHAR)'],
      'STRUCT(a INTEGER, "b c" VARCHAR[], "select" STRUCT(x DATE), "1st" INTEGER, A1_ INTEGER, "q""" INTEGER, "é" DATE)',
    ];
    for (const type of types) {
      const { bytes } = await encodeQuery(database, `SELECT typeof(NULL::${type}) AS t`, 'ndjson');
      expect(describeType(await typeOf(`NULL::${type}`))).toBe(parseLines(bytes)[0]?.t);
    }
    expect(describeType(await typeOf(`row(1, 'x')`))).toBe('STRUCT(INTEGER, VARCHAR)');
  });

  it('knows every word that DuckDB puts in quotes', async () => {
    const { bytes } = await encodeQuery(
      database,
      'SELECT DISTINCT keyword_name AS k FROM duckdb_keywords()',
      'ndjson',
    );
    expect([...keywords].sort()).toEqual(
      parseLines(bytes)
        .map(({ k }) => k)
        .sort(),
    );
  });
});

describe('unsupportedInArrow', () => {
  it('tells what is carried as something else, within nested types too', async () => {
    for (const type of [
      'BIGINT',
      'HUGEINT',
      'DECIMAL(38,10)',
      'INTERVAL',
      'MAP(VARCHAR, DATE[])',
      "ENUM('a')",
    ]) {
      expect(unsupportedInArrow(await typeOf(`NULL::${type}`))).toBeNull();
    }
    for (const type of ['UHUGEINT', 'UUID', 'TIMETZ', 'BIT', 'BIGNUM', 'UNION(a INTEGER)', 'VARIANT']) {
      expect(unsupportedInArrow(await typeOf(`NULL::${type}`))?.as).toBe('Utf8');
      expect(unsupportedInArrow(await typeOf(`NULL::STRUCT(a MAP(INTEGER, ${type}[]))`))?.as).toBe('Utf8');
    }
  });
});

describe('uniqueNames', () => {
  it('numbers repeated names and leaves the query’s own names alone', () => {
    expect(uniqueNames(['a', 'b', 'a', 'a'])).toEqual(['a', 'b', 'a_1', 'a_2']);
    expect(uniqueNames(['a', 'a', 'a_1'])).toEqual(['a', 'a_2', 'a_1']);
    expect(uniqueNames(['a_1', 'a', 'a', 'a_1'])).toEqual(['a_1', 'a', 'a_2', 'a_1_1']);
  });

  it('always gives as many different names as it was given names', () => {
    const name = fc.constantFrom('a', 'a_1', 'a_2', 'a_1_1', 'A', '', '__proto__');
    fc.assert(
      fc.property(fc.array(name, { maxLength: 12 }), (names) => {
        const unique = uniqueNames(names);
        expect(new Set(unique).size).toBe(names.length);
        names.forEach((original, index) => {
          if (names.indexOf(original) === index) expect(unique[index]).toBe(original);
        });
      }),
    );
  });

  it('is what results with a repeated name show', async () => {
    const { bytes } = await encodeQuery(database, 'SELECT 1 AS a, 2 AS a, 3 AS "A"', 'ndjson');
    expect(bytes.toString()).toBe('{"a":1,"a_1":2,"A":3}\n');
  });
});
