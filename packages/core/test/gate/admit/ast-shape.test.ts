import { version } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortvideoTables, statementsOf } from '../../../../../test/support/statements/statements.ts';
import { admit } from '../../../src/gate/admit/admit.ts';
import { reviewedDuckdbVersion } from '../../../src/gate/admit/ast-shape.ts';
import { Parser } from '../../../src/gate/parse/parser.ts';
import type { Statement } from '../../../src/stages.ts';

type Json = Record<string, unknown>;

/** Objects of the tree that the description describes; inside of `cte_map`, types and values other code looks. */
function nodesOf(value: unknown, found: Json[] = []): Json[] {
  if (Array.isArray(value)) for (const item of value) nodesOf(item, found);
  else if (typeof value === 'object' && value !== null) {
    if ('query_location' in value || 'modifiers' in value || 'named_param_map' in value)
      found.push(value as Json);
    for (const child of Object.values(value)) nodesOf(child, found);
  }
  return found;
}

describe('the description of the AST', () => {
  let parser: Parser;
  let statements: Statement[];
  beforeAll(async () => {
    parser = await Parser.open({ firstReader: false });
    const options = { tables: shortvideoTables };
    statements = await Promise.all(
      statementsOf('corpus').map(({ sql }) => parser.parse(sql, undefined, options)),
    );
  });
  afterAll(async () => await parser[Symbol.asyncDispose]());

  it('was reviewed for the DuckDB that is installed', () => {
    const howTo = `DuckDB is ${version()}, the description is of ${reviewedDuckdbVersion}. To review: run this folder's tests;
      for each statement of test/gate/admit/corpus that is refused, compare json_serialize_sql of both versions, and read
      src/include/duckdb/storage/serialization/*.json of DuckDB between the two tags for new kinds and keys. Describe
      them in ast-shape.ts only when the walk sees every node below them. Classify new functions (functions.test.ts),
      re-measure limits.ts, then set reviewedDuckdbVersion.`;
    expect(version(), howTo).toBe(reviewedDuckdbVersion);
  });

  const change = (how: (node: Json, word: string) => boolean) =>
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.stringMatching(/^[a-z]{3,9}$/), (which, where, word) => {
        const statement = statements[which % statements.length] as Statement;
        const ast = structuredClone(statement.ast);
        const nodes = nodesOf(ast);
        if (!how(nodes[where % nodes.length] as Json, word)) return;
        expect(() => admit({ ...statement, ast }, { tables: shortvideoTables })).toThrow();
      }),
      { numRuns: 2_000 },
    );

  it('refuses a node with a key more', () => {
    change((node, word) => {
      if (`${word}_` in node) return false;
      node[`${word}_`] = null;
      return true;
    });
  });

  it('refuses a node with a key less', () => {
    change((node, word) => {
      const keys = Object.keys(node);
      delete node[keys[word.length % keys.length] as string];
      return true;
    });
  });

  it('refuses a node of a kind that is not described', () => {
    change((node, word) => {
      const key = 'class' in node ? 'class' : 'type' in node ? 'type' : null;
      if (key === null) return false;
      node[key] = word.toUpperCase();
      return true;
    });
  });
});
