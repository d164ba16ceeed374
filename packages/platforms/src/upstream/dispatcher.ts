import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials, Driver, HttpAnswer, HttpSpec, Op, Outcome } from '@sdq/catalog/define';
import {
  BrokenCircuitError,
  type BulkheadPolicy,
  BulkheadRejectedError,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
  wrap,
} from 'cockatiel';
import type { DriverFigures } from '../driver-figures.ts';
import { Admission } from './admission.ts';
import { CircuitOpen } from './circuit-open.ts';
import { CallCounts } from './figures.ts';
import { type CallLimits, callLimits, HttpClient } from './http-client.ts';
import { CallFailed, isIllness, outcomeOfStatus, toAppError } from './outcome.ts';
import { TokenHolder } from './token-holder.ts';

/** The report of an upstream call, without its URL, input and credentials. */
export interface CallReport {
  driver: string;
  op: string;
  outcome: Outcome['kind'];
  durationMs: number;
}

export interface DispatcherOptions {
  credentials: Credentials;
  /** Overrides the URL of the driver, for tests. */
  baseUrl?: string;
  limits?: CallLimits;
  /** Milliseconds before an open circuit breaker becomes half-open; default 10,000. */
  circuitOpenMs?: number;
  onCall?: (report: CallReport) => void;
  now?: () => number;
  /** Random numbers from 0 to 1. */
  random?: () => number;
}

export interface Dispatch {
  opName: string;
  spec: HttpSpec;
  /** Whether a successful response has the expected form; otherwise it is `garbled`. */
  fits(body: unknown): boolean;
  distinct?: () => void;
  /** The deadline, in terms of `performance.now()`. */
  deadline: number;
  /** Called for each upstream call except those for tokens. */
  onCall(): void;
}

const attemptsMax = 3;
const againMax = 20;
const backoffFirstMs = 200;
const backoffMsMax = 8_000;
/** The retry budget: retries per first attempt, and its maximum. */
const retryShare = 0.1;
const retriesSavedMax = 10;
const circuitOpenDefaultMs = 10_000;

const circuitStates = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
} as const;

/**
 * Dispatches the calls of one driver: a rate limiter, a concurrency limit with a bounded queue, a circuit breaker for
 * each operation, and retries with full jitter that respect the upstream's Retry-After.
 */
export class Dispatcher {
  readonly #driver: Driver;
  readonly #options: DispatcherOptions;
  readonly #client: HttpClient;
  readonly #admission: Admission;
  readonly #tokens: TokenHolder;
  readonly #places: BulkheadPolicy;
  readonly #counts = new CallCounts();
  readonly #breakers = new Map<string, CircuitBreakerPolicy>();
  readonly #now: () => number;
  readonly #circuitOpenMs: number;
  #retriesSaved = retriesSavedMax;

  constructor(driver: Driver, options: DispatcherOptions) {
    const { callsAtOnce, callsWaiting } = driver.limits;
    const { baseUrl = driver.baseUrl, limits = callLimits, now = Date.now } = options;
    this.#driver = driver;
    this.#options = options;
    this.#now = now;
    this.#circuitOpenMs = options.circuitOpenMs ?? circuitOpenDefaultMs;
    this.#client = new HttpClient(baseUrl, callsAtOnce, driver.hasLargeNumbers === true, limits);
    this.#admission = new Admission(driver.limits, now);
    this.#tokens = new TokenHolder(driver.auth, options.credentials, this.#client, now);
    this.#places = bulkhead(callsAtOnce, callsWaiting);
  }

  get admission(): Admission {
    return this.#admission;
  }

