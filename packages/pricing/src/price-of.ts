import type { Addon, EndpointPrice, PriceTable } from './price-table.ts';
import { assertUnits } from './units.ts';

/** What a request delivered, or for a quote, the maximum that it can deliver. Counts are non-negative integers. */
export interface Delivered {
  /** Length of the returned array; for a profile endpoint 1 when the profile was found. */
  records: number;
  /** Number of records that have the add-on; unavailable add-ons do not count. */
  addons?: Readonly<Record<Addon, number>>;
}

/** One line of a receipt: `units = quantity × unitsEach`. */
export interface LineItem {
  item: 'records' | Addon;
  quantity: number;
  unitsEach: number;
  units: number;
}

export interface Price {
  /** The version of the price table. */
  version: string;
  /** Lines with a quantity above zero, records first, add-ons in the table's order. */
  lineItems: LineItem[];
  /** Units of $0.0001: the sum of the lines. */
  units: number;
}

/**
 * The exact price of what was delivered; `endpoint` is the path after `/api/`. Pure; the same function quotes the maximum cost before the
 * work. Throws a RangeError for a count that is not a non-negative integer, or an endpoint or add-on without a price;
 * both are programming errors.
 */
export function priceOf(table: PriceTable, endpoint: string, delivered: Delivered): Price {
  const price: EndpointPrice | undefined = table.endpoints[endpoint];
  if (price === undefined)
    throw new RangeError(`Price table ${table.version} has no price for "${endpoint}"`);
  const lineItems = [lineItem('records', delivered.records, price.record)];
  for (const [addon, quantity] of Object.entries(delivered.addons ?? {}) as [Addon, number][]) {
    const unitsEach = price.addons[addon];
    if (unitsEach === undefined)
      throw new RangeError(`Endpoint "${endpoint}" does not offer the add-on "${addon}"`);
    lineItems.push(lineItem(addon, quantity, unitsEach));
  }
  const order = ['records', ...Object.keys(price.addons)];
  const charged = lineItems
    .filter((line) => line.quantity > 0)
    .sort((a, b) => order.indexOf(a.item) - order.indexOf(b.item));
  const units = assertUnits(charged.reduce((sum, line) => sum + line.units, 0));
  return { version: table.version, lineItems: charged, units };
}

function lineItem(item: LineItem['item'], quantity: number, unitsEach: number): LineItem {
  if (!Number.isSafeInteger(quantity) || quantity < 0) {
    throw new RangeError(`The quantity of "${item}" is ${quantity}, which is not a non-negative integer`);
  }
  return { item, quantity, unitsEach, units: assertUnits(quantity * unitsEach) };
}
