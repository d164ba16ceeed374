import { defineTable, key, measure, owner, tags, time } from '@sdq/catalog';
import { Database } from '@sdq/duckdb';
import { expect, test } from 'vitest';
import { podcasts } from '../../catalog/test/own/podcasts.ts';
import { Workspace } from './support.ts';

const tables = [podcasts];
const columns =
  'episode_id, show_id, "show", published::VARCHAR AS published, topics, summary, downloads, country, explicit';
const header = 'Episode ID,showId,show,published,topics,summary,downloads,country,explicit,host';

const expected = [
  {
    episode_id: 'e1',
    show_id: 's1',
    show: 'Night Signals',
    published: '1999-05-02 06:00:00+00',
    topics: ['ai', 'machine learning'],
    summary: 'None &amp; "all"',
    downloads: '-1200',
    country: 'NA',
    explicit: true,
  },
  {
    episode_id: 'e2',
    show_id: null,
    show: null,
    published: '2026-01-31 23:30:00+00',
    topics: [],
    summary: null,
    downloads: null,
    country: null,
    explicit: null,
  },
];

async function everyFormat(space: Workspace): Promise<Record<string, string>> {
  const records = [
    {
      'Episode ID': 'e1',
      showId: 's1',
      show: 'Night Signals',
      published: '1999-05-02T08:00:00+02:00',
      topics: ['ai', 'machine learning'],
      summary: 'None &amp; "all"',
      downloads: -1200,
      country: 'NA',
      explicit: true,
      host: 'Ada',
    },
    { 'Episode ID': 'e2', published: 1769902200, topics: [], downloads: null },
  ];
  const parquet = `${space.root}/episodes.parquet`;
  await using database = await Database.open({ threads: 1 });
  const connection = await database.connect();
  await connection.run(
    `COPY (SELECT * FROM (VALUES
       ('e1', 's1', 'Night Signals', TIMESTAMPTZ '1999-05-02 06:00:00Z', ['ai', 'machine learning'], 'None &amp; "all"', -1200, 'NA', true, 'Ada'),
       ('e2', NULL, NULL, TIMESTAMPTZ '2026-01-31 23:30:00Z', [], NULL, NULL, NULL, NULL, NULL))
       AS t("Episode ID", "showId", "show", published, topics, summary, downloads, country, explicit, host)
     ) TO '${parquet}' (FORMAT parquet)`,
  );
  return {
    csv: await space.write(
      'episodes.csv',
      `${header}\ne1,s1,Night Signals,1999-05-02T08:00:00+02:00,"ai, machine learning","None &amp; ""all""","-1,200",NA,yes,Ada\ne2,,,1769902200,[],,n/a,,,\n`,
    ),
    json: await space.write('episodes.json', JSON.stringify(records)),
    ndjson: await space.write('episodes.ndjson', records.map((record) => JSON.stringify(record)).join('\n')),
    parquet,
  };
}

test('the same rows come out of every format, by the types of columns alone', async () => {
  await using formats = await Workspace.make();
  for (const [format, path] of Object.entries(await everyFormat(formats))) {
    await using space = await Workspace.make();
    const report = await space.add([path], { tables, table: 'episodes' });
    expect(report.files[0], format).toMatchObject({
      status: 'added',
      accepted: 2,
      refused: 0,
      unused: ['host'],
    });
    expect(report.tables).toEqual({ 'own.episodes': { before: 0, after: 2 } });
    const rows = await space.rows(`SELECT ${columns} FROM own_episodes ORDER BY episode_id`, tables);
    expect(rows, format).toEqual(expected);
  }
});

test('rows without key or main time, and values of no such type, are refused with their reasons', async () => {
  await using space = await Workspace.make();
  const { refusedBy, accepted } = await space.addText(
    [
      'episode_id,published,downloads,explicit',
      ',2026-01-01,1,',
      'e2,,1,',
      'e3,yesterday,1,',
      'e4,2026-01-01,many,',
      'e5,2026-01-01,1.5,',
      'e6,2026-01-01,9223372036854775808,',
      'e7,2026-01-01,1,perhaps',
      'e8,-99999999999,1,',
      'e9,2026-01-01,7,no',
    ].join('\n'),
    { tables, table: 'own.episodes' },
  );
  expect({ accepted, refusedBy }).toEqual({
    accepted: 1,
    refusedBy: { id_missing: 1, time_missing: 1, time_invalid: 1, value_invalid: 4, time_implausible: 1 },
  });
});

