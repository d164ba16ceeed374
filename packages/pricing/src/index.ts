export { type Delivered, type LineItem, type Price, priceOf } from './price-of.ts';
export type { Addon, EndpointPrice, PlatformPrices, PriceTable, PriceTables } from './price-table.ts';
export { type PricedPlatform, priceTablesOf } from './price-tables.ts';
export { pricesAt } from './prices-at.ts';
export { assertUnits, formatCost, parseDollars, unitsPerDollar } from './units.ts';
