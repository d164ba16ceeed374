import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorDocs } from '../scripts/error-docs.ts';

test('docs/errors.md is what scripts/write-error-docs.ts writes', () => {
  expect(readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8')).toBe(errorDocs());
});
