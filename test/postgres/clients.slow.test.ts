import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, toolPath } from '../support/tools.ts';
import { makeCertificate, type PostgresService, startPostgresService } from './postgres-service.ts';

const here = import.meta.dirname;
const cursorSum = '7199940000';

describe('clients of PostgreSQL', () => {
  let service: PostgresService;
  let folder: string;
  beforeAll(async () => {
    service = await startPostgresService({ tls: makeCertificate() });
    await service.accounts.addCredit(service.accountId, { units: 100_000_000, reason: 'test' });
    folder = await mkdtemp(join(tmpdir(), 'sdq-clients-'));
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (program: string, words: readonly string[]) => {
    const child = spawn(program, words, { env: { ...process.env, ...service.environment } });
    const texts = { out: '', error: '' };
    child.stdout.on('data', (data) => (texts.out += data));
    child.stderr.on('data', (data) => (texts.error += data));
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    return { ...texts, status };
  };
  const facts = (text: string) =>
    Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );

  test.skipIf(isMissing('psql'))('psql: \\d and its family, errors, COPY, cursors', async () => {
    const commands = String.raw`\set ON_ERROR_STOP on
\d
\d+ videos
\l
\dn+
\dt+
\du
\di
\df
\dx
\copy (SELECT video_id, hashtags FROM videos ORDER BY 1 LIMIT 2) TO STDOUT CSV HEADER
\set FETCH_COUNT 1000
SELECT play_count FROM videos ORDER BY 1;
\unset FETCH_COUNT
BEGIN;
SELECT count(*) AS n FROM videos;
COMMIT;
`;
    const file = join(folder, 'commands.sql');
    await writeFile(file, commands);
    const { out, error, status } = await run(toolPath('psql'), ['-X', '-f', file]);
    expect(error.replaceAll(/.*(?:NOTICE|DETAIL): .*\n/g, '')).toBe('');
    expect(status).toBe(0);
    expect(out).toContain('"videos_pkey" PRIMARY KEY, btree (video_id)');
    expect(out).toContain('7000000000000000001,"{dance,tag1}"');
    const failed = await run(toolPath('psql'), ['-X', '-c', 'SELECT nosuch FROM videos']);
    expect(failed.error).toContain('LINE 1: SELECT nosuch FROM videos\n               ^');
  });

  test.skipIf(isMissing('python'))('psycopg, asyncpg and SQLAlchemy', async () => {
    const { out, error } = await run(toolPath('python'), [join(here, 'clients.py')]);
    expect(error).toBe('');
    const told = JSON.parse(out) as Record<string, unknown>;
    // memory of the client: rows of a cursor come in parts
    expect(told['psycopg cursor grew by']).toBeLessThan(40);
    delete told['psycopg cursor grew by'];
    expect(told).toEqual({
      'psycopg count': 10,
      'psycopg values': true,
      'psycopg binary': true,
      'psycopg notice': true,
      'psycopg cursor': Number(cursorSum),
      'psycopg error': ['42703', '8', 'sql_unknown_column'],
      'psycopg copy': 5_000,
      'psycopg cancel': '57014',
      'psycopg after': 2,
      'psycopg prepared': 42,
      'asyncpg count': 10,
      'asyncpg values': [5, 'text', '2026-01-02T00:00:00+00:00', ['x'], '1.50'],
      'asyncpg cursor': Number(cursorSum),
      'asyncpg prepared': [
        ['7000000000000000001', 1],
        ['7000000000000000008', 8],
      ],
      'asyncpg columns': ['varchar', 'int8'],
      'asyncpg error': '15',
      'sqlalchemy psycopg tables': true,
      'sqlalchemy psycopg columns': ['video_id', 'author'],
      'sqlalchemy psycopg key': ['video_id'],
      'sqlalchemy psycopg comment': true,
      'sqlalchemy psycopg schemas': ['information_schema', 'main'],
      'sqlalchemy psycopg rows': [
        ['a0', 713],
        ['a1', 713],
      ],
    });
  });

  test.skipIf(isMissing('jdbc') || isMissing('java'))('JDBC', async () => {
    const words = ['-cp', toolPath('jdbc'), '-XX:TieredStopAtLevel=1', join(here, 'Clients.java')];
    const { out, error } = await run(toolPath('java'), words);
    expect(error).toBe('');
    expect(facts(out)).toEqual({
      product: 'PostgreSQL',
      tables: '9',
      column: 'play_count int8',
      key: 'video_id',
      schema: 'information_schema',
      index: 'true',
      'foreign keys': 'false',
      types: 'true',
      count: '10',
      values: '1.50 2026-01-02 2026-01-02T03:04:05Z 2 true null',
      cursor: cursorSum,
      error: '42703',
      cancel: '57014',
      after: '2',
    });
  });

  test.skipIf(isMissing('rpostgresql'))('R: RPostgreSQL', async () => {
    const { out } = await run('Rscript', [join(here, 'clients.R')]);
    expect(facts(out)).toEqual({
      tables: 'TRUE',
      fields: 'video_id,author',
      rows: '7',
      sum: '5000',
      fetched: '10',
      error: 'TRUE',
      after: '2',
    });
  });

  test('the ledger balances, and nothing stays reserved', async () => {
    expect(await service.accounts.verifyLedger()).toMatchObject({ disagreements: [] });
    expect((await service.accounts.findAccount(service.accountId))?.reservedUnits).toBe(0);
  });
});
