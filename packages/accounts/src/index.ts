export type {
  Account,
  AccountSettings,
  Accounts,
  Authentication,
  Failure,
  KeyRecord,
  Principal,
  Reservation,
  Settlement,
  UsageRecord,
  UsageTotals,
} from './accounts.ts';
export { type KeyKind, readKey } from './keys/key-format.ts';
export { type AccountsOptions, openAccounts } from './open-accounts.ts';
