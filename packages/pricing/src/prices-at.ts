import type { PriceTable, PriceTables } from './price-table.ts';

/**
 * The table in force at an instant, in milliseconds since 1970: the last one whose `effectiveFrom` has come; before
 * the first of all, the first. A request is quoted and charged by the table in force when it began.
 */
export function pricesAt(instant: number, tables: PriceTables): PriceTable {
  return tables.findLast((table) => Date.parse(table.effectiveFrom) <= instant) ?? tables[0];
}
