import Stripe from 'stripe';
import { MeterFailure, type MeterProvider } from './meter-provider.ts';

export interface StripeOptions {
  /** The secret key; a restricted key that can write meter events and read meters is sufficient. */
  apiKey: string;
  /** The meter whose summaries are read, `mtr_…`; it sums `value`. */
  meterId: string;
  /** The event name of the meter. */
  eventName: string;
  /** Default: Stripe's API. */
  baseUrl?: string | undefined;
}

const sendTimeoutMs = 10_000;
/** Shorter, because a caller waits for the sum. */
const sumTimeoutMs = 2_000;
const pageSize = 100;

/** Stripe Billing's meters. The SDK's retries are disabled: the delivery queue retries with the same identifier, for hours. */
export function createStripeMeters({ apiKey, meterId, eventName, baseUrl }: StripeOptions): MeterProvider {
  const stripe = new Stripe(apiKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: sendTimeoutMs,
    ...(baseUrl !== undefined && addressOf(baseUrl)),
  });
  return {
    async send({ identifier, customer, units, timestamp }) {
      try {
        await stripe.billing.meterEvents.create({
          event_name: eventName,
          payload: { stripe_customer_id: customer, value: String(units) },
          identifier,
          timestamp: secondsOf(timestamp),
        });
      } catch (error) {
        if (!isDuplicate(error)) throw toMeterFailure(error);
      }
    },
    async sum(customer, { start, end }) {
      try {
        let units = 0;
        const summaries = stripe.billing.meters.listEventSummaries(
          meterId,
          { customer, start_time: secondsOf(start), end_time: secondsOf(end), limit: pageSize },
          { timeout: sumTimeoutMs },
        );
        for await (const summary of summaries) units += summary.aggregated_value;
        return Math.round(units);
      } catch (error) {
        throw toMeterFailure(error);
      }
    },
  };
}

function addressOf(baseUrl: string) {
  const { protocol, hostname, port } = new URL(baseUrl);
  return {
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: hostname,
    ...(port !== '' && { port }),
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

/** Whether an event with this identifier exists already, so that it was counted. */
function isDuplicate(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'resource_already_exists' || /identifier/i.test(`${error.param} ${error.message}`))
  );
}

function toMeterFailure(error: unknown): MeterFailure {
  const { errors } = Stripe;
  const message = error instanceof Error ? error.message : String(error);
  const isRefused =
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError;
  return new MeterFailure(message, {
    mayBeCounted: !isRefused,
    isFinal: error instanceof errors.StripeInvalidRequestError,
    cause: error,
  });
}
