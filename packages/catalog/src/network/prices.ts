import type { PlatformPrices } from '@sdq/pricing';

/** Prices in units of $0.0001. */
export const prices: PlatformPrices = {
  '2026-11': {
    sql: { per: 'row', record: 1, addons: {} },
    'sql/quotes': { per: 'exact quote', record: 1, addons: {} },
    profile: { per: 'profile', record: 10, addons: {} },
    company: { per: 'profile', record: 10, addons: { employees: 1 } },
    person: { per: 'person', record: 1, addons: {} },
    post: { per: 'post', record: 1, addons: {} },
  },
};
