import type { Addon, EndpointPrice, PriceTable } from './price-table.ts';
import { assertUnits } from './units.ts';

/** What a request delivered, or in a quote: what it may deliver at most. Counts are whole and not negative. */
export interface Delivered {
  /** Length of the returned array; for a profile endpoint one when the profile was found. */
  records: number;
  /** How many records carried the add-on; unavailable ones do not count. */
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
  /** Which table it was priced by. */
  version: string;
  /** Lines with a quantity above zero, records first, add-ons in the table's order. */
  lineItems: LineItem[];
  /** Units of $0.0001: the sum of the lines. */
  units: number;
}

/**
 * The exact price of what was delivered; `endpoint` is the path after `/api/`. Pure; the same function quotes a worst case before the work: no delivery
 * within the worst case costs more. Throws a RangeError for a count that is not a whole number ≥ 0, or an endpoint or add-on that the
 * table does not price: all are faults of the program.
 */
export function priceOf(table: PriceTable, endpoint: string, delivered: Delivered): Price {
  const price: EndpointPrice | undefined = table.endpoints[endpoint];
  if (price === undefined) throw new RangeError(`${table.version} has no price for ${endpoint}`);
  const lineItems = [lineItem('records', delivered.records, price.record)];
  for (const [addon, quantity] of Object.entries(delivered.addons ?? {}) as [Addon, number][]) {
    const unitsEach = price.addons[addon];
    if (unitsEach === undefined) throw new RangeError(`${endpoint} does not offer ${addon}`);
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
    throw new RangeError(`${item}: ${quantity} is not a count`);
  }
  return { item, quantity, unitsEach, units: assertUnits(quantity * unitsEach) };
}
