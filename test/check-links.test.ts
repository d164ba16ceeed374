import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LinkChecker } from '../scripts/links/broken-links.ts';
import { readMarkdown } from '../scripts/links/read-markdown.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sdq-links-'));
  await mkdir(join(root, 'docs'));
  await mkdir(join(root, 'packages/core/src/plan'), { recursive: true });
  await writeFile(join(root, 'packages/core/src/index.ts'), '');
  await writeFile(
    join(root, 'docs/errors.md'),
    '# Errors\n\n## `sql` & more: why?\n\n## Twice\n\n## Twice\n',
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

const broken = (...lines: string[]) => new LinkChecker(root).brokenIn('docs/page.md', lines.join('\n'));

test('a link to a file or heading that is there is right', () => {
  expect(
    broken(
      '# Here',
      '[a](errors.md) [b](errors.md#sql--more-why) [c](errors.md#twice-1) [d](#here) [e](../packages/core/src)',
      '[line](../packages/core/src/index.ts#L1) [site](https://example.org/gone.md#x) ![mail](mailto:a@b.c)',
    ),
  ).toEqual([]);
});

test('a link to a file that is not there is told with its file and line', () => {
  expect(broken('# Here', '', '[a](gone.md)', '', '| a |', '|---|', '| ![p](gone.svg) |')).toEqual([
    'docs/page.md:3: gone.md: there is no such file',
    'docs/page.md:7: gone.svg: there is no such file',
  ]);
});

test('an anchor that no heading has is told', () => {
  expect(broken('[a](errors.md#twice-2) [b](#gone)', '', '[c]', '', '[c]: errors.md#Errors')).toEqual([
    'docs/page.md:1: errors.md#twice-2: there is no heading #twice-2',
    'docs/page.md:1: #gone: there is no heading #gone',
    'docs/page.md:3: errors.md#Errors: there is no heading #Errors',
  ]);
});

test('a link from the root, and one out of the repository, are told', () => {
  expect(broken('[a](/docs/errors.md) [b](../../elsewhere.md)')).toEqual([
    'docs/page.md:1: /docs/errors.md: a link from the root works on no other site: make it relative',
    'docs/page.md:1: ../../elsewhere.md: it leads out of the repository',
  ]);
});

test('paths in code spans are looked for, also as patterns; blocks of code are not read', () => {
  const text = [
    'See `packages/core/src/{plan,gone}/`, and `npm test -- packages/core/test/gone.ts`.',
    '`packages/<name>/src/index.ts`, `packages/<name>/gone.ts`, `docs/*.md`, `docs/gone/*.md`.',
    '',
    '```sh',
    'cat `docs/gone.md`',
    '```',
  ];
  expect(broken(...text)).toEqual([
    'docs/page.md:1: packages/core/src/{plan,gone}/: there is no such path',
    'docs/page.md:1: packages/core/test/gone.ts: there is no such path',
    'docs/page.md:2: packages/<name>/gone.ts: there is no such path',
    'docs/page.md:2: docs/gone/*.md: there is no such path',
  ]);
});

test('headings become the anchors that GitHub gives them', () => {
  const { anchors } = readMarkdown(
    '# A `b` _c_\n\nA–Z, ok!\n---\n\n<a id="own"></a>\n\n## [Linked](x.md) head\n',
  );
  expect([...anchors]).toEqual(['a-b-c', 'az-ok', 'own', 'linked-head']);
});
