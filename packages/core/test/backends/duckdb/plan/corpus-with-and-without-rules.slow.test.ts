import { afterAll, beforeAll, expect, test } from 'vitest';
import { corpusShare, statementsOf } from '../../../../../../test/support/statements/statements.ts';
import { ruleNames } from '../../../../src/backends/duckdb/plan/plan.ts';
import { makeState } from './built-states.ts';
import { type OpenIndex, openIndex, rowsMax } from './open-index.ts';

let index: OpenIndex;

beforeAll(async () => {
  index = await openIndex((root) => makeState(root, 'overlay'));
}, 60_000);

afterAll(async () => {
  await index[Symbol.asyncDispose]();
});

/** The rows as one text whatever their order, sums of floats to ten digits; or that it fails, or has too many rows. */
async function answer(text: string, rulesOff: readonly string[]): Promise<string> {
  try {
    const { columns, lines } = await index.answer(text, rulesOff);
    if (lines.length === rowsMax) return 'is cut';
    return [JSON.stringify(columns), ...lines.map(rounded).sort()].join('\n');
  } catch {
    return 'fails';
  }
}

function rounded(line: string): string {
  return line.replace(/-?\d+\.\d+(?:e[+-]?\d+)?/g, (number) =>
    String(Number(Number(number).toPrecision(10))),
  );
}

/** Times that each side is asked: who answers otherwise from time to time is found out. */
const turns = 4;

test('every statement of the gate’s corpus gives the same rows with the planner’s rules as without', async () => {
  const different: string[] = [];
  let routed = 0;
  // Others than those whose answers are compared with plain DuckDB.
  for (const { sql } of statementsOf('corpus').filter((_, at) => (at + 1) % corpusShare === 0)) {
    const original = await answer(sql, ruleNames);
    const given = await answer(sql, []);
    if (given === original) routed++;
    else if (!cutsFreely(sql) && (await differs(sql, original, given)))
      different.push(`${sql}\n${firstDifference(original, given)}`);
  }
  expect(different).toEqual([]);
  expect(routed).toBeGreaterThan(550 / corpusShare);
}, 600_000);

/** Whether the answers with rules and those without are never the same. */
async function differs(sql: string, original: string, given: string): Promise<boolean> {
  const without = new Set([original]);
  const withRules = new Set([given]);
  for (let turn = 1; turn < turns; turn++) {
    without.add(await answer(sql, ruleNames));
    withRules.add(await answer(sql, []));
  }
  // Rows that change by themselves (a sample, the clock) are never the same twice: nothing can be said of them.
  return without.size < turns && [...without].every((each) => !withRules.has(each));
}

/** Whether any rows will do: the engine may choose others. */
function cutsFreely(sql: string): boolean {
  return /\b(limit|sample|tablesample|any_value|arbitrary|first|last|arg_max|arg_min|list|array_agg|string_agg|mode|row_number|approx_\w+|reservoir_quantile|distinct on|lag|lead|first_value|last_value|nth_value|ntile|max_by|min_by|group_concat|json_group_\w+|histogram|positional|asof|over|top|fetch|now|random)\b/i.test(
    sql,
  );
}

function firstDifference(original: string, given: string): string {
  const [a, b] = [original.split('\n'), given.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  return `${a.length} and ${b.length} lines; ${a[at]?.slice(0, 200)} / ${b[at]?.slice(0, 200)}`;
}