test('a later observation wins, an older one does not, and the same file again changes nothing', async () => {
  await using space = await Workspace.make();
  const file = (downloads: string, observed: string) =>
    `episode_id,published,downloads,observed_at\ne1,2026-01-01,${downloads},${observed}\n`;
  const options = { tables, table: 'episodes' };
  await space.addText(file('10', '2026-02-02'), options);
  await space.addText(file('7', '2026-02-01'), options);
  await space.addText(file('', '2026-02-03'), options);
  const rows = () => space.rows('SELECT downloads, indexed_at::VARCHAR AS at FROM own_episodes', tables);
  expect(await rows()).toEqual([{ downloads: '10', at: '2026-02-03 00:00:00+00' }]);
  expect(await space.addText(file('', '2026-02-03'), options)).toMatchObject({ status: 'already added' });
  await space.addText(file('3', '2026-02-04'), options);
  expect(await rows()).toEqual([{ downloads: '3', at: '2026-02-04 00:00:00+00' }]);
});

test('a file goes to an own table unasked where nothing else is meant', async () => {
  await using space = await Workspace.make();
  const shops = defineTable({
    name: 'shops',
    description: 'd',
    columns: { episode_id: key('VARCHAR'), published: 'TIMESTAMPTZ' },
  });
  const episodes = 'episode_id,published\ne1,2026-01-01\n';
  expect(await space.addText(episodes, { tables })).toMatchObject({ status: 'added', accepted: 1 });
  expect(
    (await space.addText(`${episodes}e2,2026-01-02\n`, { tables: [...tables, shops] })).error,
  ).toMatchObject({
    code: 'format_unknown',
    message: 'The columns of the file match several tables: own.episodes, own.shops',
    hint: 'Name the table with --table.',
  });
  const videos = 'video_id,author,create_time,play_count\n7400000000000000001,ada,2026-01-01,5\n';
  await space.addText(videos, { tables });
  const { rows } = { rows: await space.rows('SELECT count(*) AS n FROM videos', tables) };
  expect(rows).toEqual([{ n: '1' }]);
});

test('a bare name means an own table first, and one of several has to be told apart', async () => {
  await using space = await Workspace.make();
  const { name, description } = podcasts;
  const other = defineTable({
    platform: 'radio',
    name,
    description,
    columns: { episode_id: key('VARCHAR') },
  });
  const add = async (table: string) => await space.add([], { tables: [podcasts, other], table });
  await expect(add('episodes')).rejects.toMatchObject({
    message: 'There are several tables "episodes"',
    hint: 'Name one of: own.episodes, radio.episodes',
  });
  await expect(add('radio.episodes')).resolves.toMatchObject({ changed: false });
});

test('a mapping file names columns of an own table', async () => {
  await using space = await Workspace.make();
  const mapping = await space.write(
    'mapping.json',
    JSON.stringify({
      table: 'episodes',
      columns: {
        episode_id: 'nummer',
        published: { from: 'tag', day_first: true },
        country: { value: 'SE' },
      },
    }),
  );
  await space.addText('nummer,tag\n5,02/01/2026\n', { tables, mapping });
  const rows = await space.rows(
    'SELECT episode_id, published::DATE AS day, country FROM own_episodes',
    tables,
  );
  expect(rows).toEqual([{ episode_id: '5', day: '2026-01-02', country: 'SE' }]);
});

