import type { PlatformData } from '@sdq/platforms';
import type { App } from './app.ts';
import type { CallLimits } from './operations/call-limits.ts';
import type { FailedAuthentications } from './operations/failed-authentications.ts';
import type { MirrorFigures } from './operations/mirror-gauges.ts';
import type { QueryWatch } from './operations/query-watch.ts';
import type { Readiness } from './operations/readiness.ts';
import type { UsagePages } from './request/usage-pages.ts';
import type { EventStreams } from './response/event-streams.ts';
import type { SavedServices } from './saved/saved-services.ts';
import type { Siblings } from './siblings/siblings.ts';

/** The services that routes use. */
export interface Services extends SavedServices {
  /** As in paths. */
  platformNames: readonly string[];
  /** The data of the data endpoints. */
  data: PlatformData;
  usagePages: UsagePages;
  /** The public URL that the operator has set, if any. */
  publicUrl: string | undefined;
  /** Counts wrong keys and tokens by client address. */
  failedAuthentications: FailedAuthentications;
  eventStreams: EventStreams;
  siblings: Siblings;
  isSignupOpen: boolean;
  hasSchedules: boolean;
  allowPrivateWebhooks: boolean;
  limits: CallLimits;
  readiness: () => Promise<Readiness>;
  /** The running and the slow queries. */
  queries: QueryWatch;
  /** Directories whose free space operators see, by name. */
  directories: Readonly<Record<string, string>>;
  /** How far the index is behind the object store that it mirrors; undefined for an index of its own. */
  mirror: (() => MirrorFigures) | undefined;
}

/** A route: one file in `routes/`. */
export type Route = (app: App, services: Services) => void;
