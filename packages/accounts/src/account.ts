import { AppError } from '@sdq/contract';

export interface AccountSettings {
  /** Whether notifications are sent by e-mail, if the operator has configured mail. */
  emailNotifications: boolean;
  /** Whether to notify when the cost of a period reaches `alertThreshold`. */
  usageAlerts: boolean;
  /** Cost of a period in US dollars that triggers a notification; null for none. */
  alertThreshold: number | null;
  /** Whether the operator may see the SQL texts of slow queries; default false. */
  keepQueryText?: boolean;
}

/**
 * How an account pays: `prepaid` from its balance, which no request may overdraw; `metered` through the billing
 * provider, so that the balance may fall below zero and only spend limits apply.
 */
export type Plan = 'prepaid' | 'metered';

/**
 * `active`; `suspended`: requests are refused until the account is resumed; `closed`: the same for good, and the account
 * can be deleted.
 */
export const accountStates = ['active', 'suspended', 'closed'] as const;

export type AccountState = (typeof accountStates)[number];

export interface Account {
  accountId: string;
  name: string;
  email: string;
  settings: AccountSettings;
  plan: Plan;
  /** Balance in units of $0.0001: credits minus charges. */
  balanceUnits: number;
  /** Units reserved for requests in progress. */
  reservedUnits: number;
  /** Maximum charge in one period, in units; null for no limit. */
  spendLimitUnits: number | null;
  /** The customer ID at the billing provider. */
  billingCustomer: string | null;
  createdAt: Date;
  state: AccountState;
  /** Why the operator suspended or closed the account; null if no reason was given. */
  stateReason: string | null;
}

/** Changes of an account; omitted fields are left unchanged. */
export interface AccountChanges {
  name?: string;
  settings?: Partial<AccountSettings>;
  spendLimitUnits?: number | null;
  plan?: Plan;
  billingCustomer?: string | null;
}

/** The error of a request of an account that is not active. */
export function accountInactive(state: Exclude<AccountState, 'active'>): AppError {
  return state === 'suspended'
    ? new AppError('account_suspended', 'The account is suspended', {
        hint: 'Contact the operator of the service',
      })
    : new AppError('account_closed', 'The account was closed');
}
