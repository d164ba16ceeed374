import { builtInCatalog } from '@sdq/catalog';
import { openSnapshot, type Snapshot } from '@sdq/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSmallIndex } from '../../../../../test/support/small-index.ts';
import { statementsOf } from '../../../../../test/support/statements/statements.ts';
import { temporaryDirectory } from '../../../../../test/support/temporary-directory.ts';
import { plan } from '../../../src/backends/duckdb/plan/plan.ts';
import { resolveQuery } from '../../../src/engine/run-query.ts';
import { Parser } from '../../../src/gate/parse/parser.ts';
import { type ReadText, RecentTexts } from '../../../src/gate/parse/recent-texts.ts';

let parser: Parser;
let snapshot: Snapshot;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  directory = await temporaryDirectory();
  await writeSmallIndex(directory.path, 300);
  snapshot = await openSnapshot(directory.path);
  parser = await Parser.open({ advisoryParser: false });
});
afterAll(async () => {
  await parser[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const tables = ['videos'];

it('checks the parameters of a text each time', async () => {
  const text = 'SELECT video_id FROM videos WHERE author = $author';
  const first = await parser.parse(text, { author: 'ada' }, { tables });
  const second = await parser.parse(text, { author: 'grace' }, { tables });
  expect(second.ast).toBe(first.ast);
  expect([first.parameters, second.parameters]).toEqual([{ author: 'ada' }, { author: 'grace' }]);
  await expect(parser.parse(text, { name: 'ada' }, { tables })).rejects.toMatchObject({
    code: 'sql_parameter_error',
  });
});

it('refuses a text as often as it comes', async () => {
  for (let turn = 0; turn < 2; turn++)
    await expect(parser.parse('SELECT FROM WHERE', undefined, { tables })).rejects.toMatchObject({
      code: 'sql_syntax_error',
    });
});

it('shares trees that no stage changes', async () => {
  for (const { sql: text } of statementsOf('corpus')) {
    const { ast } = await parser.parse(text, undefined, { tables });
    const before = JSON.stringify(ast);
    const request = {
      text,
      platform: 'shortvideo' as const,
      parameters: undefined,
      signal: undefined,
    };
    const { resolved } = await resolveQuery(request, { catalog: builtInCatalog, parser });
    plan(resolved, snapshot, { rowsMax: 10 });
    expect(JSON.stringify(ast), text).toBe(before);
  }
});

it('keeps few texts, none of a great tree, none that a reader gave up', () => {
  const texts = new RecentTexts();
  const read = (over: Partial<ReadText> = {}) =>
    ({ checked: {}, ast: {}, reading: 'off', astLength: 1_000, ...over }) as ReadText;
  texts.keep(null, 'great', read({ astLength: 65 * 2 ** 10 }));
  texts.keep(null, 'given up', read({ reading: 'timed out' }));
  expect([texts.get(null, 'great'), texts.get(null, 'given up')]).toEqual([undefined, undefined]);
  for (let i = 0; i < 512; i++) texts.keep(null, `text ${i}`, read());
  expect(texts.get(null, 'text 0')).toBeDefined();
  texts.keep(null, 'one more', read());
  expect(texts.get(null, 'text 1')).toBeUndefined();
  expect(texts.get(null, 'text 0')).toBeDefined();
  for (let i = 0; i < 100; i++) texts.keep(null, `large ${i}`, read({ astLength: 60 * 2 ** 10 }));
  expect(texts.get(null, 'text 0')).toBeUndefined();
  expect(texts.get(null, 'large 99')).toBeDefined();
  expect(texts.get(null, 'large 20')).toBeUndefined();
  expect([texts.get('a', 'large 99'), texts.get('null', 'large 99')]).toEqual([undefined, undefined]);
});
