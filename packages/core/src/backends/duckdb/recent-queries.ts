import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { Snapshot } from '@sdq/index';
import { LRUCache } from 'lru-cache';
import type { Route } from '../../backend/execution-backend.ts';
import { changesNamed, heldParts, united } from './plan/held-parts.ts';
import type { HeldParts, Plan, QueryRunner } from './runnable-plan.ts';

/** Maximum number of queries that are remembered: one for each table of changed rows that it reads, or for its routes. */
const queriesMax = 96;
/** Queries that were not asked for so long are forgotten. */
const recentMs = 5 * 60_000;
/** A new snapshot waits no longer for what queries will read of it. */
const warmUpMsMax = 2_000;

/** Plans a query for a snapshot. */
export type PlanFor = (snapshot: Snapshot) => Planned;

/** What is needed of a plan, or of a look-up. */
export type Planned = Parameters<typeof heldParts>[0] & Pick<Plan, 'routes'>;

/**
 * Cache warming: remembers which queries read what follows from changed rows, so that it can be made for a new snapshot before
 * queries read that. Otherwise the first queries after each add would make it, while all others wait for them.
 */
export class RecentQueries {
  readonly #recent = new LRUCache<string, { readonly keys: readonly string[]; readonly planFor: PlanFor }>({
    max: queriesMax,
    ttl: recentMs,
  });

  /** Remembers a query that was asked of the current snapshot. */
  note(planned: Planned, planFor: PlanFor): void {
    const keys = keysOf(planned);
    for (const key of keys) this.#recent.set(key, { keys, planFor });
  }

  /**
   * Makes what the recent queries will read of a snapshot. Settles when that is done, or has taken too long: the queries
   * themselves make the rest.
   */
  async warmUp(runner: QueryRunner, next: Snapshot, signal: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(warmUpMsMax)]);
    const parts: HeldParts[] = [];
    const later: { keys: readonly string[]; planFor: PlanFor; ttl: number }[] = [];
    for (const { planFor, ttl } of this.#distinct()) {
      await eventLoopTurn(); // planning takes milliseconds: queries get their turn
      if (ends.aborted) return;
      try {
        const planned = planFor(next);
        parts.push(heldParts(planned));
        later.push({ keys: keysOf(planned), planFor, ttl });
      } catch {
        // a query that cannot be planned any more: whoever asks it is told why
      }
    }
    // What was read of the snapshot before has other names, for the same queries.
    this.#recent.clear();
    for (const { keys, planFor, ttl } of later.reverse())
      for (const key of keys) this.#recent.set(key, { keys, planFor }, { ttl });
    await runner.warmUp(united(parts), warmUpMsMax, ends);
  }

  /** The fewest that read everything that any of them does, roughly, the most recent first, and for how long each is remembered. */
  #distinct(): { planFor: PlanFor; ttl: number }[] {
    const covered = new Set<string>();
    return [...this.#recent.entries()].flatMap(([key, { keys, planFor }]) => {
      if (covered.has(key)) return [];
      for (const each of keys) covered.add(each);
      return [{ planFor, ttl: this.#recent.getRemainingTTL(key) }];
    });
  }
}

/** What tells a query from others: the names of what it reads of changed rows, or what answers it. */
function keysOf(planned: Planned): string[] {
  const names = changesNamed(heldParts(planned));
  return names.length === 0 ? planned.routes.map(routeName) : names;
}

function routeName({ table, via }: Route): string {
  return `${table}: ${via}`;
}
