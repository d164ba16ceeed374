import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawMap } from '../scripts/dependencies/draw-map.ts';
import { engineImports } from '../scripts/dependencies/engine-rules.ts';
import { describeCycle, folderCycles } from '../scripts/dependencies/folder-cycles.ts';
import { forbiddenPaths } from '../scripts/dependencies/forbidden-paths.ts';

/** Modules of `packages/<first part>`, and what they import. */
function modulesOf(imports: Record<string, string[]>): Map<string, string[]> {
  const pathOf = (name: string) => name.replace(/^(\w+)\//, 'packages/$1/src/');
  const names = new Set(Object.entries(imports).flat(2));
  return new Map([...names].map((name) => [pathOf(name), (imports[name] ?? []).map(pathOf)]));
}

const cycles = (imports: Record<string, string[]>) =>
  folderCycles(modulesOf(imports)).map(({ folder, dependencies }) => [
    folder,
    ...dependencies.map(({ from }) => from),
  ]);

describe('cycles among the children of a folder', () => {
  test('folders that import each other make one though no file does', () => {
    const imports = { 'a/x/one.ts': ['a/y/one.ts'], 'a/y/two.ts': ['a/x/two.ts'] };
    expect(cycles(imports)).toEqual([['packages/a/src', 'x', 'y']]);
  });

  test('all are reported, at every level, and each dependency by the shortest cycle through it', () => {
    const imports = {
      'a/index.ts': ['b/index.ts'],
      'b/deep/x/one.ts': ['b/deep/y/one.ts'],
      'b/deep/y/two.ts': ['b/deep/file.ts'],
      'b/deep/file.ts': ['b/deep/x/two.ts', 'b/deep/z.ts'],
      'b/deep/z.ts': ['b/deep/file.ts', 'a/index.ts'],
    };
    expect(cycles(imports)).toEqual([
      ['', 'packages/a', 'packages/b'],
      ['packages/b/src/deep', 'file.ts', 'x', 'y'],
      ['packages/b/src/deep', 'file.ts', 'z.ts'],
    ]);
  });

  test('a folder and the loose file of its name are two children', () => {
    expect(cycles({ 'a/part.ts': ['a/part/one.ts'], 'a/part/two.ts': ['a/part.ts'] })).toEqual([
      ['packages/a/src', 'part', 'part.ts'],
    ]);
  });

  test('the dependency with the fewest imports comes first, with the imports that cause each', () => {
    const imports = { 'a/x/one.ts': ['a/y/one.ts', 'a/y/two.ts'], 'a/y/two.ts': ['a/x/two.ts'] };
    expect(folderCycles(modulesOf(imports)).map(describeCycle)).toEqual([
      `cycle in packages/a/src: y -> x -> y
  y -> x, 1 import (the fewest):
    packages/a/src/y/two.ts -> packages/a/src/x/two.ts
  x -> y, 2 imports:
    packages/a/src/x/one.ts -> packages/a/src/y/one.ts
    packages/a/src/x/one.ts -> packages/a/src/y/two.ts`,
    ]);
  });

  test('there is none exactly when the folders can be put into an order', () => {
    const folder = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(fc.tuple(folder, folder), { maxLength: 12 }), (pairs) => {
        const by = Map.groupBy(pairs, ([from]) => `p/${from}/of.ts`);
        const imports = Object.fromEntries(
          [...by].map(([from, each]) => [from, each.map(([, to]) => `p/${to}/by.ts`)]),
        );
        expect(cycles(imports).length === 0).toBe(canBeOrdered(pairs.filter(([from, to]) => from !== to)));
      }),
    );
  });
});

/** Takes away whoever imports nobody that is left, as long as there is one. */
function canBeOrdered(dependencies: [string, string][]): boolean {
  const left = dependencies.filter(([, to]) => dependencies.some(([from]) => from === to));
  return left.length === 0 || (left.length < dependencies.length && canBeOrdered(left));
}

describe('what a folder must not reach', () => {
  const rule = { name: 'no way', from: ['packages/a/src/plan/'], never: ['packages/a/src/execute/'] };

  test('is found behind other folders, by the shortest path, and reported once', () => {
    const modules = modulesOf({
      'a/plan/index.ts': ['a/plan/rule.ts', 'a/long.ts'],
      'a/plan/rule.ts': ['a/between/file.ts'],
      'a/between/file.ts': ['a/execute/index.ts'],
      'a/long.ts': ['a/longer.ts'],
      'a/longer.ts': ['a/execute/other.ts'],
    });
    expect(forbiddenPaths(modules, rule)).toEqual([
      ['packages/a/src/plan/rule.ts', 'packages/a/src/between/file.ts', 'packages/a/src/execute/index.ts'],
    ]);
  });

  test('may import what leads to something else', () => {
    const modules = modulesOf({ 'a/plan/index.ts': ['a/stages.ts'], 'a/execute/index.ts': ['a/stages.ts'] });
    expect(forbiddenPaths(modules, rule)).toEqual([]);
  });

  test('must exist', () => {
    expect(() => forbiddenPaths(modulesOf({ 'a/plan/index.ts': [] }), rule)).toThrow('no module lies in');
  });
});

test('the map goes down, whatever the order of the modules', () => {
  const imports = {
    'top/main.ts': ['low/d/file.ts'],
    'low/a/file.ts': ['low/c/file.ts', 'low/b/file.ts'],
    'low/b/file.ts': ['low/c/file.ts', 'low/loose.ts'],
    'low/loose.ts': ['low/d/file.ts'],
  };
  const map = `top -> low
low

low
  a -> b, c
  b -> c
  c, d`;
  const modules = modulesOf(imports);
  expect(drawMap(modules)).toBe(map);
  expect(drawMap(new Map([...modules].reverse()))).toBe(map);
});

test('a folder that holds one folder is drawn as that one', () => {
  const imports = {
    'top/all/only/a/file.ts': ['top/all/only/b/file.ts', 'top/all/only/c/file.ts'],
    'top/all/only/b/file.ts': ['top/all/only/d/file.ts'],
  };
  expect(drawMap(modulesOf(imports))).toBe(`top

top/all/only
  a -> b, c
  b -> d
  c, d`);
});

test('an engine that is loaded without permission is reported, however it is imported', () => {
  const texts: Record<string, string> = {
    'a/one.ts':
      "import ddb, { type Vector } from '@duckdb/node-bindings';\nimport { sqlName } from '@sdq/duckdb/sql';",
    'a/two.ts':
      "import {\n  Database,\n} from '@sdq/duckdb';\nconst late = await import('@sdq/encode/duckdb');",
    'a/own/three.ts': "import '@duckdb/node-api';",
    'b/four.ts': "import '@duckdb/node-api';",
  };
  const rule = { name: 'a', within: ['a/'], only: ['a/own/'] };
  expect(engineImports(Object.keys(texts), rule, (file) => texts[file] ?? '')).toEqual([
    'a/one.ts -> @duckdb/node-bindings',
    'a/two.ts -> @sdq/duckdb',
    'a/two.ts -> @sdq/encode/duckdb',
  ]);
});
