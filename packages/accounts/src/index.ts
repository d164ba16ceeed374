export { type Account, type AccountChanges, type AccountSettings, type Plan, plans } from './account.ts';
export type { NewAccount } from './account-store.ts';
export type { Accounts } from './accounts.ts';
export type { MailOptions } from './alerts/mailer.ts';
export type { Notification } from './alerts/notification.ts';
export { isPostable } from './alerts/post-webhook.ts';
export type { MadeWebhook, Webhook } from './alerts/webhook.ts';
export type { StripeOptions } from './billing/stripe-meters.ts';
export type { IdempotentRequest } from './idempotency/find-idempotent-request.ts';
export type { IdempotentCall } from './idempotency/idempotency-keys.ts';
export type { StoredResponse } from './idempotency/stored-response.ts';
export type { Authentication, KeyRecord, MadeKey, NewDataKey, Principal } from './keys/key.ts';
export { type KeyKind, readKey } from './keys/key-format.ts';
export type {
  Failure,
  Reservation,
  ReserveResult,
  Settlement,
  UsageRecord,
} from './ledger/ledger-entry.ts';
export type { DayRange, UsageDay, UsageSummary, UsageTotals, UsageWindow } from './ledger/usage-figures.ts';
export type { Disagreement, LedgerReport } from './ledger/verify-ledger.ts';
export { type AccountsOptions, openAccounts } from './open-accounts.ts';
export type { RateResult } from './rates/rate-result.ts';
export { deriveKey, seal, unseal } from './sealed-text.ts';
