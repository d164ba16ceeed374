import { randomUUID } from 'node:crypto';
import type { RuleOutcome } from '../../../../backend/execution-backend.ts';
import type { JoinedBy, JoinSide } from '../../../../shape/joins/joined-by.ts';
import { querySpans } from '../../../../shape/joins/query-spans.ts';
import type { SpanEdit } from '../../../../shape/table-question.ts';
import type { Candidate } from '../../candidates/access-path.ts';
import type { KeptStep } from '../../runnable-plan.ts';
import type { ChosenPaths } from '../choose-paths.ts';
import { bounded } from '../order-candidates.ts';
import { keptQuery } from './kept-query.ts';
import { keptReference } from './kept-reference.ts';
import { type KeptSide, type SideContext, sideRowsMax } from './kept-side.ts';
import { clusteredByKeys, fetchedByKeys, isKeyed } from './keyed-rows.ts';

export const smallSideFirstRule = 'small-side-first';

/** What keeping rows and reading their keys costs, in microseconds. */
const keepingCost = 4_000;

/**
 * The share of a table's own cost that reading it takes in a join with few rows: DuckDB filters it by their values while
 * it reads.
 */
const joinedShare = 0.5;

/** A structure by the column is read from this estimated gain on, in microseconds: with less, the scan was measured as cheap. */
const clusteredFrom = 5_000;

/** A side of unknown size is tried where finding its rows costs at most this share of what is saved if they are few. */
const triedShare = 0.5;

/** The plan that runs small sides of joins first, and fetches rows of other tables by their keys. */
export interface SmallSides {
  readonly kept: readonly KeptStep[];
  /** Edits of the caller's text that put kept rows in the place of queries. */
  readonly edits: readonly SpanEdit[];
  /** What takes the place of references, by their places: kept rows, and those that are fetched. */
  readonly candidates: ReadonlyMap<number, Candidate>;
  /** The same where too many rows would be fetched. */
  readonly candidatesElse: ReadonlyMap<number, Candidate>;
}

export interface SmallSidesFound {
  /** How each reference is answered: without guards, perhaps by another structure than it alone would be. */
  readonly chosen: readonly ChosenPaths[];
  readonly plan: SmallSides | undefined;
  readonly outcomes: readonly RuleOutcome[];
}

/** Keeps the rows of a side, or says why not. */
type Keep = (side: Joined['side']) => KeptSide | string;

/** A side with rows to keep: the values of a list are conditions of the table. */
type Joined = Omit<JoinedBy, 'side'> & { readonly side: Exclude<JoinSide, { kind: 'list' }> };

/** A table that can be read by the keys of a side. */
interface Keyed {
  readonly place: number;
  readonly side: KeptSide;
  readonly candidate: Candidate;
  /** Estimated CPU time in microseconds. */
  readonly saved: number;
}

/**
 * Runs the small side of a join first, and reads the other table by its keys. The rows of the side are kept in a
 * temporary table, which takes its place in the statement; their values are looked up in a key file of the other table,
 * and the rows found are fetched. Rows that the join cannot show are then never read. Where a side is small and owners
 * have many rows, the structure in which these lie together is read instead.
 *
 * It applies to equalities of columns: of joins, `IN (SELECT …)` and `EXISTS`. With more than {@link sideRowsMax} rows
 * on the small side, the plan without it runs; with more rows found than are worth fetching, the side is not run again.
 */
export function smallSidesFirst(context: Omit<SideContext, 'spans'>, isPreferred: boolean): SmallSidesFound {
  const { resolved, chosen, question } = context;
  const { statement, references } = resolved;
  const nothing = { chosen, plan: undefined, outcomes: [] };
  const joined = question.joined.map((found, place) =>
    found.flatMap(({ side, ...by }): Joined[] =>
      side.kind !== 'list' && isKeyed((chosen[place] as ChosenPaths).context, by.column)
        ? [{ ...by, side }]
        : [],
    ),
  );
  if (joined.every((found) => found.length === 0)) return nothing;
  const spans = querySpans(statement.text, statement.endOffset, statement.ast.node) ?? new Map();
  const kept = new Map<unknown, KeptSide | string>();
  const keep: Keep = (side) => {
    const key = side.kind === 'query' ? side.query.query : side.place;
    const within = { ...context, spans };
    const name = `kept_rows_${kept.size}_${randomUUID().replaceAll('-', '')}`;
    const keepRows = () =>
      side.kind === 'query' ? keptQuery(within, side, name) : keptReference(within, side, name);
    const found = kept.get(key) ?? keepRows();
    kept.set(key, found);
    return found;
  };
  const clustered = chosen.map((of, place) => clusteredBy(of, joined[place] ?? [], keep, isPreferred));
  const all = clustered.map((of, place) => keyedBy(of, joined[place] ?? [], keep, isPreferred));
  const accepted = accept(
    clustered,
    all.filter((each) => typeof each === 'object'),
    isPreferred,
  );
  const outcomes = all.flatMap((each, place) => {
    const table = references[place]?.table.name ?? '';
    const told = (fired: boolean, note: string) => [{ rule: smallSideFirstRule, table, fired, note }];
    const { certain } = clustered[place] as ChosenPaths;
    if (typeof each === 'object' && accepted.includes(each)) return told(true, each.candidate.note);
    if (certain !== chosen[place]?.certain) return told(true, certain.note);
    if (each === undefined) return [];
    return told(
      false,
      typeof each === 'string' ? each : `${each.candidate.note}: costs more than ${certain.via}`,
    );
  });
  const plan = accepted.length === 0 ? undefined : united(clustered, accepted);
  return { chosen: clustered, plan, outcomes };
}

