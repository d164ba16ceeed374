import type { SqlParameter } from '@sdq/contract';
import { buildIndex, openEngine } from '@sdq/core';
import { expect, test } from 'vitest';
import { writeSmallIndex } from '../../../../test/support/small-index.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';

test('parameters keep their values wherever a plan moves the conditions that they are in', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 3_000);
  await buildIndex({ index: directory.path, smallTables: true });
  await using engine = await openEngine({ index: directory.path, cacheBytesMax: 0 });
  const rowsOf = async (sql: string, parameters?: readonly SqlParameter[]) => {
    const rows: unknown[] = [];
    const result = await engine.query(sql, parameters === undefined ? {} : { parameters });
    for await (const row of result.rows()) rows.push(row);
    return rows;
  };
  const [known] = (await rowsOf(
    'SELECT author, hashtags[1] AS tag FROM videos WHERE author IS NOT NULL AND len(hashtags) > 0 LIMIT 1',
  )) as { author: string; tag: string }[];
  const { author = '', tag = '' } = known ?? {};
  const questions: [string, readonly SqlParameter[]][] = [
    [
      'SELECT *, ? AS mark FROM videos WHERE play_count BETWEEN ? AND ? ORDER BY video_id LIMIT 10',
      [7, 100, 500],
    ],
    [
      'SELECT ? AS mark, * FROM videos WHERE author = ? AND play_count > ? ORDER BY create_time DESC LIMIT 5',
      ['x', author, 5],
    ],
    [
      'SELECT ? AS mark, description FROM videos WHERE list_contains(hashtags, ?) AND like_count >= ? ORDER BY create_time DESC, video_id LIMIT 3',
      ['q', tag, 0],
    ],
    ["SELECT ? AS mark, count(*) AS n, '?' AS sign FROM videos WHERE region = ? -- ?", [1, 'DE']],
  ];
  for (const [sql, parameters] of questions) {
    let at = 0;
    const literal = sql
      .replace(" '?'", " '¿'")
      .replace('-- ?', '')
      .replaceAll('?', () =>
        typeof parameters[at] === 'string' ? `'${parameters[at++]}'` : `${parameters[at++]}`,
      )
      .replace('¿', '?');
    const expected = await rowsOf(literal);
    expect(expected.length).toBeGreaterThan(0);
    expect(await rowsOf(sql, parameters)).toEqual(expected);
  }
});

test('the place of an error is that of the text with question marks', async () => {
  await using directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 10);
  await using engine = await openEngine({ index: directory.path });
  const sql = 'SELECT ? AS a, ? AS b, plays FROM videos';
  await expect(engine.query(sql, { parameters: [1, 2] })).rejects.toMatchObject({
    sql: [{ offset: sql.indexOf('plays') }],
  });
  await expect(engine.query(sql, { parameters: [1] })).rejects.toMatchObject({ code: 'sql_parameter_error' });
});
