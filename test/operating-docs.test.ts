import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operatingDocs } from '../scripts/settings-docs.ts';

const path = new URL('../docs/operating.md', import.meta.url);

test('the settings in docs/operating.md are those that npm run docs:settings writes', () => {
  expect(readFileSync(path, 'utf8')).toBe(operatingDocs(path));
});

test('every figure that docs/operating.md names is served', () => {
  const operations = new URL('../packages/server/src/operations/', import.meta.url);
  const served = readdirSync(operations)
    .map((file) => readFileSync(new URL(file, operations), 'utf8'))
    .join('');
  const named = new Set(
    readFileSync(path, 'utf8')
      .match(/`sdq_[a-z_]+/g)
      ?.map((each) => each.slice(1)),
  );
  expect(named.size).toBeGreaterThan(10);
  for (const name of named) expect(served).toContain(`'${name}'`);
});

test.each([
  ['package-lock.json', 200],
  ['test/tools/package-lock.json', 5],
] as const)('every package of %s is pinned by its hash', (file, packagesMin) => {
  const lock = JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string; resolved?: string }>;
  };
  const installed = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  expect(installed.length).toBeGreaterThan(packagesMin);
  for (const [path, { integrity, resolved }] of installed) {
    expect(integrity, path).toMatch(/^sha512-/);
    if (resolved !== undefined) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});
