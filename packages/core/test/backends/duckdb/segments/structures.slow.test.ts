import { mkdir } from 'node:fs/promises';
import { videos } from '@sdq/catalog';
import { buildIndex, openEngine } from '@sdq/core';
import { Database } from '@sdq/duckdb';
import { openSnapshot } from '@sdq/index';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../../../test/support/temporary-directory.ts';
import { structuresOf } from '../../../../src/backends/duckdb/access-paths/access-paths.ts';
import type { Structure } from '../../../../src/backends/duckdb/candidates/structure.ts';
import { SegmentFile } from '../../../../src/backends/duckdb/segments/segment-file.ts';
import { writeStructure } from '../../../../src/backends/duckdb/segments/write-structure.ts';

const structures = structuresOf(videos);

async function openFile(index: string, name: string, memoryBytesMax: number): Promise<SegmentFile> {
  const snapshot = await openSnapshot(index);
  const folder = `${index}/${name}`;
  await mkdir(folder);
  const files = snapshot.files(videos).map((file) => ({ path: snapshot.path(file), rows: file.rows }));
  return await SegmentFile.open({ folder, files, table: videos, structures, threads: 2, memoryBytesMax });
}

/** Columns that the small index leaves empty, but structures are about. */
const columns = {
  author_id: 'CASE WHEN i % 7 = 0 THEN NULL ELSE (i % 23)::VARCHAR END',
  music_id: 'CASE WHEN i % 19 = 0 THEN NULL ELSE (i % 31)::VARCHAR END',
  music_title: "'song ' || (i % 31)",
  comment_count: '(hash(i + 7) % 100000)::BIGINT',
  share_count: '(hash(i + 8) % 3)::BIGINT',
  duration_ms: '(hash(i + 6) % 60000)::INTEGER',
  collect_count: 'CASE WHEN i % 2 = 0 THEN NULL ELSE (hash(i + 9) % 50)::BIGINT END',
};

test('made in slices, a structure is what it is made at once', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 4_000, columns);
  await using whole = await openFile(folder.path, 'whole', 2 ** 30);
  // Rows of a megabyte each, as it were: each structure that can be sliced is.
  await using sliced = await openFile(folder.path, 'sliced', 2 ** 30);
  for (const structure of structures) {
    await whole.write(structure);
    const { slices } = structure;
    await sliced.write(
      slices === undefined ? structure : { ...structure, slices: { ...slices, rowBytes: 2 ** 20 } },
    );
    expect(await sliced.check(structure)).toEqual(await whole.check(structure));
    const order = structure.order.map((term) => `${term} NULLS LAST`);
    const text = (file: SegmentFile) =>
      file.connection.runAndReadAll(
        `FROM ${structure.name} ORDER BY ${[...order, ...structure.columns.map(({ name }) => name)].join(', ')}`,
      );
    expect((await text(sliced)).getRowsJson()).toEqual((await text(whole)).getRowsJson());
  }
}, 60_000);

/** Puts what each SELECT gives in place of a structure, whose own rows are `whole`; afterwards it is as before. */
async function withFaults(
  { connection }: SegmentFile,
  name: string,
  faults: readonly string[],
  expectRefused: (fault: string) => Promise<void>,
): Promise<void> {
  await connection.run(`ALTER TABLE ${name} RENAME TO whole`);
  for (const fault of faults) {
    await connection.run(`CREATE TABLE ${name} AS ${fault}`);
    await expectRefused(fault);
    await connection.run(`DROP TABLE ${name}`);
  }
  await connection.run(`ALTER TABLE whole RENAME TO ${name}`);
}

test('a structure with a row too few, too many, altered or out of place is refused', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000, columns);
  await using file = await openFile(folder.path, 'build', 2 ** 30);
  for (const structure of structures) await file.write(structure);
  for (const structure of structures) {
    const { name } = structure;
    const first = structure.columns[0]?.name;
    const [counted] = await file.connection
      .runAndReadAll(`SELECT count(*) FROM ${name}`)
      .then((all) => all.getRows());
    const rows = counted?.[0];
    const number = structure.columns.find(({ type }) => type === 'BIGINT' || type === 'INTEGER')?.name;
    const faults = [
      `FROM whole LIMIT (SELECT count(*) - 1 FROM whole)`,
      `FROM whole UNION ALL (FROM whole LIMIT 1)`,
      // One row alone cannot be out of place.
      ...((structure.order.length === 0 && name !== 'scan') || rows === 1n
        ? []
        : [`(FROM whole OFFSET 1) UNION ALL (FROM whole LIMIT 1)`]),
      ...(number === undefined
        ? []
        : [
            `SELECT * REPLACE (CASE WHEN rowid = least(2, (SELECT count(*) - 1 FROM whole)) THEN coalesce(${number}, 0) + 1 ELSE ${number} END::${structure.columns.find((c) => c.name === number)?.type} AS ${number}) FROM whole`,
          ]),
      `SELECT ${first} AS other, * EXCLUDE (${first}) FROM whole`,
    ];
    await withFaults(file, name, faults, async (fault) => {
      // How often words occur is checked when they are counted a second time, for the postings.
      const check = () =>
        file.check(
          name === 'words' ? (structures.find((each) => each.name === 'postings') ?? structure) : structure,
        );
      const found = await file
        .check(structure)
        .then(check)
        .then(
          () => 'nothing',
          (error: Error) => error.message,
        );
      expect(found, `${name}: ${fault}`).toContain('differs from its source');
    });
    await file.check(structure);
  }
}, 60_000);

