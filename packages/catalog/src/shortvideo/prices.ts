import type { PlatformPrices } from '@sdq/pricing';

/** Prices in units of $0.0001. */
export const prices: PlatformPrices = {
  '2026-11': {
    sql: { per: 'row', record: 1, addons: {} },
    'sql/quotes': { per: 'exact quote', record: 1, addons: {} },
    video: { per: 'video', record: 1, addons: { transcripts: 1, video_files: 1, comments: 5 } },
    profile: { per: 'record', record: 1, addons: { transcripts: 1, video_files: 1, comments: 5 } },
    post: { per: 'post', record: 5, addons: { transcripts: 5, video_files: 1, comments: 5 } },
    comment: { per: 'comment', record: 5, addons: {} },
  },
};
