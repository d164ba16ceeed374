/** What may be asked for beside the records themselves, priced per record that carries it. */
export const addons = [
  'transcripts',
  'video_files',
  'comments',
  'followers',
  'following',
  'employees',
] as const;

export type Addon = (typeof addons)[number];

/** What one endpoint charges, in units of $0.0001. */
export interface EndpointPrice {
  /** What is counted, in the singular, for people: `comment`, `post`, `profile`, `row`. */
  readonly per: string;
  /** Units per record. */
  readonly record: number;
  /** Units per record that carries the add-on; an add-on without a price is not offered here. */
  readonly addons: Readonly<Partial<Record<Addon, number>>>;
}

/**
 * Every price at one time. A table is never edited once something was charged by it: a new price is a new file in
 * `price-tables/` with its own version, because ledger rows name the version they were priced by.
 */
export interface PriceTable {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly effectiveFrom: string;
  readonly currency: 'USD';
  /** By the path after `/api/`; the platforms' SQL endpoints share one entry each. */
  readonly endpoints: Readonly<Record<string, EndpointPrice>>;
}
