import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../packages/packed.ts';
import { type SampleService, startSampleService } from '../support/sample-service.ts';
import { isMissing, toolsFolder } from '../support/tools.ts';

/** What linters and generators of clients make of `docs/openapi.json`; `openapi.test.ts` holds that file to the service. */

const here = import.meta.dirname;
const document = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
const modules = join(toolsFolder, 'node_modules');

describe.skipIf(isMissing('checkers'))('the OpenAPI document', { timeout: 600_000 }, () => {
  let folder: string;
  let service: SampleService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sdq-openapi-'));
    service = await startSampleService();
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** A command of a tool, on the Node of the tests: that of the machine may be too old for it. */
  const tool = async (name: string, ...words: string[]): Promise<string> => {
    const env = { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), NO_COLOR: '1' };
    const { code, stdout, stderr } = await run(join(modules, '.bin', name), words, folder, {
      ...env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      DO_NOT_TRACK: '1',
    });
    expect(code, `${name}\n${stdout}${stderr}`).toBe(0);
    return stdout + stderr;
  };
  const compile = async (file: string) => {
    const compilerOptions = {
      ...{
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
        lib: ['es2023', 'dom', 'dom.iterable'],
      },
      ...{
        module: 'esnext',
        moduleResolution: 'bundler',
        target: 'es2023',
        paths: { '*': [`${modules}/*`] },
      },
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    await tool('tsc', '--project', 'tsconfig.json');
  };
  /** Runs a program that was bundled for Node, and gives the JSON that it writes. */
  const runProgram = async (file: string): Promise<unknown> => {
    const bundle = join(folder, `${file}.mjs`);
    const words = ['--bundle', '--platform=node', '--format=esm', `--outfile=${bundle}`];
    await run(join(modules, '.bin/esbuild'), [file, ...words], folder, { NODE_PATH: modules });
    const env = { SDQ_KEY: service.key, SDQ_URL: service.url };
    const { code, stdout, stderr } = await run(process.execPath, [bundle], folder, env);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };

  test('Spectral finds nothing', async () => {
    const words = ['--ruleset', join(here, 'spectral.yaml'), '--fail-severity', 'hint'];
    expect(await tool('spectral', 'lint', document, ...words)).toContain('No results');
  });

  test('Redocly finds nothing', async () => {
    const written = await tool('redocly', 'lint', document, '--config', join(here, 'redocly.yaml'));
    expect(written).not.toMatch(/\d+ (?:error|warning)|\d+ problems? (?:is|are) explicitly ignored/);
  });

  test('2: a client of openapi-typescript compiles, makes a query, and has typed streams', async () => {
    await tool('openapi-typescript', document, '--output', 'schema.ts', '--default-non-nullable=false');
    await writeFile(
      join(folder, 'fetch.ts'),
      `import createClient from 'openapi-fetch';
      import type { paths } from './schema';
      declare const process: { env: Record<string, string> };
      const client = createClient<paths>({ baseUrl: process.env.SDQ_URL, headers: { Authorization: 'Bearer ' + process.env.SDQ_KEY } });
      const body = { query: 'SELECT video_id, play_count FROM videos ORDER BY play_count DESC LIMIT 2' };
      const answer = await client.POST('/api/shortvideo/sql', { body });
      const data = typeof answer.data === 'object' && 'data' in answer.data ? answer.data.data : undefined;
      const rows = data && 'row_count' in data ? data.row_count : undefined;
      const csv = await client.POST('/api/shortvideo/sql', { body, parseAs: 'text', headers: { Accept: 'text/csv' } });
      const text: string | undefined = csv.data;
      const arrow = await client.POST('/api/shortvideo/sql', { body, parseAs: 'arrayBuffer', headers: { Accept: 'application/vnd.apache.arrow.stream' } });
      const bytes: ArrayBuffer | undefined = arrow.data;
      const tables = await client.GET('/api/shortvideo/sql/schema');
      const name: string | undefined = tables.data?.data.tables[0]?.name;
      console.log(JSON.stringify({ rows, lines: text?.split('\\n').length, bytes: (bytes?.byteLength ?? 0) > 0, name }));`,
    );
    await compile('fetch.ts');
    expect(await runProgram('fetch.ts')).toEqual({ rows: 2, lines: 4, bytes: true, name: 'videos' });
  });

  test('3: a client of @hey-api/openapi-ts compiles and makes a query, with the names of the document', async () => {
    await tool('openapi-ts', '--input', document, '--output', 'hey', '--client', '@hey-api/client-fetch');
    await writeFile(
      join(folder, 'query.ts'),
      `import { type ApiKey, queryShortvideoSql, type SqlAnswer, type SqlRequest, type Video } from './hey';
      import { client } from './hey/client.gen';
      declare const process: { env: Record<string, string> };
      client.setConfig({ baseUrl: process.env.SDQ_URL, auth: process.env.SDQ_KEY });
      const body: SqlRequest = { query: 'SELECT count(*) AS n FROM videos' };
      const { data, response } = await queryShortvideoSql({ body });
      export type Names = [ApiKey, SqlAnswer, Video];
      console.log(JSON.stringify({ status: response?.status, data }));`,
    );
    await compile('query.ts');
    expect(await runProgram('query.ts')).toMatchObject({
      status: 200,
      data: { success: true, data: { rows: [{ n: 3_000 }] } },
    });
  });
});
