import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { builtInCatalog } from '@sdq/catalog';
import { type Engine, openEngine } from '@sdq/core';
import { Database } from '@sdq/duckdb';
import { type FileEntry, makeManifest, publish, writeTableFile } from '@sdq/index';
import { type CallLimits, currentActor, type Service, type ServiceOptions, startService } from '@sdq/server';

/** Rows of `videos`: ids 7000…1 upwards, authors a0 to a6, plays equal to the number. */
export const videoRows = 5_000;

/** Publishes an index of invented videos, all of this length, and a few network profiles. */
export async function writeIndex(root: string, durationMs = 15_000): Promise<void> {
  await using database = await Database.open();
  const connection = await database.connect();
  const videos = `(SELECT (7000000000000000000 + i)::VARCHAR AS video_id, 'a' || (i % 7) AS author,
      'clip ' || i || ', "quoted"' AS description, TIMESTAMPTZ '2026-03-01 00:00:00+00' + to_seconds(i) AS create_time,
      i AS play_count, CASE WHEN i % 10 = 0 THEN NULL ELSE 9007199254740993 + i END AS like_count,
      ['dance', 'tag' || (i % 3)] AS hashtags, []::VARCHAR[] AS mentions, false AS has_transcript,
      TIMESTAMPTZ '2026-04-01 00:00:00+00' AS indexed_at, *
    FROM (SELECT i, NULL AS author_id, NULL AS author_sec_uid, NULL AS author_nickname,
      NULL AS author_follower_count, NULL AS author_verified, NULL AS comment_count, NULL AS share_count,
      NULL AS collect_count, ${durationMs} AS duration_ms, NULL AS music_id, NULL AS music_title, NULL AS music_author,
      'SE' AS region, 'sv' AS language, NULL AS is_ad, NULL AS is_ai_generated, NULL AS cover_url, NULL AS _older
      FROM range(1, ${videoRows + 1}) AS r(i)))`;
  const profiles = `(SELECT 'user' || i AS username, TIMESTAMPTZ '2026-04-01 00:00:00+00' AS indexed_at, NULL AS _older
    FROM range(3) AS r(i))`;
  const tables: Record<string, FileEntry[]> = {};
  for (const [platform, name, month, rows] of [
    ['shortvideo', 'videos', '2026-03', videos],
    ['network', 'profiles', null, profiles],
  ] as const) {
    const table = builtInCatalog.find(platform, name);
    if (table === undefined) throw new Error(`no table ${name}`);
    const missing = table.columns
      .filter((column) => column.expression === undefined && !rows.includes(` ${column.name}`))
      .map((column) => `NULL AS "${column.name}"`);
    const relation = missing.length === 0 ? rows : `(SELECT *, ${missing.join(', ')} FROM ${rows})`;
    const file = await writeTableFile(connection, root, table, month, relation);
    tables[`${platform}.${name}`] = file === null ? [] : [file];
  }
  connection.closeSync();
  await publish(root, makeManifest({ parent: null, tables, sources: [] }));
}

/** Tests send more requests than callers may, but for those that are about limits. */
export const unlimited: Partial<CallLimits> = {
  keyPerMinute: 0,
  sqlPerMinute: 0,
  checksPerMinute: 0,
  linksPerMinute: 0,
  accountPerMinute: 0,
  failedAuthenticationsPerMinute: 0,
  sharesPerMinute: 0,
  signupsPerHour: 0,
};

export interface TestService extends AsyncDisposable {
  /** Where index and accounts lie. */
  directory: string;
  service: Service;
  engine: Engine;
  accounts: Accounts;
  accountId: string;
  accountKey: string;
  key: string;
  keyId: string;
}

/** A service on a free port with one account of $10 and one data key, over the index above if no engine is given. */
export async function startTestService(
  options: Partial<
    Pick<
      ServiceOptions,
      'platforms' | 'retained' | 'engine' | 'slowQueryMs' | 'mcp' | 'hasSchedules' | 'postgres' | 'limits'
    >
  > = {},
): Promise<TestService> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-server-'));
  const engine = options.engine ?? (await openIndexEngine(join(directory, 'index')));
  const accounts = await openAccounts({ directory: join(directory, 'accounts'), actor: currentActor });
  const { account, accountKey } = await accounts.createAccount({
    name: 'Nele Voss',
    email: 'nele@example.org',
    balanceUnits: 100_000,
  });
  const { key, record } = await accounts.createKey(account.accountId, { name: 'test' });
  const service = await startService({
    accounts,
    host: '127.0.0.1',
    port: 0,
    limits: unlimited,
    ...options,
    engine,
  });
  return {
    directory,
    service,
    engine,
    accounts,
    accountId: account.accountId,
    accountKey,
    key,
    keyId: record.keyId,
    async [Symbol.asyncDispose]() {
      await service.close();
      await engine.close();
      await accounts.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function openIndexEngine(index: string): Promise<Engine> {
  await writeIndex(index);
  return await openEngine({ index, threads: 2, refreshMs: 0 });
}

/** POSTs a JSON body to `/api/shortvideo/sql` with the service's key. */
export async function postSql(
  { service, key }: Pick<TestService, 'service' | 'key'>,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${service.url}/api/shortvideo/sql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
