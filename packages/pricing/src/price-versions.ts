import type { PriceTable } from './price-table.ts';

/** A version of the prices, and from when on it is charged. */
export type PriceVersion = Omit<PriceTable, 'endpoints'>;

/** Every version there ever was, oldest first. A new one is added at the end, with a later `effectiveFrom`. */
export const priceVersions: readonly [PriceVersion, ...PriceVersion[]] = [
  { version: '2026-11', effectiveFrom: '2026-11-01T00:00:00Z', currency: 'USD' },
];
