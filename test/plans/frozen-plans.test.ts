import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { definitionOf } from '../../packages/core/src/structures/definition.ts';
import { structures } from '../../packages/core/src/structures/index.ts';
import { digestsOf, plansOfAll } from './frozen-plans.ts';
import { builtStructures } from './index-states.ts';

test('every question has the plan that it had', async () => {
  const before = readFileSync(new URL('./frozen-plans.txt', import.meta.url), 'utf8').split('\n');
  const now = digestsOf(await plansOfAll()).split('\n');
  // What changed is seen with `npm run docs:plans -- --out FOLDER`, here and in a checkout of before.
  expect(now.filter((line) => !before.includes(line))).toEqual([]);
  expect(now.length).toBe(before.length);
}, 120_000);

test('structures are built as they were, so that no index has to be built again', () => {
  const now = structures.map((structure) => [
    structure.name,
    { ...structure, definition: definitionOf(structure), columns: structure.columns.map(({ name }) => name) },
  ]);
  expect(Object.fromEntries(now)).toMatchObject(builtStructures);
  expect(now.map(([name]) => name)).toEqual(Object.keys(builtStructures));
});
