import { lazily } from '@sdq/contract';
import { LRUCache } from 'lru-cache';
import type { Resolved } from '../../stages.ts';
import type { SelectStatement } from '../../syntax/ast.ts';
import { exactJson } from '../../syntax/exact-json.ts';
import type { PlannedLookUp } from './plan/look-up.ts';
import type { Plan } from './runnable-plan.ts';

/** Maximum number of plans. */
const plansMax = 256;
/** Maximum of their sizes, in bytes, about. */
const bytesMax = 16 * 2 ** 20;
/** What a plan has beside its SQL, and a look-up in all, about. */
const bytesOfPlan = 16_384;
/** The syntax tree of a text, times its length, about. */
const treeBytes = 50;

/** The plans of a query. */
export interface PlannedWays {
  readonly lookUp: PlannedLookUp | undefined;
  /** With a look-up, the plan is made when it is needed. */
  readonly whole: () => Plan;
}

/**
 * Keeps plans for texts that come again with the same parameters: programs describe a statement before they run it, and ask
 * again for results that are not kept. Only for queries whose plan is the same at any time.
 */
export class PlanCache {
  readonly #plans = new LRUCache<string, PlannedWays>({ max: plansMax, maxSize: bytesMax });
  /** The parser gives a tenant the same tree for the same text, and no other tenant: a tenant's plans are its own. */
  readonly #texts = new WeakMap<SelectStatement, number>();
  #textsMade = 0;

  /** The plans of a query over a snapshot: kept ones, or those that `make` makes. */
  of(query: Resolved, snapshotId: string, rowsMax: number, make: () => PlannedWays): PlannedWays {
    const key = this.#keyOf(query, snapshotId, rowsMax);
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const { lookUp, whole } = make();
    const size = bytesOfPlan + query.statement.text.length * treeBytes;
    const ways = {
      lookUp,
      whole: lazily(() => {
        const plan = whole();
        this.#plans.set(key, { lookUp, whole: () => plan }, { size: size + sqlLength(plan) });
        return plan;
      }),
    };
    if (lookUp !== undefined) this.#plans.set(key, ways, { size });
    return ways;
  }

  /** Forgets plans: those of earlier snapshots are not asked for again. */
  clear(): void {
    this.#plans.clear();
  }

  #keyOf({ statement, platform }: Resolved, snapshotId: string, rowsMax: number): string {
    const { ast, parameters = null } = statement;
    let text = this.#texts.get(ast);
    if (text === undefined) {
      text = ++this.#textsMade;
      this.#texts.set(ast, text);
    }
    return exactJson([text, platform, snapshotId, rowsMax, parameters]);
  }
}

/** The length of a plan's SQL, which is most of it. */
function sqlLength({ sql, views, attempts, attachments }: Plan): number {
  const texts = [
    ...[{ sql, views }, ...attempts].flatMap((each) => [
      each.sql,
      ...each.views.map(({ relation }) => relation),
    ]),
    ...attachments.flatMap((each) => ('sql' in each ? [each.sql] : [])),
  ];
  return texts.reduce((sum, { length }) => sum + length, 0);
}
