import type { LiveSegment } from '@sdq/index';
import type { Filter } from '../../../../shape/filter/filter.ts';
import {
  type AccessPath,
  type FoundRows,
  type RouteContext,
  wholeSource,
} from '../../candidates/access-path.ts';
import { cost } from '../../candidates/cost.ts';
import { rowCost } from '../../candidates/estimates/cell-cost.ts';
import { intersectedFrom } from '../../candidates/estimates/group-rows.ts';
import { foundCandidates } from '../../candidates/relation/found-candidates.ts';
import { hasColumns } from '../../candidates/relation/segment-rows.ts';
import { scanOf } from '../../candidates/structure.ts';

/** Rows found by several conditions. */
interface MergedRows extends FoundRows {
  /** Conditions that were looked up. */
  readonly lookups: number;
}

/** Maximum number of look-ups: each costs about 0.5 ms to plan and to start. */
const lookupsMax = 16;

/**
 * Merges the rows that other paths find for single conditions: the union where conditions are combined by OR, the
 * intersection where they are combined by AND.
 *
 * For `author = 'ada' OR list_contains(hashtags, 'cats')`, and for a tag together with a word. Every condition of an OR
 * needs a path of its own. The caller's own WHERE is applied again to the rows found, so the union may contain others.
 * It does not support NOT, whose rows are most of the table. It has no structure of its own.
 */
export const indexMerge: AccessPath = {
  name: 'index-merge',
  purpose: 'Rows that several conditions find, combined by OR and AND',
  route(context) {
    const merged = mergedRows(context);
    if (typeof merged === 'string') return merged;
    return foundCandidates(context, merged, merged.note);
  },
  leadingSources(context, { stored }) {
    const merged = mergedRows(context);
    const { structure } = scanOf(context.table);
    if (typeof merged === 'string' || !hasColumns(context, structure, stored)) return [];
    const read = context.rows * cost.probedRow + merged.rows.many * rowCost(context, stored);
    const where = (live: LiveSegment) => `rowid IN (${merged.ordinals(live)})`;
    const finding = 2 * cost.start + read + merged.cost;
    return [{ ...wholeSource, structure, where, ordinal: 'rowid', isFoundFirst: true, cost: finding }];
  },
};

const known = new WeakMap<RouteContext, MergedRows | string>();

/** One line with the reason where nothing is merged. */
function mergedRows(context: RouteContext): MergedRows | string {
  const merged = known.get(context) ?? merge(context);
  known.set(context, merged);
  return merged;
}

function merge(context: RouteContext): MergedRows | string {
  const merged = find(context, context.question.filter);
  if (merged === undefined) return 'no conditions that are combined and can all be looked up';
  if (merged.lookups === 1) return 'a single condition finds the rows';
  return merged.lookups > lookupsMax ? `more than ${lookupsMax} look-ups` : merged;
}

function find(context: RouteContext, filter: Filter): MergedRows | undefined {
  if (filter.kind === 'and') {
    const found = filter.children.flatMap((child) => find(context, child) ?? []);
    return intersection(found, context.rows);
  }
  const [direct] = [...context.ordinals(filter)].sort((a, b) => a.rows.many - b.rows.many);
  if (direct !== undefined) return { ...direct, lookups: 1 };
  return filter.kind === 'or' ? union(filter.children.map((child) => find(context, child))) : undefined;
}

/** Undefined where the rows of one of the conditions are not known. */
function union(parts: readonly (MergedRows | undefined)[]): MergedRows | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length || known.length === 0) return undefined;
  const sum = (of: (part: MergedRows) => number) => known.reduce((total, part) => total + of(part), 0);
  const many = sum(({ rows }) => rows.many);
  return {
    ordinals: (live) =>
      known.map(({ ordinals }) => `SELECT ordinal FROM (${ordinals(live)})`).join(' UNION '),
    rows: { typical: sum(({ rows }) => rows.typical), many },
    cost: sum((part) => part.cost) + many * cost.countedOrdinal,
    note: known.map(({ note }) => note).join(' or '),
    lookups: sum(({ lookups }) => lookups),
  };
}

/** The fewest rows that one condition finds, and of those, where they are many, the ones that a second one finds too. */
function intersection(parts: readonly MergedRows[], all: number): MergedRows | undefined {
  const [first, second] = [...parts].sort((a, b) => a.rows.many - b.rows.many);
  if (first === undefined || second === undefined) return first;
  if (first.rows.many < intersectedFrom) return first;
  const share = Math.min(1, second.rows.many / Math.max(1, all));
  return {
    ordinals: (live) =>
      `SELECT ordinal FROM (${first.ordinals(live)}) WHERE ordinal IN (${second.ordinals(live)})`,
    rows: {
      typical: Math.max(1, Math.round(first.rows.typical * share)),
      many: Math.max(1, Math.round(first.rows.many * share)),
    },
    cost: first.cost + second.cost + (first.rows.many + second.rows.many) * cost.countedOrdinal,
    constants: { ...first.constants, ...second.constants },
    note: `${first.note} and ${second.note}`,
    lookups: first.lookups + second.lookups,
  };
}
