import { platforms as builtIn, type Platform } from '@sdq/contract';
import {
  addCredit,
  findAccount,
  insertAccount,
  listAccounts,
  type NewAccount,
  updateAccount,
} from './account-store.ts';
import type { Accounts } from './accounts.ts';
import type { Carriers } from './alerts/deliver.ts';
import type { Mailer, MailOptions } from './alerts/mailer.ts';
import { listNotifications } from './alerts/notification.ts';
import { deleteWebhook, insertWebhook, listWebhooks, type MadeWebhook } from './alerts/webhook.ts';
import { BackgroundWork } from './background/background-work.ts';
import type { MeterProvider } from './billing/meter-provider.ts';
import { PeriodCost } from './billing/period-cost.ts';
import type { StripeOptions } from './billing/stripe-meters.ts';
import { choresOf } from './chores.ts';
import { crashLogOf } from './crashes/crash-log.ts';
import { findIdempotentRequest } from './idempotency/find-idempotent-request.ts';
import { doOnce, type IdempotentCall } from './idempotency/idempotency-keys.ts';
import { Authenticator } from './keys/authenticator.ts';
import type { MadeKey, NewDataKey } from './keys/key.ts';
import { insertKey, listKeys, revokeKey, rotateKey } from './keys/key-store.ts';
import { GroupCommit } from './ledger/group-commit.ts';
import { Heartbeat } from './ledger/heartbeat.ts';
import { releaseAbandoned } from './ledger/release-abandoned.ts';
import { summarize, totalOf } from './ledger/summarize.ts';
import { findUsage, listUsage, sumByDay } from './ledger/usage.ts';
import { verifyLedger } from './ledger/verify-ledger.ts';
import { openStore, type StoreOptions } from './open-store.ts';
import { RateLeases } from './rates/rate-leases.ts';
import type { Store } from './store/store.ts';

export interface AccountsOptions extends StoreOptions {
  /** What a key may read unless it is told, and what usage is summed by; default: the built-in platforms. */
  platforms?: readonly Platform[] | undefined;
  /** Milliseconds since 1970; for tests of time. */
  now?: () => number;
  /** The billing provider of metered accounts; default: none. */
  billing?: StripeOptions | undefined;
  /** Default: notifications are not sent by e-mail, only listed. */
  mail?: MailOptions | undefined;
  /** Allows webhook URLs with `http:` or private IP addresses; default false. */
  allowPrivateWebhooks?: boolean | undefined;
  /** Receives errors of background tasks; default: they are ignored. */
  onError?: (error: unknown) => void;
}

const accountsDefault = 1_000;
const notificationsDefault = 100;

/**
 * Opens the account database in a directory or on a PostgreSQL server, and creates it on first use. Several processes
 * can open it; one process must open a directory only once, since waiting for SQLite blocks the thread. Errors:
 * `file_malformed` (the pepper or the database), `service_unavailable` (the database).
 */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { store, pepper } = await openStore(options);
  const { billing, mail, ...rest } = options;
  // loaded on demand: each takes longer to load than all the rest
  const provider = billing && (await import('./billing/stripe-meters.ts')).createStripeMeters(billing);
  const mailer = mail && (await import('./alerts/mailer.ts')).createMailer(mail);
  return createAccounts(store, pepper, { ...rest, provider, mailer });
}

interface Means extends Pick<AccountsOptions, 'platforms' | 'now' | 'allowPrivateWebhooks' | 'onError'> {
  provider?: MeterProvider | undefined;
  mailer?: Mailer | undefined;
}

/** The shared state of the calls. */
interface Parts {
  store: Store;
  pepper: Buffer;
  platforms: readonly Platform[];
  now: () => number;
  ledger: GroupCommit;
  periodCost: PeriodCost;
}

