import { expect, test } from 'vitest';
import { completionsOf } from '../src/shell/completions.ts';
import { isBlank, splitStatements } from '../src/shell/split-statements.ts';

test.each([
  ['SELECT 1; SELECT 2', ['SELECT 1'], ' SELECT 2'],
  ['SELECT \';\', "a;b" -- no; end\n;', ['SELECT \';\', "a;b" -- no; end'], ''],
  ['SELECT /* ; */ 1;;', ['SELECT /* ; */ 1'], ''],
  ["SELECT 'it''s;'", [], "SELECT 'it''s;'"],
  ['SELECT $$;$$, $tag$ ; $tag$;', ['SELECT $$;$$, $tag$ ; $tag$'], ''],
  ['SELECT $name;', ['SELECT $name'], ''],
  ["SELECT 'open;", [], "SELECT 'open;"],
  ['/* open ;', [], '/* open ;'],
])('statements of %j', (text, statements, rest) => {
  expect(splitStatements(text)).toEqual({ statements, rest });
});

test('comments and blanks are no statement', () => {
  expect(isBlank(' -- x\n /* y */ ')).toBe(true);
  expect(isBlank('SELECT 1 -- x')).toBe(false);
});

const vocabulary = {
  tables: new Map([
    ['videos', ['video_id', 'author', 'play_count']],
    ['authors', ['author', 'follower_count']],
  ]),
  functions: [
    { name: 'grouping', kind: 'scalar' },
    { name: 'range', kind: 'scalar' },
    { name: 'read_rows', kind: 'table' },
  ],
  keywords: ['group', 'select'],
};

test.each([
  ['SELECT * FROM vi', '', ['videos']],
  ['SELECT pl', 'FROM videos', ['play_count']],
  ['SELECT v.a', 'FROM videos AS v', ['author']],
  ['SELECT V.', 'FROM Videos v JOIN authors a USING (author)', ['video_id', 'author', 'play_count']],
  ['SELECT a.f', 'FROM videos v, authors a', ['follower_count']],
  ['SELECT videos.f', 'FROM authors AS videos', ['follower_count']],
  ['SELECT authors.', '', ['author', 'follower_count']],
  ['SELECT count(*) FROM r', '', ['read_rows']],
  ['SELECT r', '', ['range']],
  ['DESCRIBE r', '', []],
  ['.mo', '', ['.mode']],
  ['\\d au', '', ['authors']],
  ['GROU', '', ['GROUP', 'GROUPING']],
  ['grou', '', ['group', 'grouping']],
  ['SELECT nothing.', '', []],
])('what may follow %j', (line, before, completions) => {
  const typed = { line, before, after: '' };
  expect(completionsOf(typed, vocabulary, ['.mode', '.limit'])[0]).toEqual(completions);
});

test('tables and aliases after the cursor count', () => {
  const completed = (line: string) =>
    completionsOf({ line, before: '', after: ' FROM authors AS a' }, vocabulary, [])[0];
  expect(completed('SELECT a.')).toEqual(['author', 'follower_count']);
  expect(completed('SELECT ')).toEqual(['author', 'follower_count']);
});
