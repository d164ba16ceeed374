import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import ddb from '@duckdb/node-bindings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../src/database.ts';
import { connectionHandle, resultHandle, statementHandle } from '../src/handles.ts';

let database: Database;
let connection: DuckDBConnection;

beforeAll(async () => {
  database = await Database.open({ threads: 1 });
  connection = await database.connect();
});
afterAll(() => {
  connection.closeSync();
  database.close();
});

test('the bindings take the handles', async () => {
  const direct = await ddb.query(connectionHandle(connection), 'SELECT 7 AS seven');
  expect(ddb.column_name(direct, 0)).toBe('seven');
  const prepared = await connection.prepare('SELECT 8 AS eight');
  const streamed = await ddb.execute_prepared_streaming(statementHandle(prepared));
  expect(ddb.column_name(streamed, 0)).toBe('eight');
  expect(ddb.column_name(resultHandle(await connection.stream('SELECT 9 AS nine')), 0)).toBe('nine');
});

test('a version without the field is told as that', () => {
  class DuckDBOther {}
  const other = new DuckDBOther() as unknown;
  for (const handle of [
    () => connectionHandle(other as DuckDBConnection),
    () => statementHandle(other as DuckDBPreparedStatement),
    () => resultHandle(other as DuckDBResult),
  ])
    expect(handle).toThrow(/^DuckDBOther of this version of @duckdb\/node-api has no field/);
});

test('the version that the fields were read from is the one in use', () => {
  const manifest = createRequire(import.meta.url).resolve('@duckdb/node-api/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const source = readFileSync(new URL('../src/handles.ts', import.meta.url), 'utf8');
  expect(source).toContain(`those of version ${version};`);
});
