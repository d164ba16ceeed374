import { builtInCatalog } from '@sdq/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementsOf } from '../../../../test/support/statements/statements.ts';
import { offeredFunctions } from '../../src/gate/admit/functions/index.ts';
import { Parser } from '../../src/gate/parse/parser.ts';
import { functionNames, functionTemplates } from '../../src/introspection/functions.ts';
import { translate } from '../../src/introspection/translate.ts';

let reader: Parser;
beforeAll(async () => {
  reader = await Parser.open({ advisoryParser: false });
});
afterAll(() => reader[Symbol.asyncDispose]());

const read = async (text: string) =>
  await translate(text, { catalog: builtInCatalog, platform: 'shortvideo', reader });

const statements = statementsOf('corpus').map(({ sql }) => sql);
const qualifiers = ['main', '"main"', 'ShortVideo', 'memory.main', 'sdq."shortvideo"', 'SDQ.MAIN'];

test('no statement of the corpus is changed', async () => {
  const changed = [];
  for (const sql of statements) if ((await read(sql)).text !== sql) changed.push(sql);
  expect(changed).toEqual([]);
});

test('qualified names of tables become the names alone, wherever they are', async () => {
  const plain = /\b(FROM|JOIN)\s+(videos|authors|comments)\b(?!\s*\()/gi;
  const wrong: string[] = [];
  let count = 0;
  for (const [index, sql] of statements.entries()) {
    const names = [...sql.matchAll(plain)].map(([, , name = '']) => name.toLowerCase());
    const isCte = names.some((name) =>
      new RegExp(`\\b${name}\\s+AS\\s+(?:NOT\\s+|MATERIALIZED\\s*)*\\(`, 'i').test(sql),
    );
    if (names.length === 0 || isCte || /EXTRACT|DISTINCT FROM|'[^']*(?:FROM|JOIN)/i.test(sql)) continue;
    const qualifier = qualifiers[index % qualifiers.length];
    const { text } = await read(sql.replace(plain, `$1 ${qualifier}.$2`));
    const withoutAliases = text.replace(/ AS "(?:[^"]|"")+"/g, '');
    if (new RegExp(`(?:FROM|JOIN)\\s+${qualifier}\\.`, 'i').test(withoutAliases)) wrong.push(text);
    count += 1;
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(300);
});

test.each([
  ['SELECT author FROM "main"."videos"', 'SELECT author FROM "videos"'],
  ['SELECT main.videos.author FROM main.videos', 'SELECT videos.author FROM videos'],
  ['SELECT shortvideo.videos.author FROM videos', 'SELECT videos.author FROM videos'],
  ['SELECT 1 FROM main.videos v WHERE v.a = 1', 'SELECT 1 FROM videos v WHERE v.a = 1'],
  [
    'WITH videos AS (FROM main.videos) FROM videos',
    'WITH videos AS (FROM "main.videos" AS "videos") FROM videos',
  ],
  ['SELECT main.videos.x FROM (SELECT 1) AS main', 'SELECT main.videos.x FROM (SELECT 1) AS main'],
  ['SELECT main.videos FROM authors main', 'SELECT main.videos FROM authors main'],
  ['SELECT * FROM micro.tweets', 'SELECT * FROM micro.tweets'],
  ['SELECT * FROM a.main.videos', 'SELECT * FROM a.main.videos'],
  ['SELECT \'main.videos\', "main.videos" FROM videos', 'SELECT \'main.videos\', "main.videos" FROM videos'],
  ['SELECT 1 FROM videos -- FROM main.videos', 'SELECT 1 FROM videos -- FROM main.videos'],
])('%s', async (sql, expected) => {
  expect((await read(sql)).text).toBe(expected);
});

test('no function that a query may call is changed', () => {
  const changed = [...functionTemplates.keys(), ...Object.keys(functionNames)];
  expect(changed.filter((name) => offeredFunctions.has(name))).toEqual([]);
});

test('nested calls stay bounded', async () => {
  const nested = `SELECT ${'format_type('.repeat(30)}1, 2${', 3)'.repeat(30)} FROM pg_class`;
  await expect(read(nested)).rejects.toMatchObject({ code: 'statement_not_allowed' });
  const unknown = `SELECT ${'current_setting('.repeat(60)}'x'${')'.repeat(60)}`;
  const startedAt = process.cpuUsage().user;
  expect((await read(unknown)).asks).toBe(false);
  expect((process.cpuUsage().user - startedAt) / 1e6).toBeLessThan(2);
});
