export interface AccountSettings {
  /** Mail notifications, where the operator has configured mail. */
  emailNotifications: boolean;
  /** Notify when a period's cost reaches `alertThreshold`. */
  usageAlerts: boolean;
  /** US dollars of a period's cost; null for none. */
  alertThreshold: number | null;
}

/**
 * What covers an account's charges: `prepaid`, its balance, which no request may overdraw; `metered`, a customer of
 * the billing provider, whose balance may fall below zero and who is held back by spend limits alone.
 */
export const plans = ['prepaid', 'metered'] as const;

export type Plan = (typeof plans)[number];

export interface Account {
  accountId: string;
  name: string;
  email: string;
  settings: AccountSettings;
  plan: Plan;
  /** Units of $0.0001 left: all credits less everything that was charged. */
  balanceUnits: number;
  /** Units held for requests under way. */
  reservedUnits: number;
  /** The most that may be charged in one period; null for no limit. */
  spendLimitUnits: number | null;
  /** The billing provider's id of this customer. */
  billingCustomer: string | null;
  createdAt: Date;
}

/** What may be changed of an account; what is left out stays. */
export interface AccountChanges {
  name?: string;
  settings?: Partial<AccountSettings>;
  spendLimitUnits?: number | null;
  plan?: Plan;
  billingCustomer?: string | null;
}
