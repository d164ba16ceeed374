import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HostileEngine, refusals, type Verdict } from '../../../../test/support/hostile-engine.ts';
import { isAdmittedSince } from '../../../../test/support/statements/admitted-since.ts';
import { statementsOf } from '../../../../test/support/statements/statements.ts';

interface Attack {
  readonly sql: string;
  readonly expect: 'reject' | 'contained' | 'allow-no-leak' | 'allow';
}

/** What a statement may end with that was stopped: by a limit, or by the engine on its data. */
const ends = new Set([
  ...refusals,
  'query_timeout',
  'query_memory_exceeded',
  'result_too_large',
  'sql_conversion_error',
  'sql_type_error',
  'service_unavailable',
]);

let hostile: HostileEngine;
beforeAll(async () => {
  hostile = await HostileEngine.open();
});
afterAll(() => hostile[Symbol.asyncDispose]());

/** Why a verdict is not the expected one; null when it is. */
function faultOf({ sql, expect: expected }: Attack, verdict: Verdict): string | null {
  const leak = hostile.leakIn(sql, verdict);
  if (leak !== null) return `tells ${leak}`;
  const code = verdict.code ?? 'rows';
  if (expected === 'reject') return refusals.has(code) ? null : `not refused: ${code}`;
  if (expected === 'contained') return code === 'rows' || ends.has(code) ? null : code;
  if (expected === 'allow') return code === 'rows' ? null : `${code}: ${verdict.text}`;
  return code === 'internal_error' ? 'internal error' : null;
}

/** All faults of a list, a few statements at a time. */
async function faultsOf(attacks: readonly Attack[]): Promise<string[]> {
  const faults: string[] = [];
  const rest = [...attacks];
  const work = async () => {
    for (let attack = rest.shift(); attack !== undefined; attack = rest.shift()) {
      const fault = faultOf(attack, await hostile.run(attack.sql));
      if (fault !== null) faults.push(`${attack.sql.slice(0, 300)}\n  ${fault.slice(0, 300)}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  return faults;
}

async function isUnharmed(): Promise<void> {
  expect(await hostile.written()).toEqual([]);
  const answer = await hostile.run("SELECT count(*) AS n, lower('A') AS a FROM videos");
  expect(answer.text).toContain('{"n":400,"a":"a"}');
}

describe.each([
  ['reject-changes.sql', 'reject'],
  ['reject-reading.sql', 'reject'],
  ['no-leak.sql', 'allow-no-leak'],
  ['contained.sql', 'contained'],
] as const)('attacks of %s', (file, expected) => {
  test(`are ${expected === 'reject' ? 'refused' : 'harmless'}`, async () => {
    const attacks = statementsOf('attacks').filter((statement) => statement.file === file);
    expect(attacks.length).toBeGreaterThanOrEqual(20);
    expect(await faultsOf(attacks.map(({ sql }) => ({ sql, expect: expected })))).toEqual([]);
    await isUnharmed();
  });
});

const shared = process.env.SDQ_SHARED ?? new URL('../../../../../shared/', import.meta.url).pathname;
const fixture = (name: string): Attack[] =>
  readFileSync(`${shared}/fixtures/${name}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Attack)
    // The lists were written for tables with a column of seconds.
    .map(({ sql, expect }) => ({ sql: sql.replace(/\bduration\b/g, 'duration_ms'), expect }));

describe.skipIf(!existsSync(`${shared}/fixtures/attacks.jsonl`))('statements collected elsewhere', () => {
  test.each(['reject', 'allow-no-leak', 'contained'] as const)('attacks: %s', async (expected) => {
    const attacks = fixture('attacks.jsonl').filter(
      (attack) => attack.expect === expected && !isAdmittedSince(attack.sql),
    );
    expect(await faultsOf(attacks)).toEqual([]);
    await isUnharmed();
  });

  test('what only looks like an attack gives rows', async () => {
    expect(await faultsOf(fixture('benign.jsonl'))).toEqual([]);
  });
});
