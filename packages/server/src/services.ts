import type { PlatformDefinition } from '@sdq/catalog/define';
import type { PlatformData } from '@sdq/platforms';
import type { App } from './app.ts';
import type { CallLimits } from './operations/call-limits.ts';
import type { Readiness } from './operations/readiness.ts';
import type { UsagePages } from './request/usage-pages.ts';
import type { SqlServices } from './sql/sql-state.ts';

/** The services that routes use. */
export interface Services extends SqlServices {
  platforms: readonly PlatformDefinition[];
  /** As in paths. */
  platformNames: readonly string[];
  /** The data of the data endpoints. */
  data: PlatformData;
  usagePages: UsagePages;
  /** The public URL of the service, without a trailing slash. */
  baseUrl: () => string;
  isSignupOpen: boolean;
  allowPrivateWebhooks: boolean;
  limits: CallLimits;
  readiness: () => Promise<Readiness>;
}

/** A route: one file in `routes/`. */
export type Route = (app: App, services: Services) => void;
