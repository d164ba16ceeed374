import type { z } from 'zod';
import { microEndpoints } from './micro.ts';
import { networkEndpoints } from './network.ts';
import { photoEndpoints } from './photo.ts';
import { shortvideoEndpoints } from './shortvideo.ts';

/** Every data endpoint besides SQL, by its path after `/api/`: what it takes, and its `data`. */
export const dataEndpoints = {
  ...shortvideoEndpoints,
  ...networkEndpoints,
  ...photoEndpoints,
  ...microEndpoints,
} as const;

export type DataEndpoint = keyof typeof dataEndpoints;

/** What an endpoint was asked, once validated. */
export type DataQuery<Endpoint extends DataEndpoint> = z.output<(typeof dataEndpoints)[Endpoint]['query']>;

/** What it answers, as `data`. */
export type DataAnswer<Endpoint extends DataEndpoint> = z.output<(typeof dataEndpoints)[Endpoint]['data']>;

export type * from './micro.ts';
export type * from './network.ts';
export { type Transcript, transcript, type VideoFile } from './page-fields.ts';
export type * from './photo.ts';
export { type AddonKind, addonKinds, countMax } from './query-values.ts';
export type * from './shortvideo.ts';
