import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeQuery, parseLines, RawDatabase } from './encode-query.ts';
import { isWhole, readArrow } from './read-arrow.ts';

let database: RawDatabase;
beforeAll(async () => {
  database = await RawDatabase.open();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function text(sql: string, format: 'json' | 'ndjson' | 'csv'): Promise<string> {
  return (await encodeQuery(database, sql, format)).bytes.toString('utf8');
}

async function arrowRows(sql: string): Promise<unknown[][]> {
  return readArrow((await encodeQuery(database, sql, 'arrow')).bytes).rows;
}

describe('results without rows', () => {
  const sql = 'SELECT 1 AS a, [2] AS b WHERE false';

  it('are an empty array, no lines, a header, a schema', async () => {
    expect(await text(sql, 'json')).toBe('[]');
    expect(await text(sql, 'ndjson')).toBe('');
    expect(await text(sql, 'csv')).toBe('a,b\r\n');
    const { bytes } = await encodeQuery(database, sql, 'arrow');
    expect(readArrow(bytes)).toMatchObject({ names: ['a', 'b'], rows: [] });
    expect(isWhole(bytes)).toBe(true);
  });
});

describe('NULL and the empty string', () => {
  const sql = `SELECT * FROM (VALUES (NULL::VARCHAR, ''), ('', NULL::VARCHAR)) AS t(a, b)`;

  it('stay apart in every format', async () => {
    expect(await text(sql, 'csv')).toBe('a,b\r\n,""\r\n"",\r\n');
    expect(await text(sql, 'ndjson')).toBe('{"a":null,"b":""}\n{"a":"","b":null}\n');
    expect(await arrowRows(sql)).toEqual([
      [null, ''],
      ['', null],
    ]);
  });

  it('hold where every row of every type is NULL', async () => {
    const types = ['INTEGER', 'VARCHAR', 'BOOLEAN', 'DECIMAL(9,2)', 'VARCHAR[]', 'STRUCT(a VARCHAR)'];
    types.push('MAP(VARCHAR, INTEGER)', 'VARCHAR[2]', 'UUID', 'INTERVAL', "ENUM('a')", 'UNION(a INTEGER)');
    const nulls = types.map((type, index) => `NULL::${type} AS c${index}`).join(', ');
    const rows = await arrowRows(`SELECT ${nulls} FROM range(3000)`);
    expect(rows).toHaveLength(3000);
    expect(rows.every((row) => row.every((value) => value === null))).toBe(true);
    const [line] = parseLines((await encodeQuery(database, `SELECT ${nulls}`, 'ndjson')).bytes);
    expect(Object.values(line ?? {})).toEqual(types.map(() => null));
  });
});

describe('CSV for spreadsheets', () => {
  const safe = async (sql: string) =>
    (await encodeQuery(database, sql, 'csv', { csvSafe: true })).bytes.toString('utf8');

  it('has an apostrophe before every text that begins like a formula, and before no other cell', async () => {
    const cells = [
      ['=1+1', "'=1+1"],
      ['+1', "'+1"],
      ['-1', "'-1"],
      ['@x', "'@x"],
      ['\t=1', "'\t=1"],
      ['\r=1', `"'\r=1"`],
      ["'=1", "'=1"],
      ['a=1', 'a=1'],
      ['', '""'],
      [' =1', ' =1'],
      ['=é,"中"', `"'=é,""中"""`],
    ] as const;
    const list = cells.map(([text], at) => `(${at}, '${text.replaceAll("'", "''")}')`).join(', ');
    const lines = ["'=name", ...cells.map(([, cell]) => cell), ''];
    expect(await safe(`SELECT t AS "=name" FROM (VALUES ${list}, (99, NULL)) AS v(i, t) ORDER BY i`)).toBe(
      lines.map((line) => `${line}\r\n`).join(''),
    );
  });

  it('holds for every type that has texts, and leaves numbers', async () => {
    const sql = `SELECT '-a'::ENUM('-a', 'b') AS e, union_value(s := '=u')::UNION(s VARCHAR, n INTEGER) AS u,
      union_value(n := -5)::UNION(s VARCHAR, n INTEGER) AS n, -1 AS i, -1.5::DOUBLE AS d, ['=l'] AS l, {'a': '=s'} AS s`;
    const end = `,-1,-1.5,"[""=l""]","{""a"":""=s""}"\r\n`;
    expect(await safe(sql)).toBe(`e,u,n,i,d,l,s\r\n'-a,'=u,-5${end}`);
    expect(await text(sql, 'csv')).toBe(`e,u,n,i,d,l,s\r\n-a,=u,-5${end}`);
  });
});

describe('CSV', () => {
  it('quotes as RFC 4180 says, and nothing else', async () => {
    const sql = `SELECT 'a b' AS "plain", 'a,b' AS "com,ma", 'say "x"' AS "qu""ote", E'one\\ntwo' AS lf, E'\\r' AS cr, ' ' AS sp`;
    expect(await text(sql, 'csv')).toBe(
      'plain,"com,ma","qu""ote",lf,cr,sp\r\na b,"a,b","say ""x""","one\ntwo","\r", \r\n',
    );
  });

  it('has values without the quotes of JSON', async () => {
    const sql = `SELECT 9007199254740993 AS big, 1.50::DECIMAL(9,2) AS dec, TIMESTAMP '2025-05-19 15:45:53' AS ts,
      'NaN'::DOUBLE AS nan, [1, NULL] AS list, {'a': 'x,"y'} AS struct, true AS flag, '\\xFF'::BLOB AS blob`;
    expect((await text(sql, 'csv')).split('\r\n')[1]).toBe(
      '9007199254740993,1.50,2025-05-19T15:45:53Z,,"[1,null]","{""a"":""x,\\""y""}",true,/w==',
    );
  });
});

describe('numbers', () => {
  it('are JSON numbers up to 2^53 − 1 and strings beyond', async () => {
    const sql = `SELECT unnest([9007199254740991, 9007199254740992, -9007199254740991, -9007199254740992,
      9223372036854775807, -9223372036854775808, 4294967296, 0]) AS n`;
    expect(parseLines((await encodeQuery(database, sql, 'ndjson')).bytes).map(({ n }) => n)).toEqual([
      9007199254740991,
      '9007199254740992',
      -9007199254740991,
      '-9007199254740992',
      '9223372036854775807',
      '-9223372036854775808',
      4294967296,
      0,
    ]);
  });

  it('of 128 bits and decimals are JSON numbers where a double keeps them, and strings beyond', async () => {
    const sql = `SELECT -1::HUGEINT AS a, -9007199254740991::HUGEINT AS b, -9007199254740992::HUGEINT AS c,
      18446744073709551616::HUGEINT AS d, -18446744073709551616::HUGEINT AS e, 9007199254740991::UHUGEINT AS f,
      -999999999999.999::DECIMAL(18,3) AS g, 1000000000000.000::DECIMAL(18,3) AS h, 6250.00::DECIMAL(38,2) AS i,
      9007199254740992::DECIMAL(38,0) AS j, -0.05::DECIMAL(4,2) AS k, [1.5] AS l, MAP {2::HUGEINT: 1.5} AS m`;
    expect(await text(sql, 'json')).toBe(
      '[{"a":-1,"b":-9007199254740991,"c":"-9007199254740992","d":"18446744073709551616",' +
        '"e":"-18446744073709551616","f":9007199254740991,"g":-999999999999.999,"h":"1000000000000.000",' +
        '"i":6250.00,"j":"9007199254740992","k":-0.05,"l":[1.5],"m":{"2":1.5}}]',
    );
  });

  it('are null where JSON has none', async () => {
    const sql = `SELECT unnest(['NaN', 'inf', '-inf', '-0.0', '1e308']::DOUBLE[]) AS n, n::FLOAT AS f`;
    expect(await text(`SELECT n FROM (${sql.replace(', n::FLOAT AS f', '')})`, 'json')).toBe(
      '[{"n":null},{"n":null},{"n":null},{"n":-0.0},{"n":1e+308}]',
    );
  });

  it('keep all digits of HUGEINT in Arrow, those beyond Decimal128(38) too', async () => {
    const sql = `SELECT unnest([170141183460469231731687303715884105727, -170141183460469231731687303715884105728]) AS n`;
    expect(await arrowRows(sql)).toEqual([[2n ** 127n - 1n], [-(2n ** 127n)]]);
  });
});

describe('dates and times', () => {
  it('are ISO 8601, in any year', async () => {
    const sql = `SELECT '0001-01-01'::DATE AS a, '44-03-15 (BC)'::DATE AS b, '12345-06-07'::DATE AS c,
      '5874897-12-31'::DATE AS d, '290309-12-22 (BC) 00:00:00'::TIMESTAMP AS e, '294247-01-10 04:00:54.775806'::TIMESTAMP AS f,
      '1969-12-31 23:59:59.999999'::TIMESTAMP AS g, '24:00:00'::TIME AS h, '2025-05-19 17:45:53+02'::TIMESTAMPTZ AS i`;
    expect(parseLines((await encodeQuery(database, sql, 'ndjson')).bytes)).toEqual([
      {
        a: '0001-01-01',
        b: '-000043-03-15',
        c: '+012345-06-07',
        d: '+5874897-12-31',
        e: '-290308-12-22T00:00:00Z',
        f: '+294247-01-10T04:00:54.775806Z',
        g: '1969-12-31T23:59:59.999999Z',
        h: '24:00:00',
        i: '2025-05-19T15:45:53Z',
      },
    ]);
  });

  it('may be infinite', async () => {
    const types = ['DATE', 'TIMESTAMP', 'TIMESTAMPTZ', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS'];
    for (const sign of ['', '-']) {
      const sql = `SELECT ${types.map((type, index) => `'${sign}infinity'::${type} AS c${index}`).join(', ')}`;
      const [line] = parseLines((await encodeQuery(database, sql, 'ndjson')).bytes);
      expect(Object.values(line ?? {})).toEqual(types.map(() => `${sign}infinity`));
    }
  });

  it('count hours as days in an INTERVAL that Arrow could not count in nanoseconds', async () => {
    const sql = 'SELECT to_days(1) + to_hours(2562047788) AS i, to_hours(-2562047788) AS j';
    const hours = 2562047788n;
    const rest = (hours % 24n) * 3_600_000_000_000n;
    expect(await arrowRows(sql)).toEqual([[`0 ${hours / 24n + 1n} ${rest}`, `0 ${-(hours / 24n)} ${-rest}`]]);
  });
});

describe('strings', () => {
  it('come whole at the borders of inlined and heap storage, one megabyte and emoji included', async () => {
    const lengths = [0, 1, 4, 5, 8, 9, 11, 12, 13, 160, 161, 4096, 4097, 1 << 20];
    const sql = `SELECT unnest([${lengths.map((length) => `repeat('x', ${length})`).join(', ')}, repeat('🎉', 3), repeat('🎉', 4), repeat('"é', 100000)]) AS s`;
    const expected = [
      ...lengths.map((length) => 'x'.repeat(length)),
      '🎉🎉🎉',
      '🎉🎉🎉🎉',
      '"é'.repeat(100_000),
    ];
    expect((await arrowRows(sql)).flat()).toEqual(expected);
    expect(parseLines((await encodeQuery(database, sql, 'ndjson')).bytes).map(({ s }) => s)).toEqual(
      expected,
    );
  });

  it('escape what JSON must not hold', async () => {
    const sql = `SELECT string_agg(chr(i::INTEGER), '' ORDER BY i) AS s FROM range(1, 200) AS t(i)`;
    const all = String.fromCharCode(...Array.from({ length: 199 }, (_, index) => index + 1));
    expect(parseLines((await encodeQuery(database, sql, 'ndjson')).bytes)).toEqual([{ s: all }]);
  });
});

describe('nested values', () => {
  it('hold NULL at every level', async () => {
    const sql = `SELECT unnest([
      [{'a': 'a long string, not inlined', 'b': [1, NULL]}, NULL, {'a': NULL, 'b': NULL}], [], NULL, [NULL]
    ]) AS l`;
    const expected = [
      [{ a: 'a long string, not inlined', b: [1, null] }, null, { a: null, b: null }],
      [],
      null,
      [null],
    ];
    expect(parseLines((await encodeQuery(database, sql, 'ndjson')).bytes).map(({ l }) => l)).toEqual(
      expected,
    );
    expect((await arrowRows(sql)).flat()).toEqual([
      [['a long string, not inlined', [1, null]], null, [null, null]],
      [],
      null,
      [null],
    ]);
  });

  it('are right where lists share elements, stand in another order, or are cut', async () => {
    const sql = `WITH t AS (SELECT i, [i, i + 1, i + 2] AS l FROM range(5000) AS r(i))
      SELECT i, l[2:3] AS tail, list_reverse(l) AS back, ['same', 'for every row, and long'] AS same FROM t ORDER BY hash(i)`;
    const rows = await arrowRows(sql);
    expect(rows).toHaveLength(5000);
    for (const [i, tail, back, same] of rows as [bigint, bigint[], bigint[], string[]][]) {
      expect(tail).toEqual([i + 1n, i + 2n]);
      expect(back).toEqual([i + 2n, i + 1n, i]);
      expect(same).toEqual(['same', 'for every row, and long']);
    }
  });

  it('are arrays where a struct has no names', async () => {
    expect(await text(`SELECT row(1, 'x') AS r`, 'json')).toBe('[{"r":[1,"x"]}]');
  });

  it('stand by their text as keys of maps', async () => {
    const sql = `SELECT map {1.5: 1} AS a, map {[1, 2]: 2} AS b, map {DATE '2020-01-01': 3} AS c,
      map {'"': 4} AS d, map {9007199254740993: 5} AS e, map {'NaN'::DOUBLE: 6} AS f`;
    expect(parseLines((await encodeQuery(database, sql, 'ndjson')).bytes)).toEqual([
      {
        a: { '1.5': 1 },
        b: { '[1,2]': 2 },
        c: { '2020-01-01': 3 },
        d: { '"': 4 },
        e: { '9007199254740993': 5 },
        f: { NaN: 6 },
      },
    ]);
  });

  it('are NULL where a union holds NULL', async () => {
    const sql = `SELECT unnest([union_value(a := 1), union_value(a := NULL::INTEGER), NULL]) AS u`;
    expect(await text(sql, 'csv')).toBe('u\r\n1\r\n\r\n\r\n');
    expect(await text(sql, 'json')).toBe('[{"u":1},{"u":null},{"u":null}]');
    expect(await arrowRows(sql)).toEqual([['1'], [null], [null]]);
  });

  it('of type VARIANT are the JSON they hold', async () => {
    const sql = `SELECT {'a': [1, NULL], 't': TIMESTAMP '2020-01-01 10:00:00.5', 'd': 1.50::DECIMAL(4,2)}::VARIANT AS v`;
    expect(await text(sql, 'json')).toBe('[{"v":{"a":[1,null],"t":"2020-01-01T10:00:00.5Z","d":1.5}}]');
  });

  it('of type JSON are text', async () => {
    expect(await text(`SELECT '{"a": 1}'::JSON AS j`, 'json')).toBe('[{"j":"{\\"a\\": 1}"}]');
  });
});
