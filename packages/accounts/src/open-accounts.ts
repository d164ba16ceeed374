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
import { administrationCalls } from './administration/administration.ts';
import type { Carriers } from './alerts/deliver.ts';
import type { Mailer, MailOptions } from './alerts/mailer.ts';
import { listNotifications } from './alerts/notification.ts';
import { deleteWebhook, insertWebhook, listWebhooks, type MadeWebhook } from './alerts/webhook.ts';
import { type Actor, AuditLog, type Change } from './audit/audit-log.ts';
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
import type { PepperRing } from './keys/pepper-ring.ts';
import { GroupCommit } from './ledger/group-commit.ts';
import { Heartbeat } from './ledger/heartbeat.ts';
import { releaseAbandoned } from './ledger/release-abandoned.ts';
import { summarize, totalOf } from './ledger/summarize.ts';
import { findUsage, listUsage, sumByDay } from './ledger/usage.ts';
import { verifyLedger } from './ledger/verify-ledger.ts';
import { openStore, type StoreOptions } from './open-store.ts';
import { countUnpaid } from './paid-rows/stored-paid-rows.ts';
import { RateLeases } from './rates/rate-leases.ts';
import { savedCalls } from './saved-calls.ts';
import { scheduleCalls } from './schedule-calls.ts';
import { Sessions } from './sessions/sessions.ts';
import { makeSignInToken } from './sessions/sign-in-tokens.ts';
import { siblingRegistryOf } from './siblings/sibling-registry.ts';
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
  /** Who makes the present change, for the audit log; default: the program itself. */
  actor?: (() => Actor) | undefined;
}

const accountsDefault = 1_000;
const notificationsDefault = 100;

/**
 * Opens the account database in a directory or on a PostgreSQL server, and creates it on first use. Several processes
 * can open it; one process must open a directory only once, since waiting for SQLite blocks the thread. Errors:
 * `file_malformed` (the pepper or the database), `service_unavailable` (the database).
 */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { store, peppers } = await openStore(options);
  const { billing, mail, ...rest } = options;
  // loaded on demand: each takes longer to load than all the rest
  const provider = billing && (await import('./billing/stripe-meters.ts')).createStripeMeters(billing);
  const mailer = mail && (await import('./alerts/mailer.ts')).createMailer(mail);
  return createAccounts(store, peppers, { ...rest, provider, mailer });
}

interface Means
  extends Pick<AccountsOptions, 'platforms' | 'now' | 'allowPrivateWebhooks' | 'onError' | 'actor'> {
  provider?: MeterProvider | undefined;
  mailer?: Mailer | undefined;
}

/** The shared state of the calls. */
interface Parts {
  store: Store;
  peppers: PepperRing;
  platforms: readonly Platform[];
  now: () => number;
  ledger: GroupCommit;
  periodCost: PeriodCost;
  audit: AuditLog;
  authenticator: Authenticator;
  sessions: Sessions;
  /** Clears the caches of keys and sessions. */
  forgetKeys: () => void;
}

