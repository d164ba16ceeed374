import { existsSync, readFileSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAdmittedSince } from '../../../../../test/support/statements/admitted-since.ts';
import {
  createTables,
  shortvideoTables,
  statementsOf,
} from '../../../../../test/support/statements/statements.ts';
import { admit } from '../../../src/gate/admit/admit.ts';
import { Parser } from '../../../src/gate/parse/parser.ts';
import type { Admitted } from '../../../src/stages.ts';

let parser: Parser;
let database: Database;
let connection: DuckDBConnection;

beforeAll(async () => {
  parser = await Parser.open();
  database = await Database.open({ threads: 1 });
  connection = await database.connect();
  await createTables(connection);
});

afterAll(async () => {
  connection.closeSync();
  database.close();
  await parser[Symbol.asyncDispose]();
});

async function admitted(sql: string, tables = shortvideoTables): Promise<Admitted> {
  return admit(await parser.parse(sql, undefined, { tables }), { tables });
}

async function refusal(sql: string): Promise<AppError> {
  try {
    await admitted(sql);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`admitted: ${sql}`);
}

describe('what plain DuckDB runs over the tables', () => {
  const corpus = statementsOf('corpus');

  it('is at least 300 statements, each of which runs on empty tables', async () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    for (const { sql } of corpus) {
      await expect(connection.runAndReadAll(sql), sql).resolves.toBeDefined();
    }
  });

  it('is admitted, and the references found are all the places at which it names a table', async () => {
    const refused: string[] = [];
    for (const { sql } of corpus) {
      try {
        const { references } = await admitted(sql);
        for (const { start, end, node } of references) {
          expect(sql.slice(start, end).replaceAll('"', '')).toBe(node.table_name);
        }
      } catch (error) {
        refused.push(`${sql}\n  ${(error as Error).message}`);
      }
    }
    expect(refused).toEqual([]);
  });

  it('still runs when each reference is replaced by a subquery', async () => {
    for (const { sql } of corpus) {
      const { references } = await admitted(sql);
      let text = sql;
      for (const { start, end, node } of [...references].reverse()) {
        const name = node.table_name.toLowerCase();
        const alias = node.alias === '' ? ` AS ${node.table_name}` : '';
        // TABLE takes a name alone; what it stands for is FROM.
        const before = text.slice(0, start).replace(/\bTABLE\s+$/, 'FROM ');
        text = `${before}(FROM ${name} SELECT *)${alias}${text.slice(end)}`;
      }
      await expect(connection.runAndReadAll(text), text).resolves.toBeDefined();
    }
  });
});

describe('what is refused', () => {
  const statements = statementsOf('refused');

  it('is at least 100 statements', () => {
    expect(statements.length).toBeGreaterThanOrEqual(100);
  });

  it.each(statements)('$file: $sql', async ({ file, sql }) => {
    const error = await refusal(sql);
    expect(error.code).toBe(file.replace('.sql', ''));
  });

  it('comes with every fault at once, in the order of the text', async () => {
    const text = "SELECT versio(),\n  getenv('HOME')\nFROM viddeos, secret";
    const error = await refusal(text);
    expect(error.code).toBe('sql_unknown_function');
    expect(error.sql.map(({ near, line, column }) => [near, line, column])).toEqual([
      ['versio', 1, 8],
      ['getenv', 2, 3],
      ['viddeos', 3, 6],
      ['secret', 3, 15],
    ]);
    expect(error.sql[2]?.candidates).toEqual(['videos']);
    expect(
      error.sql.every(({ offset, length, near }) => text.substr(offset ?? 0, length ?? 0) === near),
    ).toBe(true);
  });

  it('offers names of CTEs and tables in sight, and no others', async () => {
    const error = await refusal(
      'WITH recent AS (SELECT * FROM videos), x AS (WITH recents AS (SELECT 1) FROM recents) FROM recen',
    );
    expect(error.sql[0]?.candidates).toEqual(['recent']);
    expect((await refusal('SELECT * FROM duckdb_tablez')).sql[0]?.candidates).toEqual([]);
  });

  it('counts offsets in UTF-16 units after any character', async () => {
    const text = "SELECT '👩‍👩‍👧 é\u00a0', \u00a0\u2003nofunction(1) /* \u3000 é */ FROM\u3000secret";
    const error = await refusal(text);
    expect(error.sql.map(({ near }) => near)).toEqual(['nofunction', 'secret']);
    expect(error.sql.map(({ offset }) => offset)).toEqual([
      text.indexOf('nofunction'),
      text.indexOf('secret'),
    ]);
  });

  it('takes the value of a parameter for the constant it is', async () => {
    const text = "SELECT repeat('x', $1)";
    const parse = async (value: number) =>
      admit(await parser.parse(text, [value], { tables: [] }), { tables: [] });
    await expect(parse(10)).resolves.toBeDefined();
    await expect(parse(1e9)).rejects.toMatchObject({ code: 'statement_not_allowed' });
  });

  it('heeds the advisory parser where DuckDB’s tree shows nothing', async () => {
    const statement = await parser.parse('SELECT 1', undefined, { tables: [] });
    const detail = {
      message: 'x',
      offset: null,
      length: null,
      line: null,
      column: null,
      near: null,
      candidates: [],
      hint: null,
    };
    const objected = { ...statement, objections: [{ code: 'sql_unknown_table' as const, detail }] };
    expect(() => admit(objected, { tables: [] })).toThrow('x');
  });
});

const shared = process.env.SDQ_SHARED ?? new URL('../../../../../../shared/', import.meta.url).pathname;
const fixture = (name: string): { sql: string; expect: string }[] =>
  readFileSync(`${shared}/fixtures/${name}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe.skipIf(!existsSync(`${shared}/fixtures/attacks.jsonl`))('fixtures of attacks', () => {
  it('are refused when they must be, and admitted when they leak nothing', async () => {
    for (const { sql, expect: expected } of fixture('attacks.jsonl')) {
      if (expected === 'reject' && !isAdmittedSince(sql)) await refusal(sql);
      if (expected === 'allow-no-leak') await expect(admitted(sql), sql).resolves.toBeDefined();
    }
  });

  it('which only look so are admitted', async () => {
    for (const { sql } of fixture('benign.jsonl')) await expect(admitted(sql), sql).resolves.toBeDefined();
  });
});
