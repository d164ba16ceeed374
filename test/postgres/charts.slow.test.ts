import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { videoRows } from '../support/test-service.ts';
import { isMissing } from '../support/tools.ts';
import { type ChartQuery, chartQueries } from './chart-queries.ts';
import { type PostgresService, startPostgresService } from './postgres-service.ts';

/** Values as they are sent. */
const types = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

/** The rows of the test index, in PostgreSQL. */
const videos = `CREATE SCHEMA main; SET search_path = main; SET timezone = 'UTC';
CREATE TABLE main.videos AS SELECT (7000000000000000000 + i)::TEXT AS video_id, 'a' || (i % 7) AS author,
  'clip ' || i || ', "quoted"' AS description, TIMESTAMPTZ '2026-03-01 00:00:00+00' + i * INTERVAL '1 second' AS create_time,
  i::BIGINT AS play_count, 'SE'::TEXT AS region, TIMESTAMPTZ '2026-04-01 00:00:00+00' AS indexed_at
FROM generate_series(1, ${videoRows}) AS i`;

/** A value as both write it: numbers have the digits that their types have. */
const comparable = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value)
    ? Number(Number(value).toPrecision(12))
    : value;

describe('charts of tools', () => {
  let service: PostgresService;
  let server: PostgresServer | undefined;
  let ours: pg.Client;
  let theirs: pg.Client | undefined;
  beforeAll(async () => {
    service = await startPostgresService();
    ({ client: ours } = await service.connect({ types }));
    if (isMissing('postgres')) return;
    server = await startPostgres();
    theirs = new pg.Client({ connectionString: await server.createDatabase(), types });
    await theirs.connect();
    await theirs.query(videos);
  });
  afterAll(async () => {
    await ours.end();
    await theirs?.end();
    await server?.[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const rowsOf = async (client: pg.Client, sql: string) => {
    const { fields, rows } = await client.query({ text: sql, rowMode: 'array' });
    return {
      names: fields.map(({ name }) => name),
      rows: (rows as unknown[][]).map((row) => row.map(comparable)),
    };
  };

  test.each(chartQueries.map((query, place) => [`${place + 1} ${query.tool}`, query] as const))(
    '%s: the rows are those of PostgreSQL',
    async (_, { sql, refused }: ChartQuery) => {
      if (refused !== undefined)
        return await expect(ours.query(sql)).rejects.toMatchObject({ code: refused });
      const found = await rowsOf(ours, sql);
      expect(found.rows.length).toBeGreaterThan(0);
      if (theirs !== undefined) {
        const expected = await rowsOf(theirs, sql);
        expect(found.rows).toEqual(expected.rows);
      }
    },
  );

  const templates = [
    'YYYY-MM-DD HH24:MI:SS.US',
    'YYYYMMDDHH24MISSMS',
    'DD/MM/YY HH12:MI AM',
    'HH:MI pm',
    'Mon DD, YYYY',
    'MON mon',
    'FMMonth FMDD, FMDay',
    'Month|MONTH|month|Day|DAY|day|Dy',
    'FMMM/FMDD FMHH24:FMMI:FMSS FMHH12',
    'IYYY-"W"IW ID',
    'D DDD Q',
    '"100%" YYYY',
    'yyyy-mm-dd hh24:mi',
  ];
  const times = [
    '2026-03-01 00:00:00',
    '2024-12-30 13:05:09.045678',
    '1999-07-04 12:00:00.5',
    '2026-01-01 23:59:59.999999',
  ];

  test.skipIf(isMissing('postgres'))('to_char writes what PostgreSQL writes', async () => {
    const items = templates.flatMap((template) =>
      times.flatMap((time) =>
        ['TIMESTAMP', 'TIMESTAMPTZ'].map((type) => `to_char(${type} '${time}', '${template}')`),
      ),
    );
    const sql = `SELECT ${items.map((item, place) => `${item} AS c${place}`).join(', ')}`;
    const [found, expected] = [await ours.query(sql), await theirs?.query(sql)];
    expect(found.rows).toEqual(expected?.rows);
  });

  test.skipIf(isMissing('postgres'))('to_timestamp and to_date read what PostgreSQL reads', async () => {
    const pairs = [
      ["'2026-03-01 04:05:06.000007'", 'YYYY-MM-DD HH24:MI:SS.US'],
      ["'20260301040506'", 'YYYYMMDDHH24MISS'],
      ["'2026-03-01 04:05:06.123'", 'YYYY-MM-DD HH24:MI:SS.MS'],
      ["'2026-03-01T04:05'", 'YYYY-MM-DD"T"HH24:MI'],
      ["'2026'", 'YYYY'],
      ["'01/02/2026'", 'DD/MM/YYYY'],
      ["('2026-03-0' || '7')", 'YYYY-MM-DD'],
      ["('20260301' || '040506')", 'YYYYMMDDHH24MISS'],
      ["('2026-3-1 4:5:6.' || '5')", 'YYYY-MM-DD HH24:MI:SS.US'],
    ];
    const items = pairs.flatMap(([text, template]) => [
      `to_timestamp(${text}, '${template}')`,
      `to_date(${text}, '${template}')`,
    ]);
    const sql = `SELECT ${items.map((item, place) => `${item} AS c${place}`).join(', ')}`;
    const [found, expected] = [await ours.query(sql), await theirs?.query(sql)];
    expect(found.rows).toEqual(expected?.rows);
  });

  test.skipIf(isMissing('postgres'))('substring finds what PostgreSQL finds', async () => {
    const patterns = [
      '[0-9]+',
      'a(b+)c',
      '^..',
      'x?$',
      String.raw`\d{2,3}`,
      '[^a-z]',
      'b*',
      'b.b',
      '([a-z]+)[0-9]',
      String.raw`\.`,
    ];
    const texts = ['abbc123', '', 'x', 'a.b', '99 bottles', 'b\nb'];
    const items = patterns.flatMap((pattern) =>
      texts.map((text) => `substring('${text}'::text FROM '${pattern}')`),
    );
    const sql = `SELECT ${items.map((item, place) => `${item} AS c${place}`).join(', ')}`;
    const [found, expected] = [await ours.query(sql), await theirs?.query(sql)];
    expect(found.rows).toEqual(expected?.rows);
  });

  test.each([
    ["SELECT substring('abc' FROM 'a|ab')", 'expression of substring is not supported'],
    ["SELECT to_timestamp('2026-02-30', 'YYYY-MM-DD')", 'not written as its template'],
    ["SELECT to_timestamp('2026-03-01', 'YYYY-MM-DD TZ')", 'template of to_timestamp is not supported'],
    ["SELECT to_char(create_time, 'DDth') FROM videos", 'template of to_char is not supported'],
    ['SELECT to_char(create_time, author) FROM videos', 'template of to_char must be a text'],
  ])('%s is refused with a hint, where it stands', async (sql, message) => {
    await expect(ours.query(sql)).rejects.toMatchObject({
      code: '42883',
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/./),
      position: '8',
    });
  });

  test('arrays compare as in PostgreSQL, with parameters of every type', async () => {
    const counted = async (where: string, values: unknown[] = []) =>
      Number(
        (await ours.query({ text: `SELECT count(*) AS n FROM videos WHERE ${where}`, values })).rows[0].n,
      );
    expect(await counted('play_count = ANY($1)', [[1, 2, 9_999]])).toBe(2);
    expect(await counted('author = ANY($1) AND play_count <> ALL($2)', [['a1'], [1, 8]])).toBe(713);
    expect(await counted('create_time = ANY($1)', [[new Date('2026-03-01T00:00:01Z')]])).toBe(1);
    expect(await counted('NOT (author <> ALL($1))', [['a1', null]])).toBe(715);
    expect(await counted("play_count = ANY('{1,2}')")).toBe(2);
    expect(await counted("play_count = ANY('{}'::BIGINT[])")).toBe(0);
    const { rows } = await ours.query(
      'SELECT count(*) AS n FROM "public"."videos" WHERE public.videos.play_count < 4',
    );
    expect(rows).toEqual([{ n: '3' }]);
  });

  test('over HTTP the SQL is that of DuckDB alone', async () => {
    const told = async (query: string) => {
      const response = await fetch(`${service.service.url}/api/shortvideo/sql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return response.status;
    };
    for (const query of [
      "SELECT to_char(create_time, 'YYYY') FROM videos",
      "SELECT author = ANY('{a1}') FROM videos",
      'SELECT session_user',
      'SELECT * FROM pg_settings',
      "SELECT setting FROM pg_settings WHERE name = 'max_index_keys'",
      'SELECT * FROM public.videos',
    ])
      expect([query, await told(query)]).toEqual([query, 400]);
  });
});
