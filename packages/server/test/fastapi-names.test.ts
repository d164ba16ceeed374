import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = new URL('../../', import.meta.url).pathname;
const imitation = 'server/src/fastapi/';

function sourcesOf(folder: string): string[] {
  return readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('generated/'))
    .map((name) => `${folder}/${name}`);
}

function textOf(file: string): string {
  return readFileSync(join(packages, file), 'utf8');
}

test('pydantic’s names stand in server/src/fastapi only', () => {
  const wordings = ['pydantic-wording.ts', 'request-invalid.ts'].map((name) => textOf(imitation + name));
  const names = new Set(
    wordings.flatMap((text) => [...text.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, name]) => name ?? '')),
  );
  for (const shared of [
    'invalid_type',
    'invalid_format',
    'invalid_value',
    'invalid_union',
    'too_small',
    'too_big',
  ]) {
    names.delete(shared); // zod's
  }
  expect(names.size).toBeGreaterThan(15);
  const outside = ['contract/src', 'server/src', 'platforms/src'].flatMap(sourcesOf);
  const found = outside
    .filter((file) => !file.startsWith(imitation))
    .flatMap((file) =>
      [...names].filter((name) => textOf(file).includes(name)).map((name) => `${file}: ${name}`),
    );
  expect(found).toEqual([]);
});
