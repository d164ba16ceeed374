import { readFileSync } from 'node:fs';
import { videos } from '@sdq/catalog';
import { expect, test } from 'vitest';
import { structuresOf } from '../../packages/core/src/backends/duckdb/access-paths/access-paths.ts';
import { definitionOf } from '../../packages/core/src/backends/duckdb/segments/current-structures.ts';
import { digestsOf, plansOfAll } from './frozen-plans.ts';

test('every question has the plan that it had', async () => {
  const before = readFileSync(new URL('./frozen-plans.txt', import.meta.url), 'utf8').split('\n');
  const now = digestsOf(await plansOfAll()).split('\n');
  // What changed is seen with `npm run docs:plans -- --out FOLDER`, here and in a checkout of before.
  expect(now.filter((line) => !before.includes(line))).toEqual([]);
  expect(now.length).toBe(before.length);
}, 120_000);

test('structures are built as they were, so that no index has to be built again', () => {
  const now = structuresOf(videos).map((structure) => [
    structure.name,
    { ...structure, definition: definitionOf(structure), columns: structure.columns.map(({ name }) => name) },
  ]);
  const built = readFileSync(new URL('./built-structures.json', import.meta.url), 'utf8');
  expect(Object.fromEntries(now)).toMatchObject(JSON.parse(built));
});
