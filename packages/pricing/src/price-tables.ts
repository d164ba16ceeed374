import type { EndpointPrice, PlatformPrices, PriceTable, PriceTables } from './price-table.ts';
import { type PriceVersion, priceVersions } from './price-versions.ts';

/** A platform, and by which of its prices each of its endpoints is charged. */
export interface PricedPlatform {
  readonly platform: string;
  readonly prices: PlatformPrices;
  /** By name. */
  readonly endpoints: Readonly<Record<string, { readonly price: string }>>;
}

/**
 * The tables of all versions, put together from what each platform charges. An endpoint of which an older version has no
 * price came later. Throws where the newest version does not price an endpoint: a fault of the program.
 */
export function priceTablesOf(
  platforms: readonly PricedPlatform[],
  [first, ...others]: readonly [PriceVersion, ...PriceVersion[]] = priceVersions,
): PriceTables {
  const newest = others.at(-1) ?? first;
  const tableOf = (version: PriceVersion): PriceTable => ({
    ...version,
    endpoints: Object.fromEntries(
      platforms.flatMap((platform) => pricesOf(platform, version.version, version === newest)),
    ),
  });
  return [tableOf(first), ...others.map(tableOf)];
}

/** What a platform need not price: exact quotes cost a row then. */
const optional = new Set(['sql/quotes']);

function pricesOf(
  { platform, prices, endpoints }: PricedPlatform,
  version: string,
  isNewest: boolean,
): [string, EndpointPrice][] {
  const keys = [
    ['sql', 'sql'] as const,
    ['sql/quotes', 'sql/quotes'] as const,
    ...Object.entries(endpoints).map(([name, { price }]) => [name, price] as const),
  ];
  return keys.flatMap(([name, key]): [string, EndpointPrice][] => {
    const price = prices[version]?.[key];
    if (price !== undefined) return [[`${platform}/${name}`, price]];
    if (!isNewest || optional.has(key)) return [];
    throw new Error(
      `${platform}/${name} is charged by "${key}", which the prices of ${platform} lack in ${version}`,
    );
  });
}
