import { afterAll, beforeAll, expect, test } from 'vitest';
import { HostileEngine, refusals } from '../../../../test/support/hostile-engine.ts';
import { statementsOf } from '../../../../test/support/statements/statements.ts';

let hostile: HostileEngine;
beforeAll(async () => {
  hostile = await HostileEngine.open();
});
afterAll(() => hostile[Symbol.asyncDispose]());

/** Settings of a session are told to clients of PostgreSQL: values that SHOW tells, none of them DuckDB's. */
const tellsSettings = /pg_settings/i;

test.each(['reject-changes.sql', 'reject-reading.sql'])(
  'attacks of %s are refused to clients of PostgreSQL too',
  async (file) => {
    const attacks = statementsOf('attacks').filter((statement) => statement.file === file);
    expect(attacks.length).toBeGreaterThanOrEqual(20);
    const admitted: string[] = [];
    for (const { sql } of attacks) {
      const verdict = await hostile.run(sql, undefined, 'postgres');
      expect([sql, hostile.leakIn(sql, verdict)]).toEqual([sql, null]);
      if (!refusals.has(verdict.code ?? 'rows') && !tellsSettings.test(sql)) admitted.push(sql);
    }
    expect(admitted).toEqual([]);
    expect(await hostile.written()).toEqual([]);
  },
);

// what a translation writes is checked by the gate as any text is
test.each([
  `SELECT to_char(getenv('SDQ_CANARY'), 'YYYY')`,
  `SELECT format('%s', getenv('SDQ_CANARY'))`,
  `SELECT 1 = ANY(read_text('{{SECRET}}/secret.txt'))`,
  `SELECT * FROM generate_series(1, (SELECT count(*) FROM read_csv('{{SECRET}}/secret.csv'))) AS s`,
  `SELECT * FROM string_to_array((SELECT content FROM read_text('{{SECRET}}/secret.txt')), ',') s`,
  `SELECT substring(getenv('SDQ_CANARY') FROM '.+')`,
  `SELECT '{a}'::text[] FROM duckdb_settings()`,
  `SELECT * FROM public.videos, "public"."duckdb_tables"()`,
  `SELECT to_timestamp('2026''); DROP TABLE videos; --', 'YYYY')`,
])('%s is refused', async (sql) => {
  const verdict = await hostile.run(sql, undefined, 'postgres');
  expect(hostile.leakIn(sql, verdict)).toBe(null);
  expect([...refusals]).toContain(verdict.code);
});
