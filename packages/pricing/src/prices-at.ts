import type { PriceTable, PriceTables } from './price-table.ts';

/**
 * The price table in force at an instant, in milliseconds since 1970: the last one whose `effectiveFrom` is not later;
 * before the first table, the first. A request is quoted and charged by the table in force when it starts.
 */
export function pricesAt(instant: number, tables: PriceTables): PriceTable {
  return tables.findLast((table) => Date.parse(table.effectiveFrom) <= instant) ?? tables[0];
}
