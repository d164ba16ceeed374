import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Accounts } from '@sdq/accounts';
import type { Engine } from '@sdq/core';
import type { PlatformData, PlatformFacts } from '@sdq/platforms';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { CallLimits } from './operations/call-limits.ts';
import type { Readiness } from './operations/readiness.ts';
import type { UsagePages } from './request/usage-pages.ts';
import type { SqlState } from './sql/sql-state.ts';

/** What routes work with. */
export interface Services {
  engine: Engine;
  accounts: Accounts;
  platforms: readonly PlatformFacts[];
  /** What answers the data endpoints. */
  data: PlatformData;
  /** What the SQL endpoints remember: results for pages and statements. */
  sql: SqlState;
  usagePages: UsagePages;
  /** The service's address as callers see it, without a slash at the end. */
  baseUrl: () => string;
  isSignupOpen: boolean;
  allowPrivateWebhooks: boolean;
  limits: CallLimits;
  readiness: () => Promise<Readiness>;
}

/** The application as routes see it: schemas are zod's. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** A route: one file in `routes/`, named after what it answers. */
export type Route = (app: App, services: Services) => void;
