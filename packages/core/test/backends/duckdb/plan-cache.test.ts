import { expect, test } from 'vitest';
import type { PlannedLookUp } from '../../../src/backends/duckdb/plan/look-up.ts';
import { PlanCache } from '../../../src/backends/duckdb/plan-cache.ts';
import type { Plan } from '../../../src/backends/duckdb/runnable-plan.ts';
import type { Resolved } from '../../../src/stages.ts';
import type { SelectStatement } from '../../../src/syntax/ast.ts';

const treeOf = () => ({}) as SelectStatement;
const queryOf = (ast: SelectStatement, parameters?: unknown, platform = 'shortvideo') =>
  ({ platform, statement: { ast, text: 'SELECT 1', parameters } }) as unknown as Resolved;

const planOf = (number: number, sql: string) =>
  ({ number, sql, views: [], attempts: [], attachments: [] }) as unknown as Plan;

/** A cache that plans nothing, and tells how often it was asked to. */
function counting({ lookUp, sql = '' }: { lookUp?: PlannedLookUp; sql?: string } = {}) {
  const plans = new PlanCache();
  let planned = 0;
  const make = () => ({ lookUp, whole: () => planOf(++planned, sql) });
  const plan = (query: Resolved, snapshotId = 'a', rowsMax = 10) =>
    plans.of(query, snapshotId, rowsMax, make).whole() as unknown as { number: number };
  return { plan, plans, planned: () => planned };
}

test('the plan of a text is kept for the same parameters, platform, limit and snapshot', () => {
  const { plan, planned } = counting();
  const tree = treeOf();
  const first = plan(queryOf(tree, [1]));
  expect(plan(queryOf(tree, [1]))).toBe(first);
  const others = [
    plan(queryOf(tree, [2])),
    plan(queryOf(tree, [1n])),
    plan(queryOf(tree, ['1'])),
    plan(queryOf(tree)),
    plan(queryOf(tree, [1], 'micro')),
    plan(queryOf(tree, [1]), 'b'),
    plan(queryOf(tree, [1]), 'a', 11),
    // another tenant's parser reads the same text as another tree
    plan(queryOf(treeOf(), [1])),
  ];
  expect(planned()).toBe(1 + others.length);
  expect(plan(queryOf(tree, [1]))).toBe(first);
});

test('a look-up is kept before any other plan is made, and the other one when it is', () => {
  const lookUp = { attempts: [] } as unknown as PlannedLookUp;
  const { plan, plans, planned } = counting({ lookUp });
  const tree = treeOf();
  const make = () => {
    throw new Error('it is kept');
  };
  const whole = () => planOf(0, '');
  plans.of(queryOf(tree), 'a', 10, () => ({ lookUp, whole }));
  expect(plans.of(queryOf(tree), 'a', 10, make).lookUp).toBe(lookUp);
  expect(plan(queryOf(tree))).toMatchObject({ number: 0 });
  expect(planned()).toBe(0);
});

test('large plans push out what was unused longest; all are forgotten with their snapshot', () => {
  const { plan, plans, planned } = counting({ sql: 'x'.repeat(6 * 2 ** 20) });
  const [first, second, third] = [treeOf(), treeOf(), treeOf()];
  for (const tree of [first, second, third]) plan(queryOf(tree));
  plan(queryOf(third));
  plan(queryOf(second));
  expect(planned()).toBe(3);
  plan(queryOf(first));
  expect(planned()).toBe(4);
  plans.clear();
  plan(queryOf(first));
  expect(planned()).toBe(5);
});
