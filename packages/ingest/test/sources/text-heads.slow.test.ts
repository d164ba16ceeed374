import { expect, test } from 'vitest';
import { Workspace } from '../support.ts';

const header = ['video_id', 'create_time', 'views', 'music_title'];

const table = (delimiter: string, ...rows: unknown[][]) =>
  [header, ...rows].map((row) => row.join(delimiter)).join('\n');

const rows = [
  [1, 1_700_000_000, 5, 'A'],
  [2, 1_700_000_000, 6, 'B'],
];

test.each([
  ['one title', `My videos\n${table(',', ...rows)}`, 1],
  ['a title with a comma, a blank line', `Export, May 2025\n\n${table(',', ...rows)}`, 1],
  ['titles padded by a spreadsheet', `My videos,,,\nfrom,2025,,\n,,,\n${table(',', ...rows)}`, 3],
  ['a title in quotes over two lines', `"My\nvideos";;;\n${table(';', ...rows)}`, 1],
  ['CRLF and a byte order mark', `\uFEFFMy videos\r\n${table('\t', ...rows).replaceAll('\n', '\r\n')}`, 1],
])('rows above the header are not read, and told: %s', async (_name, text, count) => {
  await using space = await Workspace.make();
  const file = await space.addText(text);
  expect(file).toMatchObject({ status: 'added', accepted: 2, refused: 0, guesses: [{ kind: 'title_rows' }] });
  expect(file.guesses[0]?.message).toMatch(new RegExp(`^${count} rows? above the header`));
  expect(await space.rows('SELECT video_id, play_count FROM videos ORDER BY 1')).toEqual([
    { video_id: '1', play_count: '5' },
    { video_id: '2', play_count: '6' },
  ]);
});

test('the lines of refused rows count the titles', async () => {
  await using space = await Workspace.make();
  const file = await space.addText(`My videos\n\n${table(',', ...rows, ['x', 1, 1, 'C'])}\n`);
  expect(file.examples).toMatchObject({ id_invalid: [{ line: 6 }] });
});

test.each([
  ['sep=;', ';'],
  ['SEP=|', '|'],
  ['"sep=\t"', '\t'],
])('a first line %s states the delimiter', async (first, delimiter) => {
  await using space = await Workspace.make();
  const songs = [[1, 1_700_000_000, 5, 'a, b, c, d, e, f']];
  const file = await space.addText(`${first}\n${table(delimiter, ...songs)}`);
  expect(file).toMatchObject({ accepted: 1, refused: 0, guesses: [] });
  expect(await space.rows('SELECT music_title FROM videos')).toEqual([{ music_title: 'a, b, c, d, e, f' }]);
});

test('no titles: a header with an empty name, rows of other lengths, values with other delimiters', async () => {
  await using space = await Workspace.make();
  const short = await space.addText(`${table(',', ...rows)}\n3,1700000000\n4\n`);
  expect(short).toMatchObject({ accepted: 2, refusedBy: { columns_mismatch: 2 }, guesses: [] });
  const decimal = await space.addText(
    `${table(';', [7, 1_700_000_000, 5, '1,5,6'], [8, 1_700_000_000, 6, '2,5,7'])}`,
  );
  expect(decimal).toMatchObject({ accepted: 2, guesses: [] });
  const numbered = await space.addText(`,id,create_time,views\n0,9,1700000000,4\n`);
  expect(numbered).toMatchObject({ accepted: 1, guesses: [] });
});

test('replaced bytes are counted with a given encoding too, by any of its names', async () => {
  const bytes = Buffer.from(table(',', [1, 1_700_000_000, 5, 'caf_'], [2, 1_700_000_000, 5, 'plain']));
  bytes[bytes.indexOf('_', bytes.indexOf('caf'))] = 0xe4;
  for (const encoding of ['utf8', 'UTF-8']) {
    await using space = await Workspace.make();
    expect(await space.addText(bytes, { encoding })).toMatchObject({
      accepted: 2,
      notes: { invalid_utf8: 1 },
    });
    expect(await space.rows('SELECT music_title FROM videos LIMIT 1')).toEqual([
      { music_title: 'caf\uFFFD' },
    ]);
  }
  await using space = await Workspace.make();
  const odd = Buffer.concat([Buffer.from(table(',', ...rows), 'utf16le'), Buffer.from([0x01, 0xd8])]);
  expect(await space.addText(odd)).toMatchObject({ accepted: 2, notes: { invalid_utf8: 1 } });
});

test('UTF-16 with and without byte order mark, in both byte orders, JSON too', async () => {
  const little = (text: string) => Buffer.from(text, 'utf16le');
  const big = (text: string) => little(text).swap16();
  const json = JSON.stringify([{ video_id: '1', create_time: 1_700_000_000, views: 3, music_title: 'Ähre' }]);
  const csv = table(',', [1, 1_700_000_000, 3, 'Ähre']);
  for (const encode of [little, big]) {
    for (const text of [csv, `\uFEFF${csv}`, json, `\uFEFF${json}`]) {
      await using space = await Workspace.make();
      expect(await space.addText(encode(text))).toMatchObject({
        accepted: 1,
        guesses: [{ kind: 'encoding' }],
      });
      expect(await space.rows('SELECT music_title FROM videos')).toEqual([{ music_title: 'Ähre' }]);
    }
  }
});
