import { builtInCatalog } from '@sdq/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admit } from '../../../src/gate/admit/admit.ts';
import { Parser } from '../../../src/gate/parse/parser.ts';
import { resolve } from '../../../src/gate/resolve/resolve.ts';

describe('resolve', () => {
  let parser: Parser;
  beforeAll(async () => {
    parser = await Parser.open({ advisoryParser: false });
  });
  afterAll(async () => await parser[Symbol.asyncDispose]());

  const admitted = async (sql: string, tables: string[]) =>
    admit(await parser.parse(sql, undefined, { tables }), { tables });

  it('binds each reference to the platform’s table, whatever the case, and leaves CTEs alone', async () => {
    const sql = 'WITH authors AS (SELECT * FROM Videos) SELECT * FROM authors JOIN "hashtags" ON true';
    const { references, platform } = resolve(
      await admitted(sql, ['videos', 'authors', 'hashtags']),
      builtInCatalog,
      'shortvideo',
    );
    expect(platform).toBe('shortvideo');
    expect(references.map(({ table, start, end }) => [table.name, sql.slice(start, end)])).toEqual([
      ['videos', 'Videos'],
      ['hashtags', '"hashtags"'],
    ]);
  });

  it('knows a table of another platform by its own name only', async () => {
    const { references } = resolve(await admitted('FROM tweets', ['tweets']), builtInCatalog, 'micro');
    expect(references[0]?.table.platform).toBe('micro');
    const foreign = await admitted('SELECT *\nFROM tweets', ['tweets']);
    expect(() => resolve(foreign, builtInCatalog, 'shortvideo')).toThrow(
      expect.objectContaining({
        code: 'sql_unknown_table',
        sql: [expect.objectContaining({ line: 2, near: 'tweets' })],
      }),
    );
  });
});
