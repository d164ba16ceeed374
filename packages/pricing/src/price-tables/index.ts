import type { PriceTable } from '../price-table.ts';
import { prices as november2026 } from './2026-11.ts';

/** Every table there ever was, oldest first. A new one is added at the end, with a later `effectiveFrom`. */
export const priceTables: readonly [PriceTable, ...PriceTable[]] = [november2026];
