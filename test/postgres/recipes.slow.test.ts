import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing, toolPath } from '../support/tools.ts';
import { type PostgresService, startPostgresService } from './postgres-service.ts';

describe('recipes of docs/bi.md', () => {
  let service: PostgresService;
  let base: string;
  let link: string;
  beforeAll(async () => {
    service = await startPostgresService();
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`${service.service.url}/api/${path}`, {
        method: 'POST',
        headers: {
          'x-api-key': service.accountKey,
          authorization: `Bearer ${service.key}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      return ((await response.json()) as { data: Record<string, string> }).data;
    };
    const queries = 'users/me/queries';
    const query = 'SELECT author, sum(play_count) AS plays FROM videos GROUP BY author ORDER BY author';
    const saved = await post(queries, { name: 'Plays by author', platform: 'shortvideo', query });
    const made = await post(`${queries}/${saved.query_id}/tokens`, {
      name: 'chart',
      cost_per_day: '$0.1000',
    });
    base = `${service.service.url}/api/r/${made.token}`;
    const statement = await post('shortvideo/sql', { query, wait_timeout_ms: 10_000 });
    const linked = await post(`shortvideo/sql/statements/${statement.statement_id}/links`, {
      format: 'parquet',
    });
    link = linked.url ?? '';
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const run = async (program: string, words: readonly string[]) => {
    const child = spawn(program, words, { env: { ...process.env, ...service.environment } });
    const texts = { out: '', error: '' };
    child.stdout.on('data', (data) => (texts.out += data));
    child.stderr.on('data', (data) => (texts.error += data));
    await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    return texts;
  };

  test('a read token needs no header: IMPORTDATA, Power Query, Observable', async () => {
    const response = await fetch(`${base}.csv`);
    expect(response.headers.get('content-type')).toContain('text/csv');
    const lines = (await response.text()).trim().split(/\r?\n/);
    expect([lines.length, lines[0]]).toEqual([8, 'author,plays']);
    expect(lines[1]).toBe('a0,1786785');
    const json = (await (await fetch(`${base}.json`)).json()) as { data: { rows: unknown[] } };
    expect(json.data.rows).toHaveLength(7);
  });

  test('a link answers HEAD and ranges, as DuckDB and polars ask for Parquet', async () => {
    const head = await fetch(link, { method: 'HEAD' });
    const bytes = Number(head.headers.get('content-length'));
    expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    const end = await fetch(link, { headers: { range: `bytes=${bytes - 4}-${bytes - 1}` } });
    expect([end.status, await end.text()]).toEqual([206, 'PAR1']);
  });

  test.skipIf(isMissing('python'))('pandas, polars and pyarrow, by URL and by SQL', async () => {
    const { out, error } = await run(toolPath('python'), [
      join(import.meta.dirname, 'recipes.py'),
      base,
      link,
    ]);
    expect(error).toBe('');
    const rows = [7, 12_502_500];
    expect(JSON.parse(out)).toEqual({
      'pandas csv': rows,
      'pandas parquet': rows,
      'pandas json': rows,
      'pandas sql': [expect.stringContaining('datetime64'), [3_599, 1_401]],
      'polars csv': rows,
      'polars parquet': rows,
      'polars sql': [715, 1_787_500],
      pyarrow: rows,
    });
  });

  test.skipIf(isMissing('rpostgresql'))('R reads the URL', async () => {
    const { out, error } = await run('Rscript', [join(import.meta.dirname, 'recipes.R'), base]);
    expect(error).toBe('');
    expect(out.trim().split('\n')).toEqual(['rows=7', 'plays=12502500']);
  });

  test('all of it was paid once, and the ledger balances', async () => {
    const { accounts, accountId } = service;
    expect(await accounts.verifyLedger()).toMatchObject({ disagreements: [] });
    const [account, { units }] = [
      await accounts.findAccount(accountId),
      await accounts.usageTotals(accountId),
    ];
    expect([account?.reservedUnits, (account?.balanceUnits ?? 0) + units]).toEqual([0, 100_000]);
    // 7 rows by the token and the statement in all formats together; 2 hours; 715 videos
    expect(units).toBe(7 + 2 + 715);
  });
});