test('rows that their own time tells apart are kept beside each other', async () => {
  const readings = defineTable({
    platform: 'weather',
    name: 'readings',
    description: 'd',
    columns: {
      station: key(owner('VARCHAR')),
      taken: key(time('TIMESTAMPTZ', { main: true })),
      degrees: 'DOUBLE',
    },
    observedBy: 'taken',
  });
  await using space = await Workspace.make();
  const text =
    'station,taken,degrees,scraped_at\na,1901-01-01,-3.5,2026-01-01\na,1901-01-02,inf,2026-01-01\na,,4,2026-01-01\n';
  const { accepted, refusedBy } = await space.addText(text, { tables: [readings] });
  expect({ accepted, refusedBy }).toEqual({ accepted: 2, refusedBy: { time_missing: 1 } });
  const rows = await space.rows('SELECT taken::DATE AS day, degrees FROM weather_readings ORDER BY 1', [
    readings,
  ]);
  expect(rows).toEqual([
    { day: '1901-01-01', degrees: -3.5 },
    { day: '1901-01-02', degrees: 'Infinity' },
  ]);
});

test('rows are removed by their keys, of numbers too', async () => {
  const sales = defineTable({
    name: 'sales',
    description: 'd',
    columns: { id: key('UBIGINT'), amount: measure('DECIMAL(10,2)'), labels: tags() },
  });
  await using space = await Workspace.make();
  const own = [sales];
  await space.addText('id,amount,labels\n18446744073709551615,1.005,a;b\n2,-3,\n', {
    tables: own,
    observedAt: new Date('2026-01-01'),
  });
  const removal = {
    observation: 'own.removals',
    values: { record_table: 'sales', record_key: '18446744073709551615', removed_at: '2026-01-02T00:00:00Z' },
  };
  await space.addText(`${JSON.stringify(removal)}\n`, { tables: own });
  const rows = await space.rows('SELECT id, amount FROM own_sales', own);
  expect(rows).toEqual([{ id: '2', amount: '-3.00' }]);
});

test('what is described later is NULL in older rows; what is left out stays in files, unread', async () => {
  await using space = await Workspace.make();
  const described = (columns: Record<string, string>) => [
    defineTable({
      name: 'notes',
      description: 'd',
      columns: { id: key('VARCHAR'), at: time('TIMESTAMPTZ', { main: true }), ...columns },
    }),
  ];
  const file = 'id,at,old,new\n1,2026-01-01,a,5\n2,2026-02-01,b,6\n';
  const path = await space.write('notes.csv', file);
  const [first, second] = [described({ old: 'VARCHAR' }), described({ new: 'BIGINT' })];
  await space.add([path], { tables: first, table: 'notes' });
  const other = await space.write('more.csv', 'id,at,old,new\n3,2026-02-02,c,7\n');
  await space.add([other], { tables: second, table: 'notes' });
  const all = (tables: typeof first) =>
    space.rows('SELECT * EXCLUDE ("at", indexed_at, _older) FROM own_notes ORDER BY id', tables);
  // February was written anew by the second description, without what the first one knew.
  expect(await all(second)).toMatchObject([
    { id: '1', new: null },
    { id: '2', new: null },
    { id: '3', new: '7' },
  ]);
  expect(await all(first)).toMatchObject([
    { id: '1', old: 'a' },
    { id: '2', old: null },
    { id: '3', old: null },
  ]);
  // Another description of the same content may tell more.
  expect((await space.add([path], { tables: second, table: 'notes' })).files[0]).toMatchObject({
    status: 'added',
  });
  expect(await all(second)).toMatchObject([{ new: '5' }, { new: '6' }, { new: '7' }]);
  await expect(space.add([path], { tables: described({ new: 'DOUBLE' }) })).rejects.toMatchObject({
    code: 'catalog_invalid',
    message: 'own.notes: columns.new.type: the index holds BIGINT, the description says DOUBLE',
  });
});

test('whoever does not know a table leaves its files as they are', async () => {
  await using space = await Workspace.make();
  await space.addText('episode_id,published\ne1,2026-01-01\n', { tables });
  const before = (await space.tables()) as Record<string, unknown>;
  const report = await space.add([
    await space.write(
      'v.csv',
      'video_id,author,create_time,play_count\n7400000000000000001,ada,2026-01-01,5\n',
    ),
  ]);
  const after = (await space.tables()) as Record<string, unknown>;
  expect(after['own.episodes']).toEqual(before['own.episodes']);
  expect(report.tables['own.episodes']).toEqual({ before: 1, after: 1 });
});
