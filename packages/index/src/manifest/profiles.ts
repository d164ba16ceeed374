/** Which structures are built over a table: all, or those that repeat little of what the base files hold. */
export const profiles = ['full', 'compact'] as const;
export type Profile = (typeof profiles)[number];
