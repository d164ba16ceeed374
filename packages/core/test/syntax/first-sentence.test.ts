import { expect, test } from 'vitest';
import { firstSentence } from '../../src/syntax/first-sentence.ts';

test.each([
  ['A plain sentence', 'A plain sentence'],
  ['Could not find "x"\nCandidate bindings: "a"', 'Could not find "x"'],
  ["Could not convert string 'two\nlines' to INT32", "Could not convert string 'two lines' to INT32"],
  [
    "Could not convert string 'it's\n a \"value' to INT32",
    "Could not convert string 'it's a \"value' to INT32",
  ],
  [
    "Could not convert string '\n\n' to INT32 when casting from source column a",
    "Could not convert string ' ' to INT32 when casting from source column a",
  ],
  ['syntax error at or near "\'a\nb\'"', 'syntax error at or near "\'a b\'"'],
  [
    "Could not convert string 'a\r\nb' to DATE\n\nLINE 1: SELECT 'c'",
    "Could not convert string 'a b' to DATE",
  ],
  ["An open 'quote\nhere", 'An open'],
])('%j', (message, sentence) => {
  expect(firstSentence(message)).toBe(sentence);
});

test('a long value is shortened inside of its quotes', () => {
  const sentence = firstSentence(`Could not convert string '${'x\n'.repeat(500)}' to INT32`);
  expect(sentence).toMatch(/^Could not convert string '(?:x ){60}…' to INT32$/);
});