/** Reads a table from a structure by owner, where that costs less. */
function clusteredBy(
  of: ChosenPaths,
  joined: readonly Joined[],
  keep: Keep,
  isPreferred: boolean,
): ChosenPaths {
  const [best] = joined
    .flatMap(({ column, side: of }) => {
      const side = keep(of);
      return typeof side === 'string' || !side.isKnown ? [] : [{ column, side }];
    })
    .flatMap(({ column, side }) => clusteredByKeys(of.context, column, side) ?? [])
    .sort((a, b) => a.cost - b.cost);
  if (best === undefined || (best.cost + clusteredFrom >= joinedShare * of.certain.cost && !isPreferred))
    return of;
  const speculative = of.speculative.filter(({ cost }) => cost < best.cost);
  return { ...of, certain: best, speculative };
}

/** The cheapest way of fetching rows by keys of a side; one line with the reason where there is none. */
function keyedBy(
  of: ChosenPaths,
  joined: readonly Joined[],
  keep: Keep,
  isPreferred: boolean,
): Keyed | string | undefined {
  const [alternative = of.certain] = of.speculative;
  const faults = new Set<string>();
  const found = joined.flatMap((by): Keyed[] => {
    const side = keep(by.side);
    const candidate = typeof side === 'string' ? side : fetchedByKeys(of.context, by, side);
    if (typeof side === 'string' || typeof candidate === 'string') {
      faults.add(String(candidate));
      return [];
    }
    const saved = joinedShare * alternative.cost - candidate.cost;
    const limited = bounded(isPreferred ? { ...candidate, cost: 0 } : candidate, [of.certain]);
    return [{ place: of.question.place, side, candidate: limited, saved }];
  });
  const [best] = found.sort((a, b) => b.saved - a.saved);
  if (best !== undefined && (best.saved > 0 || isPreferred)) return best;
  if (best !== undefined) return `${best.candidate.note}: costs more than ${alternative.via}`;
  return faults.size === 0 ? undefined : [...faults].join('; ');
}

/** Those that save more than keeping their sides costs, and that do not need each other's place. */
function accept(
  chosen: readonly ChosenPaths[],
  all: readonly Keyed[],
  isPreferred: boolean,
): readonly Keyed[] {
  const worthwhile = [...Map.groupBy(all, ({ side }) => side)].flatMap(([side, keyed]) => {
    const saved = keyed.reduce((sum, each) => sum + each.saved, side.costOwn - side.cost - keepingCost);
    const isWorth = saved > 0 && (side.isKnown || side.cost <= triedShare * saved);
    return isWorth || isPreferred ? [{ side, keyed, saved }] : [];
  });
  const accepted: Keyed[] = [];
  const sides: KeptSide[] = [];
  const replaces = ({ edit, place: own }: KeptSide, place: number) =>
    place === own || (edit !== undefined && chosen[place]?.question.isWithin(edit) === true);
  const overlaps = (a: KeptSide, b: KeptSide) =>
    a.edit !== undefined && b.edit !== undefined && a.edit.start < b.edit.end && b.edit.start < a.edit.end;
  for (const { side, keyed } of worthwhile.sort((a, b) => b.saved - a.saved)) {
    const isBeside = sides.every((other) => !overlaps(side, other));
    if (!isBeside || accepted.some(({ place }) => replaces(side, place))) continue;
    const free = keyed.filter(({ place }) => [...sides, side].every((other) => !replaces(other, place)));
    if (free.length === 0) continue;
    sides.push(side);
    accepted.push(...free);
  }
  return accepted;
}

function united(chosen: readonly ChosenPaths[], accepted: readonly Keyed[]): SmallSides {
  const sides = [...new Set(accepted.map(({ side }) => side))];
  const kept = sides.flatMap(({ place, table }): [number, Candidate][] => {
    const certain = place === undefined ? undefined : chosen[place]?.certain;
    return place === undefined || certain === undefined
      ? []
      : [[place, { ...certain, relation: () => table, edits: [] }]];
  });
  const fetched = accepted.map(({ place, candidate }): [number, Candidate] => [place, candidate]);
  return {
    kept: sides.map(({ step }) => step),
    edits: sides.flatMap(({ edit }) => edit ?? []),
    candidates: new Map([...kept, ...fetched]),
    candidatesElse: new Map(kept),
  };
}