/** The accounts of an open store, which `close` closes. */
export function createAccounts(
  store: Store,
  peppers: PepperRing,
  {
    platforms = builtIn,
    now = Date.now,
    provider,
    mailer,
    allowPrivateWebhooks = false,
    onError = () => {},
    actor = () => ({ name: 'service', address: null }),
  }: Means,
): Accounts {
  const ledger = new GroupCommit(store, now);
  const authenticator = new Authenticator(store, peppers, now);
  const audit = new AuditLog(actor, now);
  const periodCost = new PeriodCost(provider);
  const authenticate = (key: string) => authenticator.authenticate(key);
  const sessions = new Sessions({ store, peppers, platforms, audit, now, authenticate });
  const forgetKeys = () => {
    authenticator.forget();
    sessions.forget();
  };
  const shared = { store, peppers, platforms, now, ledger, periodCost, audit };
  const parts: Parts = { ...shared, authenticator, sessions, forgetKeys };
  const carriers: Carriers = { store, peppers, mailer, allowPrivateWebhooks, now };
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
    ...sessionCalls(parts),
    ...administrationCalls(parts),
    ...savedCalls(parts),
    ...scheduleCalls(parts),
    ...administrationCalls(parts),
    crashLog: crashLogOf(store, now),
    siblings: siblingRegistryOf(store, now),
    takeRate: (bucket, rate) => rates.take(bucket, rate),
    startBackgroundWork: () => background.start(),
    doBackgroundWork: () => background.doAll(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function accountCalls(parts: Parts) {
  const { store, audit, now } = parts;
  return {
    createAccount: (account) => createAccount(parts, account, now()),
    findAccount: (accountId) => findAccount(store, accountId),
    listAccounts: ({ limit = accountsDefault } = {}) => listAccounts(store, limit),
    updateAccount: (accountId, changes) => updateAccount(store, audit, accountId, changes),
    addCredit: async (accountId, { units, reason }) => {
      await store.transaction(async (transaction) => {
        if (!(await addCredit(store, transaction, accountId, units, reason, now()))) return;
        await audit.add(transaction, { action: 'account.credit', accountId, details: { units, reason } });
      });
      return await findAccount(store, accountId);
    },
  } satisfies Partial<Accounts>;
}

async function createAccount({ store, peppers, platforms, audit }: Parts, account: NewAccount, now: number) {
  const { accountId, accountKey } = await store.transaction(async (transaction) => {
    const accountId = await insertAccount(store, transaction, account, now);
    const newKey = { kind: 'acct', name: 'account key', permissions: platforms } as const;
    const { key } = await insertKey(store, transaction, peppers, accountId, newKey, now);
    await audit.add(transaction, { action: 'account.create', accountId, details: {} });
    return { accountId, accountKey: key };
  });
  const made = await findAccount(store, accountId);
  if (made === undefined) throw new Error('The new account does not exist');
  return { account: made, accountKey };
}

function keyCalls({ store, peppers, platforms, now, audit, authenticator, forgetKeys }: Parts) {
  const createKey = async (accountId: string, key: NewDataKey, call?: IdempotentCall<MadeKey>) =>
    await store.transaction(async (transaction) => {
      const newKey = {
        kind: 'live',
        ...key,
        permissions: inOrder(key.permissions ?? platforms, platforms),
      } as const;
      const make = async () => {
        const made = await insertKey(store, transaction, peppers, accountId, newKey, now());
        await audit.add(transaction, keyCreated(accountId, made));
        return made;
      };
      return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
    });
  return {
    createKey: createKey as Accounts['createKey'],
    createAccountKey: (accountId, key) =>
      store.transaction(async (transaction) => {
        const newKey = { ...key, kind: 'acct', permissions: platforms } as const;
        const made = await insertKey(store, transaction, peppers, accountId, newKey, now());
        await audit.add(transaction, keyCreated(accountId, made));
        return made;
      }),
    listKeys: (accountId, { scope = 'data' } = {}) => listKeys(store, { accountId, scope }, now()),
    revokeKey: async (accountId, keyId, { scope = 'data' } = {}) => {
      const record = await store.transaction(async (transaction) => {
        const revoked = await revokeKey(transaction, { accountId, scope }, keyId, now());
        const change = { action: 'key.revoke', accountId, subject: keyId, details: {} };
        if (revoked.isChanged) await audit.add(transaction, change);
        return revoked.record;
      });
      forgetKeys();
      return record;
    },
    rotateKey: async (accountId, keyId, { overlapMs, scope = 'data', call }) => {
      const made = await store.transaction(async (transaction) => {
        const former = { accountId, scope, keyId, previousExpiresAt: now() + overlapMs };
        const make = async () => {
          const rotated = await rotateKey(store, transaction, peppers, former, now());
          if (rotated === undefined) return undefined;
          const details = { replaces: keyId, overlap_ms: overlapMs };
          await audit.add(transaction, {
            action: 'key.rotate',
            accountId,
            subject: rotated.record.keyId,
            details,
          });
          return rotated;
        };
        return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
      });
      forgetKeys();
      return made;
    },
    authenticate: (key) => authenticator.authenticate(key),
    authenticateKey: (keyId) => authenticator.authenticateKey(keyId),
    findLogin: (keyId) => authenticator.findLogin(keyId),
  } satisfies Partial<Accounts>;
}

function sessionCalls({ store, now, sessions }: Parts) {
  return {
    openSession: (signIn, options) => sessions.open(signIn, options),
    findSession: (secret) => sessions.find(secret),
    endSession: (secret) => sessions.end(secret),
    createSignInToken: (accountId) => makeSignInToken(store, accountId, now()),
  } satisfies Partial<Accounts>;
}

function keyCreated(accountId: string, { record }: MadeKey): Change {
  const { keyId, kind, name, permissions } = record;
  return { action: 'key.create', accountId, subject: keyId, details: { kind, name, permissions } };
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
    settle: (settlement) => ledger.settle(settlement),
    countUnpaid: (accountId, rows) => countUnpaid(store, accountId, rows, now()),
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

function alertCalls({ store, peppers, now, audit }: Parts) {
  const createWebhook = async (accountId: string, url: string, call?: IdempotentCall<MadeWebhook>) =>
    await store.transaction(async (transaction) => {
      const make = async () => {
        const made = await insertWebhook(store, transaction, peppers, { accountId, url }, now());
        const { webhookId } = made.webhook;
        const { origin } = new URL(url); // the path of a webhook is often a secret
        await audit.add(transaction, {
          action: 'webhook.create',
          accountId,
          subject: webhookId,
          details: { origin },
        });
        return made;
      };
      return call === undefined ? await make() : await doOnce(transaction, call, now(), make);
    });
  return {
    listNotifications: (accountId, { limit = notificationsDefault } = {}) =>
      listNotifications(store, accountId, limit),
    createWebhook: createWebhook as Accounts['createWebhook'],
    listWebhooks: (accountId) => listWebhooks(store, accountId),
    deleteWebhook: (accountId, webhookId) =>
      store.transaction(async (transaction) => {
        const isDeleted = await deleteWebhook(transaction, accountId, webhookId);
        const change = { action: 'webhook.delete', accountId, subject: webhookId, details: {} };
        if (isDeleted) await audit.add(transaction, change);
        return isDeleted;
      }),
  } satisfies Partial<Accounts>;
}
