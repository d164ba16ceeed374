import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Accounts, openAccounts } from '@sdq/accounts';
import { type Customer, makeCustomer } from '../../support/customer.ts';
import { type PaidRequest, type PayingOrder, rowUnits } from './paying-order.ts';
import { PayingProcess } from './paying-process.ts';

const hourMs = 3_600_000;
const paidForMs = 24 * hourMs;
const credits = 1_000_000;
/** Sequences of an account each that go on at the same time, so that a kill meets all of them. */
const sequencesAtOnce = 25;
const rounds = 10;
const rowsMax = 12;
/** A process is killed within this time after a round has begun. */
const killWithinMs = 60;

export interface PayOnceResult {
  sequences: number;
  kills: number;
  requests: number;
  /** Requests whose process was killed before it told their charge. */
  untold: number;
  /** Of them, those that the ledger has charged. */
  untoldCharged: number;
  refused: number;
  /** Charges that are not those of the rows that were not paid within 24 hours. */
  wrongCharges: number;
  /** Accounts whose balance is not what they had minus their charges, or with something reserved at their end. */
  wrongBalances: number;
  /** Sums that `verifyLedger` found to disagree. */
  disagreements: number;
}

/**
 * Random sequences of requests for rows by two processes, of which one is killed within each sequence: repeats, higher
 * limits, pages, cut and broken deliveries, failures, other snapshots, expiries. Each charge is compared with a plain
 * memory of the rows paid.
 */
