import { mint } from '../../../../stages.ts';
import type { Plan } from '../../runnable-plan.ts';

export const mergeSubqueriesRule = 'merge-subqueries';

/** The plan of a statement, with those of its merged form before it; `note` says what was changed. */
export function withMerged(own: Plan, merged: Plan, note: string): Plan {
  const names = new Set(merged.attachments.map(({ name }) => name));
  const { sql, views, counted } = merged;
  return mint<Plan>({
    ...own,
    attachments: [...merged.attachments, ...own.attachments.filter(({ name }) => !names.has(name))],
    ...(counted !== undefined && { counted }),
    attempts: [...merged.attempts, { sql, views, steps: [], rowsMin: 0 }],
    rules: [{ rule: mergeSubqueriesRule, table: null, fired: true, note }, ...merged.rules],
    routes: merged.routes,
  });
}

/** The plan of a statement whose subqueries stay. */
export function withUnmerged(own: Plan, reason: string): Plan {
  return mint<Plan>({
    ...own,
    rules: [{ rule: mergeSubqueriesRule, table: null, fired: false, note: reason }, ...own.rules],
  });
}
