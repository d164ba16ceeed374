import type { Driver } from '../upstream/driver.ts';
import { metaGraph } from './meta-graph.ts';
import { peopleDataLabs } from './people-data-labs.ts';
import { scrapeCreators } from './scrape-creators.ts';
import { tiktokResearch } from './tiktok-research.ts';
import { xApi } from './x-api.ts';

/** Every upstream, each off until its credentials are set. */
export const drivers: readonly Driver[] = [tiktokResearch, metaGraph, xApi, peopleDataLabs, scrapeCreators];
