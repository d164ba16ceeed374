import { expect, test } from 'vitest';
import { findRetired } from '../scripts/words/find-retired.ts';
import { retiredNames, retiredWords } from '../scripts/words/retired-words.ts';

const wordsOf = (file: string, text: string) => findRetired([file], () => text, retiredWords, []);

test.each(retiredWords.map((word) => [word.example, word] as const))('"%s" is found', (example, word) => {
  expect(word.pattern.test(example)).toBe(true);
  expect(wordsOf('docs/any.md', `plain\n${example}\n`)).toContainEqual({
    place: 'docs/any.md:2',
    text: example,
    instead: word.instead,
  });
  expect(word.instead).not.toMatch(word.pattern);
});

test.each(retiredNames.map((name) => [name.example, name] as const))(
  'a file %s is found',
  (example, name) => {
    expect(findRetired([example], () => '')).toContainEqual({
      place: example,
      text: example,
      instead: name.instead,
    });
  },
);

test('a word is let pass where it is right, and what commands write is not searched', () => {
  const words = [
    { pattern: /\bunit\b/, instead: 'record chunk', example: 'unit', rightIn: ['packages/pricing/'] },
  ];
  const found = findRetired(
    ['packages/pricing/src/a.ts', 'packages/ingest/src/a.ts', 'docs/openapi.json', 'packages/ingest/a.png'],
    () => 'a unit',
    words,
    [],
  );
  expect(found.map(({ place }) => place)).toEqual(['packages/ingest/src/a.ts:1']);
});
