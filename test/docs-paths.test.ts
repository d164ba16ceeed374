import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = globSync(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'docs/**/*.md'], {
  cwd: root,
});

interface NamedPath {
  /** The document and its line, as an editor opens it. */
  readonly place: string;
  /** From the root of the repository. */
  readonly path: string;
}

/** What a document names in code spans and links; blocks of code show commands, output and maps. */
function pathsIn(document: string, text: string): NamedPath[] {
  let isInBlock = false;
  return text.split('\n').flatMap((line, index) => {
    if (line.startsWith('```')) isInBlock = !isInBlock;
    if (isInBlock) return [];
    const place = `${document}:${index + 1}`;
    const words = [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/));
    const named = words.filter((word) => /^(packages|scripts|docs|test|bench|data)\//.test(word));
    const linked = [...line.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = '']) => target);
    return [
      ...named.map((path) => ({ place, path: path.replace(/[.,;:)]+$/, '') })),
      ...linked
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => ({ place, path: join(dirname(document), target) })),
    ];
  });
}

/** Whether it is there; of a pattern, whether anything fits. `<name>` stands for any name. */
function isThere(path: string): boolean {
  const pattern = path.replace(/<[^>]*>/g, '*');
  return /[*{]/.test(pattern)
    ? alternatives(pattern).every((each) => globSync(each, { cwd: root }).length > 0)
    : existsSync(join(root, pattern));
}

/** `a/{b,c}/d` as `a/b/d` and `a/c/d`, so that each of them is looked for. */
function alternatives(pattern: string): string[] {
  const [whole, inside = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined) return [pattern];
  return inside.split(',').flatMap((each) => alternatives(pattern.replace(whole, each)));
}

const missing = (paths: readonly NamedPath[]) =>
  paths.filter(({ path }) => !isThere(path)).map(({ place, path }) => `${place}: ${path}`);

test('every path that a document names is there', () => {
  const paths = documents.flatMap((document) =>
    pathsIn(document, readFileSync(join(root, document), 'utf8')),
  );
  expect(paths.length).toBeGreaterThan(150);
  expect(missing(paths)).toEqual([]);
});

test('a path that is not there is told with its file and line', () => {
  const text = [
    'See `packages/core/src/{plan,gone}/`, and `npm test -- packages/core/test/gone.ts`.',
    '```sh',
    'cat `docs/gone.md`',
    '```',
    '[a page](gone.md), [a decision](decisions/0002-splice-the-callers-text.md#why), [a site](https://example.org)',
    '`packages/<name>/src/index.ts`, `packages/<name>/gone.ts`, `docs/*.md`, `docs/gone/*.md`, `scripts/dependencies/`.',
  ].join('\n');
  expect(missing(pathsIn('docs/page.md', text))).toEqual([
    'docs/page.md:1: packages/core/src/{plan,gone}/',
    'docs/page.md:1: packages/core/test/gone.ts',
    'docs/page.md:5: docs/gone.md',
    'docs/page.md:6: packages/<name>/gone.ts',
    'docs/page.md:6: docs/gone/*.md',
  ]);
});
