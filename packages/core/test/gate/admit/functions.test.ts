import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows, Database } from '@sdq/duckdb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { denials } from '../../../src/gate/admit/functions/denied.ts';
import {
  deniedFunctions,
  deniedFunctionsInFrom,
  offeredFunctions,
  offeredInFrom,
} from '../../../src/gate/admit/functions/index.ts';
import { macroCopies } from '../../../src/gate/admit/functions/macros.ts';

interface FunctionRow {
  name: string;
  type: string;
  macro: string | null;
  parameters: string[];
}

let database: Database;
let connection: DuckDBConnection;
let rows: FunctionRow[];

beforeAll(async () => {
  database = await Database.open({ threads: 1 });
  connection = await database.connect();
  rows = await allRows<FunctionRow>(
    connection,
    `SELECT lower(function_name) AS name, function_type AS type, macro_definition AS macro, parameters FROM duckdb_functions()`,
  );
});

afterAll(() => {
  connection.closeSync();
  database.close();
});

const inFrom = (type: string): boolean => type === 'table' || type === 'table_macro';

describe('every function of the installed DuckDB', () => {
  it('is offered, or denied with a reason', () => {
    const unreviewed = rows
      .filter(({ name, type }) =>
        inFrom(type)
          ? !offeredInFrom.has(name) && !deniedFunctionsInFrom.has(name) && !deniedFunctions.has(name)
          : !offeredFunctions.has(name) && !deniedFunctions.has(name),
      )
      .map(({ name, type }) => `${name} (${type})`);
    expect(unreviewed, 'put each into a file of src/gate/admit/functions').toEqual([]);
  });

  it('is not both', () => {
    expect(
      [...offeredFunctions.keys(), ...offeredInFrom.keys()].filter((name) => deniedFunctions.has(name)),
    ).toEqual([]);
    expect([...offeredInFrom.keys()].filter((name) => deniedFunctionsInFrom.has(name))).toEqual([]);
    const denied = denials.flatMap(({ functions }) => functions);
    expect(denied.length).toBe(new Set(denied).size);
  });

  it('is one that exists, or a spelling that DuckDB’s parser resolves', () => {
    const existing = new Set(rows.map(({ name }) => name));
    // `!` and `overlay` have syntax, but no function behind it in this version; `unlist` is `unnest`.
    const syntaxOnly = new Set(['!', 'overlay', 'unlist']);
    const unknown = [...offeredFunctions.keys(), ...deniedFunctions.keys()].filter(
      (name) => !existing.has(name) && !syntaxOnly.has(name),
    );
    expect(unknown).toEqual([]);
  });

  it('is counted as often as its macro names an argument', () => {
    for (const { name, type, macro, parameters } of rows) {
      if (type !== 'macro' || macro === null || !offeredFunctions.has(name)) continue;
      const copies = parameters.map(
        (parameter) =>
          [...macro.matchAll(new RegExp(`(?:"${parameter}"|\\b${parameter}\\b)(?!["\\w(]| :=)`, 'g'))].length,
      );
      expect(macroCopies[name] ?? 1, `${name}: ${macro}`).toBeGreaterThanOrEqual(Math.max(...copies, 1));
    }
  });
});
