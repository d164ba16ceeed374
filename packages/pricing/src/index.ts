export {
  type Delivered,
  type LineItem,
  type Price,
  type PricedEndpoint,
  priceOf,
} from './price-of.ts';
export { type Addon, addons, type EndpointPrice, type PriceTable } from './price-table.ts';
export { priceTables } from './price-tables/index.ts';
export { pricesAt } from './prices-at.ts';
export { assertUnits, formatCost, parseDollars, unitsPerDollar } from './units.ts';
