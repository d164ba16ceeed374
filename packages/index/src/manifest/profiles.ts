/** Which structures are built over a table: all, or those that repeat little of what the base files hold. */
export const profiles = ['full', 'compact'] as const;
export type Profile = (typeof profiles)[number];

/** The profile in which a segment was built. */
export function profileOf({ profile }: { readonly profile?: 'compact' | undefined }): Profile {
  return profile ?? 'full';
}
