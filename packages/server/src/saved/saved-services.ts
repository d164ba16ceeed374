import type { PlatformDefinition } from '@sdq/catalog/define';
import type { LinkGuesses } from '../operations/link-guesses.ts';
import type { SqlServices } from '../sql/sql-state.ts';
import type { SavedResults } from './kept-results.ts';

/** What shares and read tokens need of the service. */
export interface SavedServices extends SqlServices {
  platforms: readonly PlatformDefinition[];
  /** Results that are kept for shares, read tokens and schedules. */
  kept: SavedResults;
  linkGuesses: LinkGuesses;
  /** The public URL of the service, without a trailing slash. */
  baseUrl: () => string;
}
