import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How a call to the server goes wrong. `lost` counts the event and never answers. */
export type Fault = 'rate_limited' | 'server_error' | 'refused_connection' | 'lost' | 'no_such_customer';

export interface CountedEvent {
  identifier: string;
  customer: string;
  value: number;
  timestamp: number;
}

/** A server that speaks the part of Stripe's protocol that meters are, with its faults. */
export interface StripeServer extends AsyncDisposable {
  url: string;
  /** Events counted, in their order. */
  events: CountedEvent[];
  /** Calls that have come, counted or not. */
  calls: number;
  /** What befalls the next calls, one each. */
  faults: Fault[];
  /** Events that summaries do not know of yet: Stripe's are late. */
  summariesLag: number;
  /** When true, summaries cannot be read. */
  summariesFail: boolean;
}

export const stripeKey = 'sk_test_local';
export const meterId = 'mtr_local';
export const eventName = 'records';

export async function startStripeServer(): Promise<StripeServer> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stripe: StripeServer = {
    url: `http://127.0.0.1:${port}`,
    events: [],
    calls: 0,
    faults: [],
    summariesLag: 0,
    summariesFail: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', stripe.url);
    const body = await text(request);
    if (request.headers.authorization !== `Bearer ${stripeKey}`) {
      fail(response, 401, 'invalid_request_error', 'Invalid API Key provided');
    } else if (request.method === 'POST' && url.pathname === '/v1/billing/meter_events') {
      count(new URLSearchParams(body), response);
    } else if (request.method === 'GET' && url.pathname === `/v1/billing/meters/${meterId}/event_summaries`) {
      summarize(url.searchParams, response);
    } else {
      fail(
        response,
        404,
        'invalid_request_error',
        `Unrecognized request URL (${request.method}: ${url.pathname})`,
      );
    }
  }

  function count(form: URLSearchParams, response: ServerResponse): void {
    stripe.calls++;
    const fault = stripe.faults.shift();
    if (fault !== undefined && fault !== 'lost') {
      befall(fault, response);
      return;
    }
    const event = {
      identifier: form.get('identifier') ?? '',
      customer: form.get('payload[stripe_customer_id]') ?? '',
      value: Number(form.get('payload[value]')),
      timestamp: Number(form.get('timestamp')),
    };
    if (form.get('event_name') !== eventName || !(event.value >= 0) || !(event.timestamp > 0)) {
      fail(response, 400, 'invalid_request_error', 'Invalid event');
      return;
    }
    const isKnown = stripe.events.some(({ identifier }) => identifier === event.identifier);
    if (isKnown && fault !== 'lost') {
      const message = `An event already exists with identifier ${event.identifier}.`;
      fail(response, 400, 'invalid_request_error', message);
      return;
    }
    if (!isKnown) stripe.events.push(event);
    if (fault === 'lost') response.destroy();
    else send(response, 200, { object: 'billing.meter_event', event_name: eventName, ...event });
  }

  function summarize(query: URLSearchParams, response: ServerResponse): void {
    if (stripe.summariesFail) {
      befall('server_error', response);
      return;
    }
    const [start, end] = [Number(query.get('start_time')), Number(query.get('end_time'))];
    if (start % 60 !== 0 || end % 60 !== 0 || end <= start) {
      fail(response, 400, 'invalid_request_error', 'start_time and end_time must align with minutes');
      return;
    }
    const known = stripe.events.slice(0, stripe.events.length - stripe.summariesLag);
    const value = known
      .filter(
        ({ customer, timestamp }) =>
          customer === query.get('customer') && timestamp >= start && timestamp < end,
      )
      .reduce((sum, event) => sum + event.value, 0);
    const summary = { id: 'mtrusg_1', object: 'billing.meter_event_summary', aggregated_value: value };
    send(response, 200, {
      object: 'list',
      url: '/v1/billing/meters/event_summaries',
      has_more: false,
      data: [{ ...summary, start_time: start, end_time: end, livemode: false, meter: meterId }],
    });
  }
  return stripe;
}

/** Answers as the provider does when something is wrong; the event is not counted. */
function befall(fault: Exclude<Fault, 'lost'>, response: ServerResponse): void {
  switch (fault) {
    case 'rate_limited':
      fail(response, 429, 'invalid_request_error', 'Too many requests', 'rate_limit');
      break;
    case 'server_error':
      fail(response, 500, 'api_error', 'An unknown error occurred');
      break;
    case 'refused_connection':
      response.destroy();
      break;
    case 'no_such_customer':
      fail(response, 400, 'invalid_request_error', 'No such customer');
  }
}

function fail(response: ServerResponse, status: number, type: string, message: string, code?: string): void {
  send(response, status, { error: { type, message, ...(code && { code }) } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stripe' });
  response.end(JSON.stringify(body));
}
