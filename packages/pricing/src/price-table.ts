/** What may be asked for beside the records themselves, priced per record that carries it: `transcripts`, `comments`, … */
export type Addon = string;

/** What one endpoint charges, in units of $0.0001. */
export interface EndpointPrice {
  /** The name of a record in the singular, for display: `comment`, `post`, `profile`, `row`. */
  readonly per: string;
  /** Units per record. */
  readonly record: number;
  /** Units per record that has the add-on; an add-on without a price is not offered. */
  readonly addons: Readonly<Record<Addon, number>>;
}

/**
 * What a platform charges: by version, then by the key that its endpoints name; `sql` is the price of a row of its SQL.
 * The prices of a version are never edited once something was charged by it, because ledger rows name the version they
 * were priced by: a new price is a new version.
 */
export type PlatformPrices = Readonly<Record<string, Readonly<Record<string, EndpointPrice>>>>;

/** Every price at one time. */
export interface PriceTable {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly effectiveFrom: string;
  readonly currency: 'USD';
  /** By the path after `/api/`; the platforms' SQL endpoints share one entry each. */
  readonly endpoints: Readonly<Record<string, EndpointPrice>>;
}

/** Oldest first. */
export type PriceTables = readonly [PriceTable, ...PriceTable[]];
