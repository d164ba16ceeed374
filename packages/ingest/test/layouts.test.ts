import { expect, test } from 'vitest';
import { relaid, withoutTypes } from '../src/containers/relaid.ts';
import { parseTime } from '../src/values/time.ts';
import { Workspace } from './support.ts';

const id = '7380686551045767891';

test('records in columns, in rows without names, and by key are lists of records', () => {
  const rows = [
    { id: '1', plays: 5 },
    { id: '2', plays: 6 },
  ];
  expect(
    relaid({
      columns: ['id', 'plays'],
      index: [0, 1],
      data: [
        ['1', 5],
        ['2', 6],
      ],
    }),
  ).toEqual(rows);
  expect(relaid({ id: { 0: '1', 1: '2' }, plays: { 0: 5, 1: 6 } })).toEqual(rows);
  expect(relaid({ 0: rows[0], 1: rows[1] })).toEqual(rows);
  expect(relaid({ data: { items: { 0: rows[0] } } })).toEqual({ data: { items: [rows[0]] } });
  expect(relaid({ [id]: { plays: 5 } })).toEqual([{ id, plays: 5 }]);
  expect(relaid({ [id]: { video_id: '9', plays: 5 } })).toEqual([{ video_id: '9', plays: 5 }]);
});

test('a record with members by number stays as it is', () => {
  for (const record of [
    { id, sizes: { 720: { url: 'a' }, 1080: { url: 'b' } }, plays: 5 },
    { columns: ['id', 'plays'], data: [['1', 5, 6]] },
    { id: { 0: '1' }, plays: { 0: 5, 1: 6 } },
    { data: 'text', columns: ['a', 'b'] },
  ]) {
    expect(relaid(record)).toBe(record);
  }
});

test('values of a MongoDB export are plain, and texts that look alike are kept', () => {
  const text = `{"_id":{"$oid":"a1"},"n":{"$numberLong":"5"},"at":{"$date":{"$numberLong":"1718450000000"}},"x":{"$set":1}}`;
  expect(withoutTypes(JSON.parse(text), text)).toEqual({
    _id: 'a1',
    n: '5',
    at: '1718450000000',
    x: { $set: 1 },
  });
});

test.each([
  ['15 juin 2024 13:13', '2024-06-15T13:13:00.000Z'],
  ['1er août 2024', '2024-08-01T00:00:00.000Z'],
  ['15 de jun. de 2024 às 08:13', '2024-06-15T08:13:00.000Z'],
  ['sábado, 15 de junio de 2024', '2024-06-15T00:00:00.000Z'],
  ['15 июня 2024 г., 14:13', '2024-06-15T14:13:00.000Z'],
  ['15. Juni 2024 um 13:13 Uhr', '2024-06-15T13:13:00.000Z'],
  ['15 Haziran 2024 14:13', '2024-06-15T14:13:00.000Z'],
  ['15 czerwca 2024', '2024-06-15T00:00:00.000Z'],
  ['15 يونيو 2024', '2024-06-15T00:00:00.000Z'],
  ['2024年6月15日 20:13', '2024-06-15T20:13:00.000Z'],
  ['2024년 6월 15일 오후 8:13', '2024-06-15T20:13:00.000Z'],
  ['2024-06-15 07:13:20 EDT', '2024-06-15T11:13:20.000Z'],
  ['6/15/2024 7:13 AM PST', undefined],
  ['15 listopad 2024', undefined],
  ['31 juin 2024', undefined],
  ['15 foo 2024', undefined],
])('%s is %s', (text, expected) => {
  const time = parseTime(text);
  expect(time && new Date(Number(time.micros / 1000n)).toISOString()).toBe(expected);
});

test('of several IDs, times and names, those are read that the IDs and addresses agree with, and the report says so', async () => {
  await using space = await Workspace.make();
  const row = {
    id: 12_345,
    created_at: '2024-09-02T08:00:00Z',
    username: 'collector',
    views: 5,
    post: {
      post_id: id,
      published_at: '2024-06-15T11:13:20Z',
      link: `https://www.tiktok.com/@mira.invented/video/${id}`,
    },
  };
  const file = await space.addText(JSON.stringify([row]));
  expect(await space.rows('SELECT video_id, create_time, author FROM videos')).toEqual([
    { video_id: id, create_time: '2024-06-15 11:13:20+00', author: 'mira.invented' },
  ]);
  const told = file.guesses.filter(({ kind }) => kind === 'source').map(({ message }) => message);
  expect(told).toHaveLength(3);
  expect(told.join(' ')).toContain('"post.published_at" and not from "created_at": it agrees with the IDs');
});

test('a word for thousands is told by the other columns of the file', async () => {
  await using space = await Workspace.make();
  const csv = (plays: string) => `id;izlenme;beğeni\n${id};${plays};"45,7 B"\n`;
  await space.addText(csv('"1,2 Mn"'));
  expect(await space.rows('SELECT like_count FROM videos')).toEqual([{ like_count: '45700' }]);
  expect((await space.addText(csv('1200'))).fieldsRefusedBy).toEqual({ count_invalid: 1 });
});
