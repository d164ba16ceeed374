import type { PlatformDefinition } from '@sdq/catalog/define';
import type { PlatformData } from '@sdq/platforms';
import type { App } from './app.ts';
import type { CallLimits } from './operations/call-limits.ts';
import type { Readiness } from './operations/readiness.ts';
import type { UsagePages } from './request/usage-pages.ts';
import type { SqlServices } from './sql/sql-state.ts';

/** What routes work with. */
export interface Services extends SqlServices {
  platforms: readonly PlatformDefinition[];
  /** As in paths. */
  platformNames: readonly string[];
  /** What answers the data endpoints. */
  data: PlatformData;
  usagePages: UsagePages;
  /** The service's address as callers see it, without a slash at the end. */
  baseUrl: () => string;
  isSignupOpen: boolean;
  allowPrivateWebhooks: boolean;
  limits: CallLimits;
  readiness: () => Promise<Readiness>;
}

/** A route: one file in `routes/`, named after what it answers. */
export type Route = (app: App, services: Services) => void;
