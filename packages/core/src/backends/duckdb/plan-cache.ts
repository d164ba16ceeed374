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
/** What a plan has beside its texts, about. */
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
    const textBytes = query.statement.text.length * treeBytes;
    const keep = (ways: PlannedWays, made: object) =>
      void this.#plans.set(key, ways, { size: bytesOfPlan + textBytes + textsLength(made) });
    const ways = {
      lookUp,
      whole: lazily(() => {
        const plan = whole();
        keep({ lookUp, whole: () => plan }, plan);
        return plan;
      }),
    };
    if (lookUp !== undefined) keep(ways, lookUp);
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

/** The length of all texts in a plan, but for its statement. */
function textsLength(part: unknown): number {
  if (typeof part === 'string') return part.length;
  if (typeof part !== 'object' || part === null) return 0;
  let length = 0;
  for (const [name, value] of Object.entries(part)) if (name !== 'statement') length += textsLength(value);
  return length;
}
