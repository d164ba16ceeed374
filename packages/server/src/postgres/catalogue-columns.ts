import type { ResultColumn } from '@sdq/contract';

/**
 * Columns of an answer of the catalogue: identifiers have PostgreSQL's own type there, which drivers insist on. DuckDB
 * has them as BIGINT; their names tell: `oid`, `elemtypoid`, `attrtypoids`.
 */
export function catalogueColumns(columns: readonly ResultColumn[], isFree: boolean): readonly ResultColumn[] {
  if (!isFree) return columns;
  return columns.map((column) => {
    if (column.type === 'BIGINT' && /oid$/i.test(column.name)) return { ...column, type: 'OID' };
    return column.type === 'BIGINT[]' && /oids?$/i.test(column.name) ? { ...column, type: 'OID[]' } : column;
  });
}
