import { Agent } from 'node:http';
import { builtInPlatforms } from '@sdq/catalog';
import fc from 'fast-check';
import { committedExamples } from '../../../packages/server/test/committed-examples.ts';
import { type SampleService, startSampleService } from '../../support/sample-service.ts';
import { send } from './answer.ts';
import { AnsweredIds } from './answered-ids.ts';
import { type ApiDocument, routesOf } from './api-document.ts';
import { AnswerChecker } from './check-answer.ts';
import { type FuzzRequest, requestsOf } from './requests.ts';

export interface FuzzOptions {
  /** Requests at most. */
  requests: number;
  /** Seconds at most; default: no bound. */
  seconds?: number;
  seed: number;
  signal?: AbortSignal;
}

/** A request whose answer broke the contract. */
export interface Violation {
  what: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  sender: string;
  /** Its beginning. */
  answer: string;
  times: number;
}

export interface FuzzSummary {
  /** Why it ended. */
  ended: 'requests' | 'seconds' | 'interrupted';
  requests: number;
  seconds: number;
  byStatus: Record<string, number>;
  /** Operations that succeeded at least once, of all. */
  operationsSucceeded: number;
  operations: number;
  /** Of one kind each, with the first request that showed it. */
  violations: Violation[];
  /** In units of $0.0001; the three must be equal. */
  answeredUnits: number;
  ledgerUnits: number;
  balanceUnits: number;
  /** Answers whose cost is not what the ledger has under their id. */
  chargedOtherwise: number;
  /** Charges that no answer told of, and that are of no statement that went on after its 202. */
  chargedUntold: number;
}

/** Where keys are named that the run needs to the end. */
const listsKeys = ['list_api_keys', 'list_usage', 'receipt', 'list_notifications', 'rotate_api_key'];
/** SQL of one more platform, and of two that are announced. */
const withPhotoReady = builtInPlatforms.map((facts) =>
  facts.platform === 'photo' ? ({ ...facts, status: 'SQL ready', sql: 'available' } as const) : facts,
);
const chunk = 500;
const atOnce = 8;

/** Sends generated requests to a service over a small index, and holds every answer against document and ledger. */
export async function runFuzz({
  requests,
  seconds = Number.POSITIVE_INFINITY,
  seed,
  signal,
}: FuzzOptions): Promise<FuzzSummary> {
  const noLimits = {
    keyPerMinute: 0,
    sqlPerMinute: 0,
    accountPerMinute: 0,
    failedAuthenticationsPerMinute: 0,
  };
  await using service = await startSampleService(() => ({
    isSignupOpen: true,
    hasSchedules: true,
    limits: noLimits,
    platforms: withPhotoReady,
  }));
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument;
  const routes = routesOf(document);
  const arbitrary = requestsOf(routes, committedExamples());
  const checker = new AnswerChecker(document);
  const run = new Run(service, checker, routes.length);
  const startedAt = performance.now();
  for (let done = 0; done < requests && signal?.aborted !== true; done += chunk) {
    const numRuns = Math.min(chunk, requests - done);
    await run.sendAll(fc.sample(arbitrary, { seed: seed + done, numRuns }), signal);
    run.summary.seconds = (performance.now() - startedAt) / 1_000;
    if (run.summary.seconds < seconds) continue;
    run.summary.ended = 'seconds';
    break;
  }
  await run.compareWithLedger();
  if (signal?.aborted === true) run.summary.ended = 'interrupted';
  run.summary.seconds = (performance.now() - startedAt) / 1_000;
  return run.summary;
}

class Run {
  readonly summary: FuzzSummary;
  readonly #service: SampleService;
  readonly #checker: AnswerChecker;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  readonly #violations = new Map<string, Violation>();
  readonly #ids = new AnsweredIds();
  readonly #succeeded = new Set<string>();
  /** Requests that were answered 202: their statements are charged when they end. */
  readonly #goingOn = new Set<string>();
  /** Units by request, of answers that told a cost. */
  readonly #told = new Map<string, number>();

