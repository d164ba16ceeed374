/** Optional parts of a record, charged per record that has them. */
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
  /** The name of a record in the singular, for display: `comment`, `post`, `profile`, `row`. */
  readonly per: string;
  /** Units per record. */
  readonly record: number;
  /** Units per record that has the add-on; an add-on without a price is not offered. */
  readonly addons: Readonly<Partial<Record<Addon, number>>>;
}

/**
 * All prices of one version. A published table is never edited: a new price is a new file in `price-tables/` with its
 * own version, because ledger entries refer to the version.
 */
export interface PriceTable {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly effectiveFrom: string;
  readonly currency: 'USD';
  /** By the path after `/api/`; the platforms' SQL endpoints share one entry each. */
  readonly endpoints: Readonly<Record<string, EndpointPrice>>;
}