/** The accounts of an open store, which `close` closes. */
export function createAccounts(
  store: Store,
  pepper: Buffer,
  {
    platforms = builtIn,
    now = Date.now,
    provider,
    mailer,
    allowPrivateWebhooks = false,
    onError = () => {},
  }: Means,
): Accounts {
  const ledger = new GroupCommit(store, now);
  const parts = { store, pepper, platforms, now, ledger, periodCost: new PeriodCost(provider) };
  const carriers: Carriers = { store, pepper, mailer, allowPrivateWebhooks, now };
  const background = new BackgroundWork(choresOf(carriers, ledger, provider), onError);
  const heartbeat = new Heartbeat(store, now);
  const rates = new RateLeases(store, now);
  const close = async () => {
    heartbeat.close();
    await background.close();
    await ledger.close();
    mailer?.close();
    await store.close();
  };
  return {
    ...accountCalls(parts),
    ...keyCalls(parts),
    ...ledgerCalls(parts, heartbeat),
    ...usageCalls(parts),
    ...alertCalls(parts),
    crashLog: crashLogOf(store, now),
    takeRate: (bucket, rate) => rates.take(bucket, rate),
    startBackgroundWork: () => background.start(),
    doBackgroundWork: () => background.doAll(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function accountCalls({ store, pepper, platforms, now }: Parts) {
  return {
    createAccount: (account) => createAccount({ store, pepper, platforms }, account, now()),
    findAccount: (accountId) => findAccount(store, accountId),
    listAccounts: ({ limit = accountsDefault } = {}) => listAccounts(store, limit),
    updateAccount: (accountId, changes) => updateAccount(store, accountId, changes),
    addCredit: async (accountId, { units, reason }) => {
      await store.transaction((transaction) =>
        addCredit(store, transaction, accountId, units, reason, now()),
      );
      return await findAccount(store, accountId);
    },
  } satisfies Partial<Accounts>;
}

async function createAccount(
  { store, pepper, platforms }: Pick<Parts, 'store' | 'pepper' | 'platforms'>,
  account: NewAccount,
  now: number,
) {
  const { accountId, accountKey } = await store.transaction(async (transaction) => {
    const accountId = await insertAccount(store, transaction, account, now);
    const newKey = { kind: 'acct', name: 'account key', permissions: platforms } as const;
    const { key } = await insertKey(store, transaction, pepper, accountId, newKey, now);
    return { accountId, accountKey: key };
  });
  const made = await findAccount(store, accountId);
  if (made === undefined) throw new Error('The new account does not exist');
  return { account: made, accountKey };
}

function keyCalls({ store, pepper, platforms, now }: Parts) {
  const authenticator = new Authenticator(store, pepper, now);
  const createKey = async (accountId: string, key: NewDataKey, call?: IdempotentCall<MadeKey>) =>
    await store.transaction(async (transaction) => {
      const newKey = {
        kind: 'live',
        ...key,
        permissions: inOrder(key.permissions ?? platforms, platforms),
      } as const;
      const make = () => insertKey(store, transaction, pepper, accountId, newKey, now());
      return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
    });
  return {
    createKey: createKey as Accounts['createKey'],
    listKeys: (accountId) => listKeys(store, accountId, now()),
    revokeKey: async (accountId, keyId) => {
      const record = await revokeKey(store, accountId, keyId, now());
      authenticator.forget();
      return record;
    },
    rotateKey: async (accountId, keyId, { overlapMs, call }) => {
      const made = await store.transaction(async (transaction) => {
        const former = { accountId, keyId, previousExpiresAt: now() + overlapMs };
        const make = () => rotateKey(store, transaction, pepper, former, now());
        return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
      });
      authenticator.forget();
      return made;
    },
    authenticate: (key) => authenticator.authenticate(key),
  } satisfies Partial<Accounts>;
}

/** As the platforms are listed, whatever the order asked; then those that are not. */
function inOrder(permissions: readonly Platform[], platforms: readonly Platform[]): Platform[] {
  return [...new Set([...platforms.filter((platform) => permissions.includes(platform)), ...permissions])];
}

function ledgerCalls({ store, ledger, now }: Parts, heartbeat: Heartbeat) {
  return {
    reserve: async (reservation) => {
      await heartbeat.ensureStarted();
      return await ledger.reserve(reservation);
    },
    settle: async (settlement) => void (await ledger.write({ kind: 'settle', settlement })),
    release: (failure) => ledger.release({ kind: 'release', failure }),
    markUndelivered: async (requestId) => void (await ledger.write({ kind: 'undelivered', requestId })),
    releaseAbandoned: () => releaseAbandoned(store, ledger, now()),
    findIdempotentRequest: (keyId, idempotencyKey) =>
      findIdempotentRequest(store, keyId, idempotencyKey, now()),
  } satisfies Partial<Accounts>;
}

function usageCalls({ store, platforms, periodCost, now }: Parts) {
  return {
    listUsage: (accountId, window = {}) => listUsage(store, accountId, window),
    findUsage: (accountId, requestId) => findUsage(store, accountId, requestId),
    usageByDay: (accountId, days) => sumByDay(store, accountId, days),
    usageSummary: async (accountId, keyId) => {
      const account = await findAccount(store, accountId);
      if (account === undefined) throw new RangeError(`There is no account "${accountId}"`);
      // the provider counts by customer
      const providerUnits = keyId === undefined ? await periodCost.read(account, now()) : undefined;
      return await summarize(store, account, platforms, providerUnits, now(), keyId);
    },
    verifyLedger: () => verifyLedger(store),
    usageTotals: async (accountId) =>
      totalOf(await sumByDay(store, accountId, { first: '0000-00-00', last: '9999-99-99' })),
  } satisfies Partial<Accounts>;
}

function alertCalls({ store, pepper, now }: Parts) {
  const createWebhook = async (accountId: string, url: string, call?: IdempotentCall<MadeWebhook>) =>
    await store.transaction(async (transaction) => {
      const make = () => insertWebhook(store, transaction, pepper, { accountId, url }, now());
      return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
    });
  return {
    listNotifications: (accountId, { limit = notificationsDefault } = {}) =>
      listNotifications(store, accountId, limit),
    createWebhook: createWebhook as Accounts['createWebhook'],
    listWebhooks: (accountId) => listWebhooks(store, accountId),
    deleteWebhook: (accountId, webhookId) => deleteWebhook(store, accountId, webhookId),
  } satisfies Partial<Accounts>;
}
