import { envelope, priceList } from '@sdq/contract';
import { formatCost, type PriceTable, pricesAt } from '@sdq/pricing';
import type { App } from '../app.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

/** `GET /api/pricing`: the price table in force. Free, without a key. */
export function pricingRoute(app: App, { prices }: Services): void {
  app.get(
    '/api/pricing',
    {
      schema: {
        operationId: 'get_pricing',
        tags: ['service'],
        summary: 'Get the prices of all endpoints per record',
        response: { 200: envelope(priceList) },
      },
      config: { docs: { example: {} } },
    },
    async (_request, reply) => sendEnvelope(reply, priceListOf(pricesAt(Date.now(), prices))),
  );
}

function priceListOf({ version, effectiveFrom, currency, endpoints }: PriceTable) {
  return {
    version,
    effective_from: effectiveFrom,
    currency,
    endpoints: Object.entries(endpoints).map(([endpoint, { per, record, addons }]) => ({
      endpoint: `/api/${endpoint}`,
      per,
      price: formatCost(record),
      addons: Object.fromEntries(Object.entries(addons).map(([name, units]) => [name, formatCost(units)])),
    })),
  };
}
