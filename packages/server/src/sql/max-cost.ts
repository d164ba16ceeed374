import { AppError, type Platform, type SqlRequest } from '@sdq/contract';
import { formatCost, type PriceTables, parseDollars, priceOf, pricesAt } from '@sdq/pricing';

/** What a request can cost at most, in units of $0.0001. */
export function worstCaseUnits(prices: PriceTables, platform: Platform, body: SqlRequest): number {
  return priceOf(pricesAt(Date.now(), prices), `${platform}/sql`, { records: body.limit }).units;
}

/** Holds a request to the `max_cost` it names. Errors: `max_cost_exceeded`. */
export function refuseAboveMaxCost(prices: PriceTables, platform: Platform, body: SqlRequest): void {
  const allowed = typeof body.max_cost === 'string' ? parseDollars(body.max_cost) : undefined;
  const worst = worstCaseUnits(prices, platform, body);
  if (allowed === undefined || worst <= allowed) return;
  throw new AppError(
    'max_cost_exceeded',
    `This request can cost ${formatCost(worst)}, its max_cost is ${formatCost(allowed)}`,
    {
      param: 'max_cost',
      hint: 'lower limit, or raise max_cost',
      meta: { required: formatCost(worst), max_cost: formatCost(allowed) },
    },
  );
}
