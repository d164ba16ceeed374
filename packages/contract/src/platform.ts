/** The four platforms, named as in paths: `/api/{platform}/…`. */
export const platforms = ['shortvideo', 'network', 'photo', 'micro'] as const;

export type Platform = (typeof platforms)[number];
