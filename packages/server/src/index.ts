export { type AppOptions, buildApp } from './build-app.ts';
export { type CallLimits, callLimitDefaults } from './operations/call-limits.ts';
export { createLogger, logLevels, type ServiceLogger } from './operations/logger.ts';
export { Metrics } from './operations/metrics.ts';
export { currentActor } from './operations/request-scope.ts';
export { openTracing, type Tracing } from './operations/traces.ts';
export { observeQueries } from './operations/watch-requests.ts';
export { serviceLimits } from './service-limits.ts';
export { type PostgresAddress, type Service, type ServiceOptions, startService } from './start-service.ts';
