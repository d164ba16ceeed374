import type { Family } from '../family.ts';
import { nestedFamilies } from './nested.ts';
import { queryFamilies } from './queries.ts';
import { rarityFamilies } from './rarities.ts';
import { scopeFamilies } from './scopes.ts';
import { textFamilies } from './texts.ts';
import { timeFamilies } from './times.ts';
import { typeFamilies } from './types.ts';

/** In the style of DuckDB's own tests. */
export const duckdbFamilies: readonly Family[] = [
  ...typeFamilies,
  ...textFamilies,
  ...nestedFamilies,
  ...timeFamilies,
  ...queryFamilies,
  ...scopeFamilies,
  ...rarityFamilies,
];