test('structures that hold no rows are built and checked', async () => {
  await using folder = await temporaryDirectory();
  const owners = { author: 'NULL', author_id: 'NULL', music_id: 'NULL' };
  await writeSmallIndex(folder.path, 100, {
    ...columns,
    ...owners,
    hashtags: 'NULL::VARCHAR[]',
    description: 'NULL',
  });
  await using file = await openFile(folder.path, 'build', 2 ** 30);
  for (const structure of structures) {
    await file.write(structure);
    await file.check(structure);
  }
});

/** Builds an index and expects the same answers afterwards; returns those of before, and what was built. */
async function builtWithSameAnswers(index: string, sql: readonly string[]) {
  await using engine = await openEngine({ index, isolation: 'in-process', advisoryParser: false });
  const ask = async () =>
    await Promise.all(sql.map(async (text) => await (await engine.query(text)).toArray()));
  const before = await ask();
  const { tables } = await buildIndex({ index, smallTables: true });
  await engine.refresh();
  expect(await ask()).toEqual(before);
  return { before, tables };
}

test('rows without an owner are in no structure by owner, and are found all the same', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 3_000, { ...columns, author: 'NULL', author_id: 'NULL' });
  const sql = [
    'SELECT count(*) AS n FROM videos WHERE author IS NULL',
    "SELECT count(*) AS n FROM videos WHERE author = 'a' OR author_id IS NULL",
    "SELECT count(*) AS n FROM videos WHERE author_id = '5'",
    'SELECT author_id, count(*) AS n FROM videos GROUP BY 1',
    "SELECT music_id, count(*) AS n FROM videos WHERE music_id IN ('1', '2') GROUP BY ALL ORDER BY 1",
    'SELECT count(*) AS n FROM videos WHERE music_id IS NULL',
  ];
  const { before, tables } = await builtWithSameAnswers(folder.path, sql);
  expect(before[0]).toEqual([{ n: 3_000 }]);
  const built = tables.find(({ table }) => table === 'shortvideo.videos')?.segment.structures;
  expect([built?.by_author?.rows, built?.by_author_id?.rows]).toEqual([0, 0]);
  const withSound = 3_000 - Number(before[5]?.[0]?.n);
  expect(built?.by_music_id?.rows).toBe(withSound);
});

test('sums are stored as BIGINT, where a sum is greater as HUGEINT', async () => {
  await using folder = await temporaryDirectory();
  const huge = '(9000000000000000000 - i)::BIGINT';
  await writeSmallIndex(folder.path, 2_000, { ...columns, share_count: huge, collect_count: `-${huge}` });
  const sql = [
    'SELECT music_id, sum(share_count) AS s, min(collect_count) AS m FROM videos GROUP BY 1 ORDER BY s, 1 LIMIT 5',
    'SELECT sum(share_count) AS s, sum(like_count) AS l, avg(collect_count) AS c FROM videos',
    'SELECT author_id, sum(collect_count) AS s FROM videos GROUP BY 1 ORDER BY s DESC, 1',
  ];
  await builtWithSameAnswers(folder.path, sql);
  await using file = await openFile(folder.path, 'build', 2 ** 30);
  const totals = structures.filter(({ columns }) => columns.some(({ narrow }) => narrow !== undefined));
  expect(totals.length).toBeGreaterThan(5);
  for (const structure of structures) {
    await file.write(structure);
    await file.check(structure);
  }
  const typesIn = async ({ connection }: SegmentFile) => {
    const found = await connection.runAndReadAll(
      "SELECT DISTINCT data_type FROM duckdb_columns() WHERE column_name IN ('share_count_sum', 'collect_count_sum') ORDER BY 1",
    );
    return found.getRows().flat();
  };
  expect(await typesIn(file)).toContain('HUGEINT');
  await writeSmallIndex(`${folder.path}/other`, 2_000, columns);
  await using other = await openFile(`${folder.path}/other`, 'build', 2 ** 30);
  for (const structure of structures) await other.write(structure);
  expect(await typesIn(other)).toEqual(['BIGINT']);
}, 60_000);