export async function payOnce({
  sequences,
  databaseUrl,
  signal,
}: {
  sequences: number;
  databaseUrl?: string;
  signal?: AbortSignal;
}): Promise<PayOnceResult> {
  const directory = await mkdtemp(join(tmpdir(), 'sdq-pay-once-'));
  const clock = { now: Date.now() };
  const accounts = await openAccounts({ directory, databaseUrl, now: () => clock.now });
  const start = () => new PayingProcess(directory, databaseUrl);
  const processes: [PayingProcess, PayingProcess] = [start(), start()];
  const figures = { kills: 0, requests: 0, untold: 0, untoldCharged: 0, refused: 0 };
  const result = { ...figures, sequences: 0, wrongCharges: 0, wrongBalances: 0, disagreements: 0 };
  try {
    await Promise.all(processes.map(({ ready }) => ready));
    while (result.sequences < sequences) {
      const count = Math.min(sequencesAtOnce, sequences - result.sequences);
      const batch: Sequence[] = [];
      for (let i = 0; i < count; i++) {
        const customer = await makeCustomer(accounts, credits);
        batch.push(new Sequence(`s${result.sequences + i}`, customer, accounts, processes, result));
      }
      const roundOfKill = randomInt(rounds);
      for (let round = 0; round < rounds; round++) {
        signal?.throwIfAborted();
        clock.now += pick(0, 0, 0, 1, 5, 13, 24) * hourMs + 1;
        const { now } = clock;
        const steps = batch.map((each) => each.step(now));
        if (round === roundOfKill) {
          await sleep(randomInt(killWithinMs));
          const victim = randomInt(2);
          await (processes[victim] as PayingProcess).kill();
          result.kills++;
          await Promise.all(steps);
          processes[victim] = start();
          await processes[victim].ready;
        }
        await Promise.all(steps);
      }
      await Promise.all(batch.map((each) => each.end(clock.now)));
      await accounts.releaseAbandoned();
      for (const each of batch) if (!(await each.isBalanced())) result.wrongBalances++;
      result.sequences += count;
    }
    result.disagreements = (await accounts.verifyLedger()).disagreements.length;
    return result;
  } finally {
    await Promise.all(processes.map((each) => each.kill()));
    await accounts.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Open {
  request: PaidRequest;
  begunAt: number;
  process: PayingProcess;
}

/** The requests of one account, one after the other, and what each must cost. */
class Sequence {
  readonly #name: string;
  readonly #customer: Customer;
  readonly #accounts: Accounts;
  readonly #processes: readonly PayingProcess[];
  readonly #figures: Omit<PayOnceResult, 'sequences'>;
  /** When each row of each result was paid last. */
  readonly #paidAt = new Map<string, number>();
  #credits = credits;
  #charged = 0;
  #requests = 0;
  #open: Open | undefined;

  constructor(
    name: string,
    customer: Customer,
    accounts: Accounts,
    processes: readonly PayingProcess[],
    figures: Omit<PayOnceResult, 'sequences'>,
  ) {
    this.#name = name;
    this.#customer = customer;
    this.#accounts = accounts;
    this.#processes = processes;
    this.#figures = figures;
  }

  /** One request, or two equal ones at once, or one that is settled in the next step. */
  async step(now: number): Promise<void> {
    await this.end(now);
    const request = this.#request();
    const kind = pick('run', 'run', 'twice', 'later');
    const process = pick(...this.#processes);
    if (kind === 'later') {
      const told = await process.tell({ step: 'reserve', now, request });
      if (told === undefined) return await this.#waitForCommit();
      if (told.error === undefined) this.#open = { request, begunAt: now, process };
      return;
    }
    if (kind === 'run') return await this.#settle('run', [{ request, begunAt: now, process }], now);
    const [one, other] = this.#processes as [PayingProcess, PayingProcess];
    const again = { ...request, requestId: `${request.requestId}_2` };
    const both = [
      { request, begunAt: now, process: one },
      { request: again, begunAt: now, process: other },
    ];
    await this.#settle('run', both, now);
  }

  /** Settles what was left open. */
  async end(now: number): Promise<void> {
    if (this.#open === undefined) return;
    const open = this.#open;
    this.#open = undefined;
    await this.#settle('settle', [open], now);
  }

  async isBalanced(): Promise<boolean> {
    const found = await this.#accounts.findAccount(this.#customer.accountId);
    return found?.balanceUnits === this.#credits - this.#charged && found.reservedUnits === 0;
  }

  #request(): PaidRequest {
    const limit = randomInt(rowsMax + 1);
    const { accountId, keyId } = this.#customer;
    return {
      requestId: `${this.#name}_${this.#requests++}`,
      customer: { accountId, keyId },
      result: `${this.#name} ${pick('question', 'other')} ${pick('new', 'new', 'old')}`,
      first: pick(0, 0, 0, 3, 7),
      limit,
      delivered: pick(limit, limit, randomInt(limit + 1)),
      isOnce: pick(true, true, true, true, false),
      end: pick('whole', 'whole', 'whole', 'breaks', 'fails'),
    };
  }

  /** Ends equal requests, of which only the rows not yet paid may be charged, once in all. */
  async #settle(step: PayingOrder['step'], all: readonly Open[], now: number): Promise<void> {
    const figures = this.#figures;
    const charges = await Promise.all(
      all.map(async ({ request, process }) => {
        figures.requests++;
        const told = await process.tell({ step, now, request });
        if (told?.error !== undefined) figures.refused++;
        if (told === undefined) {
          figures.untold++;
          await this.#waitForCommit();
        }
        const line = await this.#accounts.findUsage(this.#customer.accountId, request.requestId);
        const isCharged = line?.state === 'settled';
        if (told === undefined && isCharged) figures.untoldCharged++;
        const units = line?.units ?? 0;
        const isTold = told?.units === undefined || told.units === units;
        const isServed = told?.units === undefined || isCharged || request.end === 'fails';
        if (!isTold || !isServed || (told?.error !== undefined && units > 0)) figures.wrongCharges++;
        return { isCharged, units };
      }),
    );
    const [{ request, begunAt } = undefined as never] = all;
    const settled = charges.filter(({ isCharged }) => isCharged).length;
    const units = charges.reduce((sum, charge) => sum + charge.units, 0);
    if (units !== rowUnits * this.#rowsToPay(request, { settled, begunAt, now })) figures.wrongCharges++;
    this.#charged += units;
  }

  /**
   * Waits for the lock of the account: PostgreSQL may still commit what a killed process had sent. A credit is a write that
   * takes it.
   */
  async #waitForCommit(): Promise<void> {
    await this.#accounts.addCredit(this.#customer.accountId, { units: 1, reason: 'waits for the lock' });
    this.#credits++;
  }

  #rowsToPay(
    { result, first, delivered, isOnce }: PaidRequest,
    { settled, begunAt, now }: { settled: number; begunAt: number; now: number },
  ): number {
    if (!isOnce) return delivered * settled;
    if (settled === 0) return 0;
    const rows = Array.from({ length: delivered }, (_, i) => `${result} ${first + i}`);
    const isUnpaid = (row: string) =>
      (this.#paidAt.get(row) ?? Number.NEGATIVE_INFINITY) <= begunAt - paidForMs;
    const unpaid = rows.filter(isUnpaid);
    for (const row of unpaid) this.#paidAt.set(row, now);
    return unpaid.length;
  }
}

function pick<Value>(...values: readonly Value[]): Value {
  return values[randomInt(values.length)] as Value;
}
