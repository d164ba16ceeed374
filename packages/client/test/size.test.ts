import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clientBundle } from '../../../test/clients/client-bundle.ts';

const sources = join(import.meta.dirname, '../src');

test('the client has 8 kB at most, bundled, minified and compressed', async () => {
  const code = await clientBundle();
  expect(code).toContain('idempotency-key');
  expect(gzipSync(code).length).toBeLessThanOrEqual(8_192);
});

test('the client imports nothing but its own files', () => {
  for (const file of globSync('**/*.ts', { cwd: sources })) {
    const text = readFileSync(join(sources, file), 'utf8');
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) expect(from, file).toMatch(/^\.{1,2}\//);
  }
});
