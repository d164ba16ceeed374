import { type CatalogTable, tableId } from '../catalog/table.ts';
import type { FileEntry } from '../index/manifest.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { mint, type Plan, type Resolved, type Route, type RuleOutcome } from '../stages.ts';
import type { ConstantScope } from './instants.ts';
import { relation } from './relation.ts';
import type { BoundReference, ReferenceRule } from './rule.ts';
import { pruneFiles } from './rules/prune-files.ts';
import { pushLimit } from './rules/push-limit.ts';
import { type Replacement, splice } from './splice.ts';

const referenceRules: readonly ReferenceRule[] = [pruneFiles];

export interface PlanOptions {
  /** Rows that will be read from the result at most. */
  rowsMax: number;
  /** Rules to leave out, by name: for tests and for finding a guilty one. */
  rulesOff?: readonly string[];
}

/**
 * Routes each table reference to files of one snapshot. The caller's text is kept; only the references in it are
 * replaced, each by a relation that holds the same rows wherever the query can see them.
 *
 * A reference in a subquery inside of an expression is not replaced but names a view, one per table over the files
 * of all such references: DuckDB calls an expression without a name by its text, and that must stay the caller's.
 */
export function plan(resolved: Resolved, snapshot: Snapshot, options: PlanOptions): Plan {
  const { statement } = resolved;
  const scope: ConstantScope = { now: BigInt(Date.now()) * 1_000n, parameters: statement.parameters };
  const rules: RuleOutcome[] = [];
  const routes: Route[] = [];
  const replacements: Replacement[] = [];
  const viewed = new Map<CatalogTable, Set<FileEntry>>();
  const path = (file: FileEntry) => snapshot.path(file);
  for (const reference of resolved.references) {
    const routed = route(reference, snapshot, scope, options.rulesOff ?? []);
    const { table } = reference;
    rules.push(...routed.rules);
    routes.push(routed.route);
    if (reference.inExpression) {
      viewed.set(table, new Set([...(viewed.get(table) ?? []), ...routed.files]));
    } else replacements.push(replacementOf(statement.text, reference, relation(table, routed.files, path)));
  }
  const { sql, splices } = splice(statement.text, statement.endOffset, replacements);
  const limit = options.rulesOff?.includes('push-limit') ? null : pushLimit(statement, options.rowsMax);
  rules.push({
    rule: 'push-limit',
    table: null,
    fired: limit !== null,
    note: limit === null ? 'the query has a LIMIT of its own' : `the engine stops at ${options.rowsMax} rows`,
  });
  return mint<Plan>({
    sql: sql + (limit ?? ''),
    parameters: statement.parameters,
    views: [...viewed].map(([table, files]) => ({
      name: table.name,
      relation: relation(table, [...files], path),
    })),
    statement,
    snapshotId: snapshot.id,
    splices,
    rules,
    routes,
  });
}

function route(reference: BoundReference, snapshot: Snapshot, scope: ConstantScope, off: readonly string[]) {
  const { table } = reference;
  const all = snapshot.files(table);
  let files = all;
  const rules: RuleOutcome[] = [];
  for (const rule of referenceRules) {
    if (off.includes(rule.name)) continue;
    const before = files.length;
    const outcome = rule.apply(reference, files, scope);
    files = outcome.files;
    rules.push({ rule: rule.name, table: table.name, fired: files.length < before, note: outcome.note });
  }
  const sum = (pick: (file: (typeof files)[number]) => number) =>
    files.reduce((total, file) => total + pick(file), 0);
  return {
    rules,
    route: {
      table: tableId(table),
      filesTotal: all.length,
      filesRead: files.length,
      rowsEstimated: sum((file) => file.rows),
      bytesEstimated: sum((file) => file.bytes),
    },
    files,
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
