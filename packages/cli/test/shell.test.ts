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

const schema = new Map([
  ['videos', ['video_id', 'author', 'play_count']],
  ['authors', ['author', 'follower_count']],
]);

test.each([
  ['SELECT * FROM vi', '', ['videos']],
  ['SELECT pl', 'FROM videos', ['play_count']],
  ['SELECT v.a', 'FROM videos AS v', ['author']],
  ['SELECT authors.', '', ['author', 'follower_count']],
  ['.mo', '', ['.mode']],
  ['\\d au', '', ['authors']],
  ['GROU', '', ['GROUP']],
  ['SELECT nothing.', '', []],
])('what may follow %j', (line, before, completions) => {
  expect(completionsOf(line, before, schema, ['.mode', '.limit'])[0]).toEqual(completions);
});
