import type { Catalog, CatalogTable } from '@sdq/catalog';
import { AppError, nearestNames } from '@sdq/contract';
import { type Admitted, mint, type Resolved } from '../../stages.ts';
import { placeAt } from '../../syntax/text-position.ts';

/**
 * Binds each table reference to the platform's catalogue, or to one of the tables that are given beside it. Throws `sql_unknown_table` when the statement was admitted
 * for tables that this platform lacks.
 */
export function resolve(
  admitted: Admitted,
  catalog: Catalog,
  platform: string,
  given: ReadonlyMap<string, CatalogTable> = new Map(),
): Resolved {
  const { statement } = admitted;
  const references = admitted.references.map((reference) => {
    const name = reference.node.table_name;
    const table = given.get(name.toLowerCase()) ?? catalog.find(platform, name);
    if (table !== undefined) {
      const { derivedFrom } = table;
      return { ...reference, table, source: derivedFrom && catalog.find(platform, derivedFrom.table) };
    }
    const message = `There is no table "${name.slice(0, 80)}"`;
    const candidates = nearestNames(
      name,
      catalog.tablesOf(platform).map((known) => known.name),
    );
    const detail = { message, ...placeAt(statement.text, reference.start), candidates, hint: null };
    throw new AppError('sql_unknown_table', message, { sql: [detail] });
  });
  return mint<Resolved>({ statement, platform, references, aggregates: admitted.aggregates });
}
