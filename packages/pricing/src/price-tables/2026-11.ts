import type { PriceTable } from '../price-table.ts';

/** The general base price: one unit per record, add-ons one unit each, comments five. */
const general = { record: 1, addons: {} } as const;
const generalWithAddons = { record: 1, addons: { transcripts: 1, video_files: 1, comments: 5 } } as const;
const postWithAddons = {
  per: 'post',
  record: 5,
  addons: { transcripts: 5, video_files: 1, comments: 5 },
} as const;
const profile = { per: 'profile', record: 10, addons: {} } as const;

export const prices = {
  version: '2026-11',
  effectiveFrom: '2026-11-01T00:00:00Z',
  currency: 'USD',
  endpoints: {
    'shortvideo/sql': { per: 'row', ...general },
    'shortvideo/feed': { per: 'video', ...generalWithAddons },
    'shortvideo/profile': { per: 'video', ...generalWithAddons },
    'shortvideo/hashtag': postWithAddons,
    'shortvideo/comments': { per: 'comment', record: 5, addons: {} },
    'network/sql': { per: 'row', ...general },
    'network/user-profile': profile,
    'network/user-posts': { per: 'post', ...general },
    'network/company-profile': { per: 'profile', record: 10, addons: { employees: 1 } },
    'network/company-posts': { per: 'post', ...general },
    'network/search-employees': { per: 'person', ...general },
    'photo/sql': { per: 'row', ...general },
    'photo/user-profile': { per: 'profile', record: 10, addons: { followers: 5, following: 5 } },
    'photo/user-posts': postWithAddons,
    'photo/post': postWithAddons,
    'photo/hashtag': postWithAddons,
    'photo/comments': { per: 'comment', record: 5, addons: {} },
    'micro/sql': { per: 'row', ...general },
    'micro/user-profile': profile,
    'micro/user-posts': { per: 'post', ...general },
    'micro/post': { per: 'post', record: 5, addons: {} },
    'micro/comments': { per: 'comment', record: 5, addons: {} },
    'micro/search': { per: 'post', ...general },
  },
} as const satisfies PriceTable;

/** The endpoints that have a price. */
export type PricedEndpoint = keyof typeof prices.endpoints;
