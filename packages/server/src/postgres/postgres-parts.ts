import type { FastifyBaseLogger } from 'fastify';
import type { Admission } from '../operations/admission.ts';
import type { CallLimits } from '../operations/call-limits.ts';
import type { FailedAuthentications } from '../operations/failed-authentications.ts';
import type { Lifecycle } from '../operations/lifecycle.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Services } from '../services.ts';

/** What the listener for clients of PostgreSQL shares with HTTP. */
export interface PostgresParts {
  services: Pick<Services, 'engine' | 'accounts' | 'prices' | 'sql' | 'platforms' | 'baseUrl'>;
  limits: CallLimits;
  admission: Admission;
  failed: FailedAuthentications;
  lifecycle: Lifecycle;
  log: FastifyBaseLogger;
  metrics: Metrics | undefined;
}
