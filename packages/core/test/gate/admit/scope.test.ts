import type { DuckDBConnection } from '@duckdb/node-api';
import { AppError } from '@sdq/contract';
import { Database } from '@sdq/duckdb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit } from '../../../src/gate/admit/admit.ts';
import { Parser } from '../../../src/gate/parse/parser.ts';

/** Names that are tables, CTEs, both or neither, so that scoping alone decides. */
const names = fc.constantFrom('videos', 'Videos', 'secret', 'a', 'b', '"A"', '"videos"');

interface Trees {
  query: string;
}

/**
 * SELECTs of one column `x`, with CTEs, subqueries and set operations in every place that has a scope of its
 * own. Each CTE is used at least once: DuckDB does not look into one that is not, and we do.
 */
const { query } = fc.letrec<Trees>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    names.map((name) => `SELECT x FROM ${name}`),
    names.map((name) => `SELECT t.x FROM ${name} t`),
    fc.tuple(names, tie('query')).map(([name, inner]) => `SELECT x FROM ${name} WHERE x IN (${inner})`),
    fc
      .tuple(names, tie('query'), tie('query'))
      .map(([name, body, main]) => `WITH ${name} AS (${body}) (${main}) UNION ALL SELECT x FROM ${name}`),
    fc
      .tuple(names, names, tie('query'), tie('query'), tie('query'))
      .filter(([one, two]) => one.replaceAll('"', '').toLowerCase() !== two.replaceAll('"', '').toLowerCase())
      .map(
        ([one, two, first, second, main]) =>
          `WITH ${one} AS (${first}), ${two} AS (${second}) (${main}) UNION ALL SELECT ${two}.x FROM ${one}, ${two}`,
      ),
    fc
      .tuple(names, tie('query'), tie('query'), tie('query'))
      .map(
        ([name, base, step, main]) =>
          `WITH RECURSIVE ${name}(x) AS ((${base}) UNION (${step})) (${main}) UNION ALL SELECT x FROM ${name}`,
      ),
    tie('query').map((inner) => `SELECT x FROM (${inner}) t`),
    fc.tuple(tie('query'), tie('query')).map(([left, right]) => `(${left}) UNION ALL (${right})`),
    fc.tuple(names, tie('query')).map(([name, inner]) => `SELECT l.x FROM ${name} l, LATERAL (${inner}) r`),
    fc
      .tuple(names, tie('query'))
      .map(([name, inner]) => `SELECT x FROM ${name} ORDER BY (SELECT max(x) FROM (${inner}))`),
    fc
      .tuple(names, tie('query'))
      .map(
        ([name, inner]) => `SELECT CASE (SELECT max(x) FROM (${inner})) WHEN 1 THEN 1 END AS x FROM ${name}`,
      ),
  ),
}));

describe('scopes of CTEs', () => {
  let parser: Parser;
  let database: Database;
  let renamed: Database;
  let only: DuckDBConnection;
  let elsewhere: DuckDBConnection;

  beforeAll(async () => {
    parser = await Parser.open({ advisoryParser: false });
    database = await Database.open({ threads: 1 });
    only = await database.connect();
    await only.run('CREATE TABLE videos (x INTEGER)');
    renamed = await Database.open({ threads: 1 });
    elsewhere = await renamed.connect();
    await elsewhere.run('CREATE TABLE replacement (x INTEGER)');
  });
  afterAll(async () => {
    only.closeSync();
    elsewhere.closeSync();
    database.close();
    renamed.close();
    await parser[Symbol.asyncDispose]();
  });

  const failureOf = async (connection: DuckDBConnection, sql: string): Promise<string | null> => {
    try {
      await connection.prepare(sql);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('are exactly DuckDB’s: what is admitted reads no other table, and what is refused would', async () => {
    let admittedCount = 0;
    await fc.assert(
      fc.asyncProperty(query, async (sql) => {
        const failure = await failureOf(only, sql);
        // Beyond names, DuckDB may object to the shape of a recursive CTE; that says nothing about scopes.
        fc.pre(failure === null || failure.includes('does not exist'));
        const tables = ['videos'];
        const statement = await parser.parse(sql, undefined, { tables });
        if (failure !== null) {
          expect(() => admit(statement, { tables })).toThrow(AppError);
          return;
        }
        admittedCount += 1;
        let text = sql;
        for (const { start, end } of [...admit(statement, { tables }).references].reverse()) {
          text = `${text.slice(0, start)}(FROM replacement) AS ${text.slice(start, end)}${text.slice(end)}`;
          text = text.replace(/ AS "?videos"? ([tlr]\b)/gi, ' $1');
        }
        expect(await failureOf(elsewhere, text), text).toBeNull();
      }),
      { numRuns: 1_500 },
    );
    expect(admittedCount).toBeGreaterThan(100);
  });
});
