import type { CatalogTable } from '@sdq/catalog';
import { coverageOf, type FileEntry, type LiveSegment, type Snapshot } from '@sdq/index';
import { type Attempt, mint, type Plan, type Resolved, type TableView } from '../stages.ts';
import { chooseRoutes, type ReferenceRoutes, routingRuleNames } from './choose-routes.ts';
import type { ConstantScope } from './instants.ts';
import { relation as relationOfFiles } from './relation.ts';
import type { BoundReference, Candidate } from './rule.ts';
import { pushLimit } from './rules/push-limit.ts';
import { isStreamed, streamed } from './rules/stream-limit.ts';
import { type Replacement, splice } from './splice.ts';

export interface PlanOptions {
  /** Rows that will be read from the result at most. */
  rowsMax: number;
  /** Rules to leave out, by name: for tests and for finding a guilty one. */
  rulesOff?: readonly string[];
}

/** Every rule that `rulesOff` can name. */
export const ruleNames: readonly string[] = [...routingRuleNames, 'stream-limit', 'push-limit'];

/**
 * Routes each table reference to files or structures of one snapshot. The caller's text is kept; only the references
 * in it are replaced, each by a relation that holds the same rows wherever the query can see them, and aggregates
 * where the relation holds sums.
 *
 * A reference in a subquery inside of an expression is not replaced but names a view, one per table: DuckDB calls an
 * expression without a name by its text, and that must stay the caller's.
 */
export function plan(resolved: Resolved, snapshot: Snapshot, options: PlanOptions): Plan {
  const { statement } = resolved;
  const scope: ConstantScope = { now: BigInt(Date.now()) * 1_000n, parameters: statement.parameters };
  const off = options.rulesOff ?? [];
  const routes = resolved.references.map((_, index) => chooseRoutes(resolved, index, snapshot, scope, off));
  const limit = off.includes('push-limit') ? null : pushLimit(statement, options.rowsMax);
  const streams = new Set(
    off.includes('stream-limit')
      ? []
      : resolved.references.filter((each) => isStreamed(each, statement, resolved.aggregates)),
  );
  const write = (choose: (routes: ReferenceRoutes) => Candidate) => {
    const written = writeOut(resolved, routes, choose, streams);
    return { ...written, sql: written.sql + (limit ?? '') };
  };
  const certain = write((each) => each.certain);
  return mint<Plan>({
    ...certain,
    parameters: statement.parameters,
    attachments: segmentsOf(resolved, snapshot, routes).map(({ name, segment }) => ({
      name,
      path: snapshot.path(segment),
    })),
    attempts: attemptsOf(routes, write),
    statement,
    snapshotId: snapshot.id,
    rules: [
      ...routes.flatMap(({ rules }) => rules),
      ...[...streams].map(({ table }) => ({
        rule: 'stream-limit',
        table: table.name,
        fired: true,
        note: 'rows are handed on as they come, up to the LIMIT',
      })),
      {
        rule: 'push-limit',
        table: null,
        fired: limit !== null,
        note:
          limit === null ? 'the query has a LIMIT of its own' : `the engine stops at ${options.rowsMax} rows`,
      },
    ],
    routes: routes.map(({ route }) => route),
  });
}

/** One attempt per way of the only reference that has any; with several such references, their first ways together. */
function attemptsOf(
  routes: readonly ReferenceRoutes[],
  write: (choose: (routes: ReferenceRoutes) => Candidate) => Pick<Plan, 'sql' | 'views'>,
): Attempt[] {
  const hopeful = routes.filter(({ attempts }) => attempts.length > 0);
  const count = hopeful.length === 1 ? (hopeful[0]?.attempts.length ?? 0) : Math.min(1, hopeful.length);
  return Array.from({ length: count }, (_, index) => {
    const choose = (each: ReferenceRoutes) => each.attempts[index] ?? each.certain;
    const chosen = routes.map(choose);
    const { sql, views } = write(choose);
    return {
      sql,
      views,
      steps: chosen.flatMap(({ steps }) => steps),
      rowsMin: Math.max(0, ...chosen.map(({ rowsMin }) => rowsMin)),
    };
  });
}

function segmentsOf(
  resolved: Resolved,
  snapshot: Snapshot,
  routes: readonly ReferenceRoutes[],
): LiveSegment[] {
  const isUsed = routes.some(({ certain, attempts }) =>
    [certain, ...attempts].some(({ via }) => via !== 'base files'),
  );
  if (!isUsed) return [];
  const tables = new Set(resolved.references.map(({ table }) => table));
  return [...tables].flatMap((table) => coverageOf(snapshot, table).segments);
}

function writeOut(
  resolved: Resolved,
  routes: readonly ReferenceRoutes[],
  choose: (routes: ReferenceRoutes) => Candidate,
  streams: ReadonlySet<BoundReference>,
): Pick<Plan, 'sql' | 'splices' | 'views'> {
  const { statement } = resolved;
  const replacements: Replacement[] = [];
  const viewed = new Map<CatalogTable, ReferenceRoutes[]>();
  for (const each of routes) {
    const { reference } = each;
    if (reference.inExpression) {
      viewed.set(reference.table, [...(viewed.get(reference.table) ?? []), each]);
      continue;
    }
    const { relation: chosen, edits } = choose(each);
    const relation = streams.has(reference) ? streamed(chosen) : chosen;
    replacements.push(replacementOf(statement.text, reference, relation), ...edits);
  }
  return {
    ...splice(statement.text, statement.endOffset, replacements),
    views: [...viewed].map(([table, each]) => viewOf(table, each, choose)),
  };
}

/** One reference's own way; several share the files that any of them needs. */
function viewOf(
  table: CatalogTable,
  routes: readonly ReferenceRoutes[],
  choose: (routes: ReferenceRoutes) => Candidate,
): TableView {
  const [first, another] = routes;
  if (first !== undefined && another === undefined)
    return { name: table.name, relation: choose(first).relation };
  const files = new Set<FileEntry>(routes.flatMap(({ context }) => context.files));
  return {
    name: table.name,
    relation: relationOfFiles(table, [...files], (file) => first?.context.path(file) ?? file.path),
  };
}

/** `videos` becomes `(…) AS videos`, `videos v` becomes `(…) v`, and `TABLE videos` becomes `FROM (…) AS videos`. */
function replacementOf(text: string, { start, end, node }: BoundReference, sql: string): Replacement {
  const named = node.alias === '' ? `${sql} AS ${text.slice(start, end)}` : sql;
  const keyword = /\btable\s+$/i.exec(text.slice(0, start));
  return keyword === null
    ? { start, end, text: named }
    : { start: keyword.index, end, text: `FROM ${named}` };
}
