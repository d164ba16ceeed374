export {
  type Account,
  type AccountChanges,
  type AccountSettings,
  type AccountState,
  accountInactive,
  accountStates,
  type Plan,
} from './account.ts';
export type { NewAccount } from './account-store.ts';
export type { Accounts } from './accounts.ts';
export type { AdminAuthentication, AdminKey } from './administration/admin-keys.ts';
export type { MailOptions } from './alerts/mailer.ts';
export type { Notification } from './alerts/notification.ts';
export { isPostable } from './alerts/post-webhook.ts';
export type { MadeWebhook, Webhook } from './alerts/webhook.ts';
export type { Actor, AuditEntry, AuditWindow, Change } from './audit/audit-log.ts';
export { backUpDatabase } from './back-up.ts';
export type { StripeOptions } from './billing/stripe-meters.ts';
export type { IdempotentRequest } from './idempotency/find-idempotent-request.ts';
export type { IdempotentCall } from './idempotency/idempotency-keys.ts';
export type { StoredResponse } from './idempotency/stored-response.ts';
export type {
  Authentication,
  KeyLogin,
  KeyRecord,
  KeyScope,
  MadeKey,
  NewDataKey,
  Principal,
} from './keys/key.ts';
export { type KeyKind, readKey } from './keys/key-format.ts';
export type { ScramVerifier } from './keys/scram-verifier.ts';
export type {
  Charge,
  Failure,
  Reservation,
  ReserveResult,
  Settlement,
  UsageRecord,
} from './ledger/ledger-entry.ts';
export type { DayRange, UsageDay, UsageSummary, UsageTotals, UsageWindow } from './ledger/usage-figures.ts';
export type { Disagreement, LedgerReport } from './ledger/verify-ledger.ts';
export { type AccountsOptions, openAccounts } from './open-accounts.ts';
export type { PepperUse } from './peppers/pepper-use.ts';
export type { RetiredPeppers } from './peppers/retire-peppers.ts';
export type { PepperRotation } from './peppers/rotate-pepper.ts';
export type { RateResult } from './rates/rate-result.ts';
export type { NewSavedResult, SavedResult } from './saved/kept-results.ts';
export type { MadeReadToken, NewReadToken, ReadTarget, ReadToken } from './saved/read-tokens.ts';
export { savedLimits } from './saved/saved-limits.ts';
export type { SavedQuery, SavedQueryFilter, SavedQueryPage, SavedQueryText } from './saved/saved-queries.ts';
export type { OpenedShare, Share, SharedQuery } from './saved/shares.ts';
export {
  type ClaimedTick,
  type NotifyWhen,
  notifyWhen,
  type Schedule,
  type ScheduleRun,
  type ScheduleTerms,
} from './schedules/schedule.ts';
export type { RunEnd } from './schedules/ticks.ts';
export { deriveKey, seal, unseal } from './sealed-text.ts';
export {
  type FoundSession,
  type OpenedSession,
  type Session,
  type SessionRefusal,
  type SignIn,
  sessionMs,
} from './sessions/session.ts';
export type { Sibling, SiblingRegistry } from './siblings/sibling-registry.ts';
