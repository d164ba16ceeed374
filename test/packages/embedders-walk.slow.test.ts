import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, toolsFolder } from '../support/tools.ts';
import { packageFaults, publishFaults } from './package-faults.ts';
import { type Installed, installPacked, nodeOf, pathWith, type Ran, run } from './packed.ts';

/** An embedder's way, from an empty folder and the packed packages on; with the programs of the documentation. */

const supported = [22, 24, 26] as const;
const oldest = nodeOf(22);

/** The programs of a page: blocks of JavaScript that begin with a file name. */
function programsOf(page: string): Map<string, string> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const blocks = text.matchAll(/^```js\n\/\/ (\S+\.mjs)\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', program = '']) => [name, program]));
}

describe.skipIf(isMissing('nodes') || isMissing('checkers'))('an embedder', { timeout: 300_000 }, () => {
  let app: Installed;
  beforeAll(async () => {
    app = await installPacked();
    for (const [name, rows] of [
      ['index-a', '1k'],
      ['index-b', '2k'],
    ] as const) {
      const words = ['index', 'generate', '--rows', rows, '--index', name, '--quiet'];
      const { code, stderr } = await run('npx', ['sdq', ...words], app.folder, { PATH: pathWith(oldest) });
      expect(code, stderr).toBe(0);
    }
    for (const [name, program] of programsOf('embedding.md'))
      await writeFile(join(app.folder, name), program);
  }, 300_000);
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]();
  });

  const node = (version: 20 | (typeof supported)[number], ...words: string[]): Promise<Ran> =>
    run(nodeOf(version), words, app.folder);
  /** What a program writes that succeeds without a word of warning. */
  const output = async (version: (typeof supported)[number], ...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await node(version, ...words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  test.each(supported)('5: runs the command and the example of the README on Node %i', async (version) => {
    const env = { PATH: pathWith(nodeOf(version)) };
    const query = ['query', '--index', 'index-a', '--format', 'json', 'SELECT author FROM videos LIMIT 1'];
    const { code, stdout, stderr } = await run('npx', ['sdq', ...query], app.folder, env);
    expect(code, stderr).toBe(0);
    const [{ author }] = JSON.parse(stdout) as [{ author: string }];
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, block = ''] = /## As a library\s+```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(block).toContain("'kabo.hafache'");
    const program = block.replace('.sdq/index', 'index-a').replace('kabo.hafache', author);
    await writeFile(join(app.folder, 'readme.mjs'), program);
    expect(await output(version, 'readme.mjs')).toMatch(/^\{ video_id: '\d+', play_count: \d+ \}\n/);
  });

  test.each(supported)('opens two engines, and one in a worker, on Node %i', async (version) => {
    expect(await output(version, 'engines.mjs')).toBe('[1000,2000]\n1\n');
    expect(await output(version, 'worker.mjs')).toBe('{"n":1000}\n');
  });

  test('aborts, closes, and ends by itself without closing', async () => {
    expect(await output(22, 'abort.mjs')).toBe('query_cancelled true\n');
    expect(await output(22, 'closing.mjs')).toBe('engine_closed false\n1\n');
  });

  test('answers as a serverless function', async () => {
    const program = `import { handler } from './handler.mjs'; console.log(await handler({ author: 'nobody' }))`;
    const written = await output(22, '--input-type=module', '-e', program);
    expect(written).toBe("{ statusCode: 200, body: '[]' }\n");
  });

  test('18: bundles its program with esbuild as documented', async () => {
    const page = await readFile(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
    const words = /`esbuild app\.mjs (.+?)`/s.exec(page)?.[1]?.split(/\s+/) ?? [];
    expect(words).toContain('--packages=external');
    const program = join(toolsFolder, 'node_modules/.bin/esbuild');
    const { code, stderr } = await run(program, ['engines.mjs', ...words], app.folder);
    expect(code, stderr).toBe(0);
    expect(await output(22, 'dist/app.mjs')).toBe('[1000,2000]\n1\n');
  });

  test('loads the packages from CommonJS', async () => {
    const program = `const { Sdq } = require('@sdq/client');
      import('@sdq/core').then(({ openEngine }) => console.log(typeof Sdq, typeof openEngine));`;
    expect(await output(22, '--input-type=commonjs', '-e', program)).toBe('function function\n');
  });

  test.each(['@sdq/core', '@sdq/server', '@sdq/ingest', '@sdq/accounts', '@sdq/data'])(
    '5: an older Node is told in one sentence what %s needs',
    async (name) => {
      const program = `import('${name}').catch((error) => console.log(error.message))`;
      expect((await node(20, '-e', program)).stdout).toMatch(
        /^sdq: Node\.js 22\.15 or newer is required; this is Node\.js 20\.\d+\.\d+\n$/,
      );
    },
  );

  test('5: an older Node is told in one sentence what the command needs; clients run there', async () => {
    const { code, stdout, stderr } = await node(20, 'node_modules/@sdq/cli/bin/sdq.js', '--version');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^sdq: Node\.js 22\.15 or newer is required; this is Node\.js 20\.\d+\.\d+\n$/);
    const program = `import('@sdq/client').then(({ Sdq }) => import('@sdq/mcp').then(() => console.log(typeof Sdq)))`;
    expect((await node(20, '-e', program)).stdout).toBe('function\n');
  });

  test('5: publint and Are the Types Wrong find no fault in any package', async () => {
    expect(app.tarballs.length).toBeGreaterThan(15);
    for (const tarball of app.tarballs) {
      const data = await readFile(tarball);
      expect([...(await publishFaults(data)), ...(await packageFaults(data))], tarball).toEqual([]);
    }
  });

  test('4: what it names in TypeScript is exported, under node16 and bundler, with all checks', async () => {
    const text = `
      import { Sdq } from '@sdq/client';
      import { AppError, type EngineOptions, openEngine, type Platform, type ResultColumn, type SqlParameters } from '@sdq/core';
      import { type Service, startService } from '@sdq/server';
      export async function names(options: EngineOptions, signal: AbortSignal | undefined): Promise<string[]> {
        const engine = await openEngine(options);
        const parameters: SqlParameters = { least: 1 };
        const platform: Platform = 'shortvideo';
        try {
          const result = await engine.query('SELECT $least', { parameters, platform, signal, limit: undefined });
          const columns: readonly ResultColumn[] = result.columns;
          return columns.map(({ name }) => name);
        } catch (error) {
          if (error instanceof AppError) return [error.code];
          throw error;
        } finally {
          await engine.close();
        }
      }
      export const client = new Sdq({ apiKey: 'sdq_live_x', baseUrl: 'http://127.0.0.1:1' });
      export const start: (...words: Parameters<typeof startService>) => Promise<Service> = startService;
    `;
    await mkdir(join(app.folder, 'typed'), { recursive: true });
    await writeFile(join(app.folder, 'typed/app.mts'), text);
    const types = ['--types', 'node', '--typeRoots', join(toolsFolder, '../../node_modules/@types')];
    const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2023', ...types];
    for (const modules of [
      ['--module', 'node16'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ])
      for (const compiler of [toolsFolder, join(toolsFolder, '../../')]) {
        const tsc = join(compiler, 'node_modules/.bin/tsc');
        const { stdout } = await run(tsc, ['typed/app.mts', ...strict, ...modules], app.folder);
        // TypeScript 7 finds faults in @types/node itself.
        const faults = stdout
          .split('\n')
          .filter((line) => /^\S/.test(line) && !line.includes('@types/node/'));
        expect(faults, `${compiler} ${modules}`).toEqual([]);
      }
  });
});
