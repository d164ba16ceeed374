import { randomUUID } from 'node:crypto';
import { tableId } from '@sdq/catalog';
import { coverageOf, type Snapshot } from '@sdq/index';
import type { Resolved, Route, RuleOutcome } from '../stages.ts';
import { cost } from './cost.ts';
import type { ConstantScope } from './instants.ts';
import { authorRows } from './routes/author-rows.ts';
import { baseCandidate } from './routes/base-files.ts';
import { filterFirst } from './routes/filter-first.ts';
import { hashtagRows } from './routes/hashtag-rows.ts';
import { hashtagTotals } from './routes/hashtag-totals.ts';
import { idRows } from './routes/id-rows.ts';
import { leadingFirst } from './routes/leading-first.ts';
import { leadingGroups } from './routes/leading-groups.ts';
import { rollupGroups } from './routes/rollup-groups.ts';
import { sampledRows } from './routes/sampled-rows.ts';
import { scanSegment } from './routes/scan-segment.ts';
import { tierRows } from './routes/tier-rows.ts';
import { wordRows } from './routes/word-rows.ts';
import type { BoundReference, Candidate, ReferenceRule, RouteContext, RouteRule } from './rule.ts';
import { pruneFiles } from './rules/prune-files.ts';
import { columnsUsed } from './shape/columns-used.ts';

const referenceRules: readonly ReferenceRule[] = [pruneFiles];

/** The ways to a table's rows besides its base files. Which one is taken, the cost model decides. */
const routeRules: readonly RouteRule[] = [
  idRows,
  authorRows,
  hashtagRows,
  wordRows,
  leadingFirst,
  filterFirst,
  sampledRows,
  tierRows,
  rollupGroups,
  hashtagTotals,
  leadingGroups,
  scanSegment,
];

/** Names of the rules here, by which they can be left out. */
export const routingRuleNames = [...referenceRules, ...routeRules].map(({ name }) => name);

/** Attempts kept per reference: more than two that do not hold cost more than they promise. */
const attemptsMax = 2;

/** How one reference may be answered. */
export interface ReferenceRoutes {
  readonly reference: BoundReference;
  readonly context: RouteContext;
  /** Cheaper ways that hold only if the data is as hoped, cheapest first. */
  readonly attempts: readonly Candidate[];
  /** The cheapest way that always holds. */
  readonly certain: Candidate;
  readonly rules: readonly RuleOutcome[];
  readonly route: Route;
}

export function chooseRoutes(
  resolved: Resolved,
  index: number,
  snapshot: Snapshot,
  scope: ConstantScope,
  off: readonly string[],
): ReferenceRoutes {
  const reference = resolved.references[index] as BoundReference;
  const { table } = reference;
  const rules: RuleOutcome[] = [];
  let files = snapshot.files(table);
  const all = files.length;
  for (const rule of referenceRules) {
    if (off.includes(rule.name)) continue;
    const before = files.length;
    const outcome = rule.apply(reference, files, scope);
    files = outcome.files;
    rules.push({ rule: rule.name, table: table.name, fired: files.length < before, note: outcome.note });
  }
  const coverage = coverageOf(snapshot, table);
  const context: RouteContext = {
    resolved,
    reference,
    table,
    files,
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    isPruned: files.length < all,
    uncovered: files.filter((file) => coverage.uncovered.has(file)),
    coverage,
    columns: columnsUsed(reference),
    scope,
    rowsPlaceholder: `fetched_rows_${index}_${randomUUID().replaceAll('-', '')}`,
    path: (file) => snapshot.path(file),
  };
  const base = baseCandidate(context);
  const proposals = coverage.segments.length === 0 ? [] : propose(context, off);
  const candidates = proposals.flatMap(({ rule, found }) =>
    typeof found === 'string' ? [] : found.map((candidate) => ({ rule, candidate })),
  );
  const certain = candidates
    .map(({ candidate }) => candidate)
    .filter(({ steps, rowsMin }) => steps.length === 0 && rowsMin === 0)
    .reduce((best, candidate) => (candidate.cost < best.cost ? candidate : best), base);
  const attempts = candidates
    .map(({ candidate }) => candidate)
    .filter((candidate) => candidate.steps.length > 0 || candidate.rowsMin > 0)
    .filter((candidate) => candidate.cost < certain.cost)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, attemptsMax)
    .map((candidate, index, all) => bounded(candidate, (all[index + 1] ?? certain).cost));
  const chosen = attempts[0] ?? certain;
  for (const { rule, found } of proposals) {
    const own = typeof found === 'string' ? [] : found;
    const fired =
      own.includes(certain) ||
      own.some(({ relation }) => attempts.some((attempt) => attempt.relation === relation));
    rules.push({ rule, table: table.name, fired, note: noteOf(found, fired, chosen) });
  }
  return {
    reference,
    context,
    attempts,
    certain,
    rules,
    route: {
      table: tableId(table),
      via: chosen.via,
      filesTotal: all,
      filesRead: chosen === base ? files.length : context.uncovered.length,
      rowsEstimated: Math.round(chosen.rows),
      bytesEstimated: Math.round(chosen.bytes),
    },
  };
}

/** Gives an attempt up when fetching its rows would cost more than the next way. */
function bounded(candidate: Candidate, nextCost: number): Candidate {
  const worthwhile = Math.max(100, Math.floor(nextCost / cost.fetchedRow));
  return {
    ...candidate,
    steps: candidate.steps.map((step) => ({ ...step, rowsMax: Math.min(step.rowsMax, worthwhile) })),
  };
}

function propose(context: RouteContext, off: readonly string[]) {
  return routeRules
    .filter((rule) => !off.includes(rule.name))
    .map((rule) => {
      const found = rule.propose(context);
      // Edits would show in the name that DuckDB makes of an expression's text.
      const usable =
        typeof found === 'string' || !context.reference.inExpression
          ? found
          : found.filter(({ edits }) => edits.length === 0);
      return { rule: rule.name, found: usable };
    });
}

function noteOf(found: readonly Candidate[] | string, fired: boolean, chosen: Candidate): string {
  if (typeof found === 'string') return found;
  const [first] = found;
  if (fired || first === undefined) return first?.note ?? 'no way to read it so';
  return `${first.note}: costs more than ${chosen.via}`;
}
