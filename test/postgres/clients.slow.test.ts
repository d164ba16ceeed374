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
    const alchemy = (driver: string) => ({
      [`sqlalchemy ${driver} tables`]: true,
      [`sqlalchemy ${driver} columns`]: ['video_id', 'author'],
      [`sqlalchemy ${driver} key`]: ['video_id'],
      [`sqlalchemy ${driver} comment`]: true,
      [`sqlalchemy ${driver} schemas`]: ['information_schema', 'main'],
      [`sqlalchemy ${driver} rows`]: [
        ['a0', 713],
        ['a1', 713],
      ],
      [`sqlalchemy ${driver} chart`]: [
        ['2026-03-01T00:00:00+00:00', 1_800],
        ['2026-03-01T01:00:00+00:00', 1_401],
      ],
    });
    expect(told).toEqual({
      'psycopg count': 10,
      'psycopg values': true,
      'psycopg binary': true,
      'psycopg arrays': 1_428,
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
      'asyncpg arrays': 2,
      'asyncpg prepared': [
        ['7000000000000000001', 1],
        ['7000000000000000008', 8],
      ],
      'asyncpg columns': ['varchar', 'int8'],
      'asyncpg error': '15',
      ...alchemy('psycopg'),
      ...alchemy('psycopg2'),
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
      arrays: '1430',
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

  test('node-postgres: what the notices tell is what is charged', async () => {
    const balance = async () => (await service.accounts.findAccount(service.accountId))?.balanceUnits ?? 0;
    const before = await balance();
    const { client, notices } = await service.connect();
    await client.query('SET sdq.limit = 200000');
    const all = await client.query('SELECT i, repeat(chr(120), 50) AS text FROM range(120000) AS r(i)');
    expect(all.rows).toHaveLength(120_000);
    await client.query('BEGIN');
    await client.query('DECLARE c CURSOR FOR SELECT i FROM range(120000) AS r(i) ORDER BY i');
    let sum = 0;
    for (let rows: { i: string }[] = [{ i: '0' }]; rows.length > 0; ) {
      ({ rows } = await client.query('FETCH 10000 FROM c'));
      for (const { i } of rows) sum += Number(i);
    }
    await client.query('CLOSE c');
    await client.query('COMMIT');
    expect(String(sum)).toBe(cursorSum);
    await client.query({
      name: 'n',
      text: 'SELECT video_id FROM videos WHERE author = ANY($1)',
      values: [['a3']],
    });
    await expect(client.query('SELECT nosuch FROM videos')).rejects.toMatchObject({ code: '42703' });
    await client.end();
    const told = notices.map((notice) => Number(/Cost \$(\d+\.\d{4})/.exec(notice)?.[1]) * 10_000);
    expect(before - (await balance())).toBe(Math.round(told.reduce((a, b) => a + b, 0)));
    expect(told).toHaveLength(3);
  });

  test('the ledger balances over all clients, and nothing stays reserved', async () => {
    const { accounts, accountId } = service;
    expect(await accounts.verifyLedger()).toMatchObject({ disagreements: [] });
    const account = await accounts.findAccount(accountId);
    expect(account?.reservedUnits).toBe(0);
    const { units } = await accounts.usageTotals(accountId);
    expect(units).toBeGreaterThan(240_000);
    expect((account?.balanceUnits ?? 0) + units).toBe(100_100_000);
  });
});