  get figures(): Omit<DriverFigures, 'items' | 'cache'> {
    const { callsAtOnce, callsWaiting } = this.#driver.limits;
    return {
      driver: this.#driver.id,
      calls: this.#counts.all,
      circuits: [...this.#breakers].map(([op, { state }]) => ({ op, state: circuitStates[state] })),
      running: callsAtOnce - this.#places.executionSlots,
      waiting: callsWaiting - this.#places.queueSlots,
      runningMax: callsAtOnce,
      waitingMax: callsWaiting,
    };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /** The response; undefined when it is not found. Errors: AppError. */
  async send(dispatch: Dispatch): Promise<HttpAnswer | undefined> {
    this.#retriesSaved = Math.min(retriesSavedMax, this.#retriesSaved + retryShare);
    let again = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        dispatch.distinct?.();
        return await this.#guarded(dispatch);
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        const { outcome } = error;
        if (outcome.kind === 'not_found') return undefined;
        const waitMs = this.#waitMs(outcome, attempt, again, dispatch.deadline);
        if (waitMs === undefined) throw toAppError(outcome, error, this.#now());
        if (outcome.kind === 'again') {
          again++;
          attempt--;
        } else this.#retriesSaved--;
        await sleep(waitMs);
      }
    }
  }

  /** The pause before the next attempt in milliseconds; undefined for no retry. */
  #waitMs(outcome: Outcome, attempt: number, again: number, deadline: number): number | undefined {
    const leftMs = deadline - performance.now();
    const within = (waitMs: number) => (waitMs < leftMs ? waitMs : undefined);
    if (outcome.kind === 'again') return again < againMax ? within(outcome.afterMs) : undefined;
    if (attempt >= attemptsMax || this.#retriesSaved < 1) return undefined;
    const random = this.#options.random ?? Math.random;
    const jitterMs = random() * Math.min(backoffMsMax, backoffFirstMs * 2 ** attempt);
    if (outcome.kind === 'rate') {
      return within(
        outcome.retryAt === undefined ? 1_000 + jitterMs : outcome.retryAt - this.#now() + jitterMs,
      );
    }
    if (outcome.kind === 'auth' && this.#tokens.forget()) return within(0);
    return isIllness(outcome) ? within(jitterMs) : undefined;
  }

  async #guarded(dispatch: Dispatch): Promise<HttpAnswer> {
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(dispatch.deadline - performance.now())));
    const policy = wrap(this.#breakerOf(dispatch.opName), this.#places);
    const call = policy.execute(() => this.#attempt(dispatch, signal));
    try {
      return (await Promise.race([call, abortOf(signal)])) as HttpAnswer;
    } catch (error) {
      call.catch(() => {}); // it may still wait for a place; it gives up when it gets one
      if (error instanceof BrokenCircuitError) {
        throw new CircuitOpen(this.#driver.id, Math.ceil(this.#circuitOpenMs / 1_000));
      }
      if (error instanceof BulkheadRejectedError) {
        throw toAppError({ kind: 'rate', retryAt: this.#now() + 1_000 }, error, this.#now());
      }
      throw error;
    }
  }

  async #attempt(dispatch: Dispatch, signal: AbortSignal): Promise<HttpAnswer> {
    if (signal.aborted) throw new CallFailed({ kind: 'timeout' });
    const { opName, spec, deadline } = dispatch;
    await this.#admission.enter(opName, deadline - performance.now(), signal);
    const { query, headers } = await this.#tokens.sign(spec, signal);
    dispatch.onCall();
    const startedAt = performance.now();
    const report = (outcome: Outcome) => {
      const durationMs = performance.now() - startedAt;
      this.#counts.add(opName, outcome.kind, durationMs);
      this.#options.onCall?.({ driver: this.#driver.id, op: opName, outcome: outcome.kind, durationMs });
    };
    try {
      const answer = await this.#client.send({ ...spec, query }, headers, signal);
      const outcome = this.#classify(dispatch, answer);
      if (outcome.kind !== 'ok') throw new CallFailed(outcome);
      report(outcome);
      return answer;
    } catch (error) {
      if (error instanceof CallFailed) report(error.outcome);
      throw error;
    }
  }

  #classify({ opName, fits }: Dispatch, answer: HttpAnswer): Outcome {
    const now = this.#now();
    const outcome = this.#driver.classify(answer, now) ?? outcomeOfStatus(answer, now);
    if (outcome.kind === 'ok' && !fits(answer.body)) return { kind: 'garbled' };
    const rate = this.#driver.rateLeft?.(answer.headers, now);
    if (rate !== undefined && rate.left <= 0) this.#admission.closeUntil(opName, rate.untilMs);
    if (outcome.kind === 'rate') {
      const retryAt = outcome.retryAt ?? (rate !== undefined && rate.left <= 0 ? rate.untilMs : undefined);
      if (retryAt !== undefined) this.#admission.closeUntil(opName, retryAt);
      return { kind: 'rate', retryAt };
    }
    if (outcome.kind === 'quota' && outcome.resetAt !== undefined) {
      this.#admission.closeUntil(opName, outcome.resetAt);
    }
    return outcome;
  }

  #breakerOf(opName: string): CircuitBreakerPolicy {
    const known = this.#breakers.get(opName);
    if (known !== undefined) return known;
    const breaker = circuitBreaker(
      handleWhen((error) => error instanceof CallFailed && isIllness(error.outcome)),
      {
        halfOpenAfter: this.#circuitOpenMs,
        breaker: new CountBreaker({ threshold: 0.45, size: 20, minimumNumberOfCalls: 6 }),
      },
    );
    this.#breakers.set(opName, breaker);
    return breaker;
  }
}

async function abortOf(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const fail = () => reject(new CallFailed({ kind: 'timeout' }));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** The rate limits of an operation. */
export function distinctOf<Input>(
  op: Op<Input>,
  input: Input,
  admission: Admission,
): (() => void) | undefined {
  const { distinct } = op;
  return distinct === undefined ? undefined : () => admission.enterDistinct(distinct, input);
}