  constructor(service: SampleService, checker: AnswerChecker, operations: number) {
    this.#service = service;
    this.#checker = checker;
    this.summary = {
      ended: 'requests',
      requests: 0,
      seconds: 0,
      byStatus: {},
      operationsSucceeded: 0,
      operations,
      violations: [],
      answeredUnits: 0,
      ledgerUnits: 0,
      balanceUnits: 0,
      chargedOtherwise: 0,
      chargedUntold: 0,
    };
  }

  async sendAll(requests: FuzzRequest[], signal: AbortSignal | undefined): Promise<void> {
    const lane = async () => {
      for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
        if (signal?.aborted === true) return;
        await this.#sendOne(request);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }

  async #sendOne(generated: FuzzRequest): Promise<void> {
    const request = { ...generated, target: this.#ids.fill(generated.target) };
    const { key: data, accountKey: account, url } = this.#service;
    const { summary } = this;
    summary.requests++;
    try {
      const answer = await send(new URL(url), this.#agent, request, { data, account });
      const { fault, requestId, units, isReplay } = this.#checker.check(request, answer);
      summary.byStatus[answer.status] = (summary.byStatus[answer.status] ?? 0) + 1;
      if (answer.status < 300 && request.route) this.#succeeded.add(request.route.operation.operationId);
      summary.operationsSucceeded = this.#succeeded.size;
      const { operationId } = request.route?.operation ?? {};
      const isList = operationId === undefined || listsKeys.includes(operationId);
      if (answer.status < 300 && !isList) this.#ids.note(answer.body.toString());
      if (answer.status >= 400 && units > 0) this.#note(request, 'a failure that costs', answer.body);
      if (units > 0 && !isReplay && requestId !== undefined) this.#told.set(requestId, units);
      if (answer.status === 202 && requestId !== undefined) this.#goingOn.add(requestId);
      if (fault !== undefined) this.#note(request, fault, answer.body);
    } catch (error) {
      this.#note(request, `no whole answer: ${(error as Error).message}`, Buffer.alloc(0));
    }
  }

  #note({ route, method, target, headers, body, sender }: FuzzRequest, fault: string, answer: Buffer): void {
    const what = `${route?.operation.operationId ?? 'elsewhere'}: ${fault}`;
    const known = this.#violations.get(what);
    if (known !== undefined) {
      known.times++;
      return;
    }
    const shown = answer.subarray(0, 600).toString();
    const violation = {
      what,
      method,
      target: target.slice(0, 600),
      headers,
      body: body?.slice(0, 600),
      sender,
      answer: shown,
      times: 1,
    };
    this.#violations.set(what, violation);
    this.summary.violations.push(violation);
  }

  /** Every charge was told by one answer, and every cost that an answer told was charged. */
  async compareWithLedger(): Promise<void> {
    this.#agent.destroy();
    const { accounts, accountId } = this.#service;
    const { summary } = this;
    const left = new Map(this.#told);
    for (const { requestId, units } of await allCharges(this.#service)) {
      summary.ledgerUnits += units;
      const told = left.get(requestId) ?? 0;
      left.delete(requestId);
      if (this.#goingOn.has(requestId)) {
        summary.answeredUnits += units;
        continue;
      }
      if (told === 0 && units > 0) summary.chargedUntold++;
      else if (told !== units) summary.chargedOtherwise++;
    }
    summary.chargedOtherwise += left.size;
    for (const units of this.#told.values()) summary.answeredUnits += units;
    const account = await accounts.findAccount(accountId);
    summary.balanceUnits = (account?.reservedUnits ?? 0) + (await this.#service.chargedUnits());
  }
}

async function allCharges({
  accounts,
  accountId,
}: SampleService): Promise<{ requestId: string; units: number }[]> {
  const charges: { requestId: string; units: number }[] = [];
  const limit = 1_000;
  for (let after: Awaited<ReturnType<typeof accounts.listUsage>>[number] | undefined; ; ) {
    const page = await accounts.listUsage(accountId, { limit, after });
    charges.push(...page.map(({ requestId, units }) => ({ requestId, units })));
    after = page.at(-1);
    if (page.length < limit) return charges;
  }
}
