import { nearestNames } from '@sdq/contract';
import type { TableReference } from '../../stages.ts';
import type { BaseTableRef } from '../../syntax/ast.ts';
import { nameOf, tokenAt } from '../../syntax/tokens.ts';
import type { Context } from './context.ts';
import type { CteBinding } from './scope.ts';
import type { Violations } from './violations.ts';

/** Tables of the policy. */
export interface OfferedTables {
  /** By their names in lower case. */
  readonly names: ReadonlyMap<string, string>;
  /** Further tables, in lower case. */
  readonly given: ReadonlySet<string>;
  /** The hint for any other table name. */
  readonly elsewhere?: ((name: string) => string | undefined) | undefined;
}

/** What a name in FROM refers to. */
export type TableBinding = { readonly cte: CteBinding } | { readonly reference: TableReference } | null;

/** UTF-16 span of the table's name, when the text at the node's position spells that name. */
function spanOf(node: BaseTableRef, violations: Violations): { start: number; end: number } | null {
  const start = violations.positions.utf16(node.query_location);
  if (start === null) return null;
  const { text } = violations.positions;
  const token = tokenAt(text, start);
  if (token === null || (token.kind !== 'word' && token.kind !== 'quotedName')) return null;
  return nameOf(text, token) === node.table_name ? { start: token.start, end: token.end } : null;
}

function refuseQualified(node: BaseTableRef, { names }: OfferedTables, violations: Violations): void {
  const { table_name, schema_name, catalog_name } = node;
  const name = [catalog_name, schema_name, table_name]
    .filter((part) => part !== '')
    .join('.')
    .slice(0, 80);
  const isCatalogue = /^(?:information_schema|pg_catalog)$/i.test(schema_name);
  const hint = isCatalogue
    ? 'Only some relations of the catalogue are offered: docs/tools.md lists them'
    : 'Write only the name of the table, or qualify it by main';
  const candidates = isCatalogue ? [] : nearestNames(table_name, [...names.values()]);
  const extras = { hint, candidates };
  violations.add('sql_unknown_table', node.query_location, `There is no table "${name}"`, extras);
}

function refuseUnknown(
  node: BaseTableRef,
  context: Context,
  { names, elsewhere }: OfferedTables,
  violations: Violations,
): void {
  const name = node.table_name;
  const candidates = nearestNames(name, [...context.scope.names(), ...names.values()]);
  const isFile = /[./\\:*]/.test(name);
  const hint = isFile ? 'Files cannot be read. Query the tables of the platform.' : elsewhere?.(name);
  violations.add('sql_unknown_table', node.query_location, `There is no table "${name.slice(0, 80)}"`, {
    candidates,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Binds a name in FROM to a visible CTE or to a table of the policy; reports it when it is neither. */
export function checkTable(
  node: BaseTableRef,
  context: Context,
  tables: OfferedTables,
  violations: Violations,
): TableBinding {
  if (node.at_clause !== null) {
    violations.add('statement_not_allowed', node.query_location, 'AT clauses are not supported');
    return null;
  }
  const cte = context.scope.find(node.table_name);
  const recurring = node.schema_name.toLowerCase() === 'recurring' && cte?.recursing === true;
  if (node.catalog_name !== '' || (node.schema_name !== '' && !recurring)) {
    refuseQualified(node, tables, violations);
    return null;
  }
  if (cte !== null) return { cte };
  const name = node.table_name.toLowerCase();
  if (!tables.names.has(name) && !tables.given.has(name)) {
    refuseUnknown(node, context, tables, violations);
    return null;
  }
  const span = spanOf(node, violations);
  if (span === null || context.select === null) {
    const message = `The table "${node.table_name}" cannot be used in this form`;
    violations.add('statement_not_allowed', node.query_location, message);
    return null;
  }
  const { select, isInName, isDescribed } = context;
  return { reference: { node, select, ...span, isInName, isDescribed } };
}