test('values of 128 bits are not compressed', async () => {
  await using folder = await temporaryDirectory();
  await using database = await Database.open({ path: `${folder.path}/structure.duckdb` });
  const connection = await database.connect();
  const types = { wide: 'DECIMAL(38,2)', huge: 'HUGEINT', narrow: 'DECIMAL(18,2)', id: 'BIGINT' };
  const list = Object.keys(types).map((name) => `i % 1000 AS ${name}`);
  const structure: Structure = {
    name: 'numbers',
    description: '',
    columns: Object.entries(types).map(([name, type]) => ({ name, type })),
    sql: `SELECT ${list.join(', ')} FROM range(200_000) AS numbers(i)`,
    ...{ reads: [], order: [], checks: [] },
  };
  await writeStructure(connection, structure, { rows: 200_000, sliceBytesMax: 2 ** 30 });
  await connection.run('CHECKPOINT');
  const found = await connection.runAndReadAll(
    `SELECT DISTINCT column_name, compression = 'Uncompressed' FROM pragma_storage_info('numbers') WHERE segment_type <> 'VALIDITY' ORDER BY 1`,
  );
  expect(Object.fromEntries(found.getRows() as [string, boolean][])).toEqual({
    huge: true,
    id: false,
    narrow: false,
    wide: true,
  });
  connection.closeSync();
});

test.each([
  ['INTEGER', '(i * 7919) % 12_000 - 500'],
  ['BIGINT', '(i * 7919) % 12_000 * 1_000_000_007'],
  ['DOUBLE', '((i * 7919) % 12_000 - 500) / 8'],
  ['DATE', "DATE '0009-01-01' + ((i * 7919) % 700_000)::INTEGER"],
  ['VARCHAR', '((i * 7919) % 12_000)::VARCHAR'],
])('slices by a column of type %s have each row once, in order', async (type, value) => {
  await using database = await Database.open({});
  const connection = await database.connect();
  const key = `CASE WHEN i % 50 > 0 THEN (${value})::${type} END`;
  const structure: Structure = {
    name: 'sliced',
    description: '',
    columns: [
      { name: 'key', type },
      { name: 'ordinal', type: 'INTEGER' },
    ],
    sql: `SELECT ${key} AS key, i::INTEGER AS ordinal FROM range(20_000) AS numbers(i)`,
    ...{ reads: [], order: ['key', 'ordinal'], checks: [] },
    slices: { sample: `SELECT ${key} AS key FROM range(20_000) AS numbers(i)`, rowBytes: 1_000 },
  };
  await writeStructure(connection, structure, { rows: 20_000, sliceBytesMax: 2_000_000 });
  const found = await connection.runAndReadAll('FROM sliced');
  const wanted = await connection.runAndReadAll(`FROM (${structure.sql}) ORDER BY key NULLS LAST, ordinal`);
  expect(found.getRowsJson()).toEqual(wanted.getRowsJson());
  connection.closeSync();
});

test('a group that is duplicated, without rows, or has a row of another, is refused, though all sums are right', async () => {
  await using folder = await temporaryDirectory();
  await writeSmallIndex(folder.path, 2_000, columns);
  await using file = await openFile(folder.path, 'build', 2 ** 30);
  for (const structure of structures) await file.write(structure);
  const groups = structures.filter(({ isOrderUnique }) => isOrderUnique === true);
  expect(groups.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['rollup_day', 'author_totals', 'hashtag_totals']),
  );
  for (const structure of groups) {
    const { name } = structure;
    const [key] = structure.columns;
    const least = key?.type === 'VARCHAR' ? "''" : `'1970-01-01'::${key?.type}`;
    const nothing = structure.columns
      .filter((column) => /_(?:rows|sum)$/.test(column.name))
      .map((column) => `${column.name} - ${column.name} AS ${column.name}`)
      .join(', ');
    const split = '(SELECT min(rowid) FROM whole WHERE rows > 1)';
    const messages: Record<string, string> = {
      [`(FROM whole WHERE rowid < ${split})
        UNION ALL (SELECT * REPLACE (rows - 1 AS rows) FROM whole WHERE rowid = ${split})
        UNION ALL (SELECT * REPLACE (1 AS rows, ${nothing}) FROM whole WHERE rowid = ${split})
        UNION ALL (FROM whole WHERE rowid > ${split})`]: 'duplicated',
      [`(SELECT * REPLACE (${least} AS ${key?.name}, rows - rows AS rows, ${nothing}) FROM whole LIMIT 1) UNION ALL (FROM whole)`]:
        'checksum of groups',
      'SELECT * REPLACE (rows + CASE rowid WHEN 0 THEN 1 WHEN 1 THEN -1 ELSE 0 END AS rows) FROM whole':
        'checksum of groups',
    };
    await withFaults(file, name, Object.keys(messages), async (fault) => {
      await expect(file.check(structure), `${name}: ${fault}`).rejects.toThrow(messages[fault] as string);
    });
  }
}, 60_000);
