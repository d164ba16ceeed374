import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Engine } from '@sdq/core';
import type { CallLimits, Metrics, ServiceLogger } from '@sdq/server';
import { accountsOptions } from '../accounts/accounts-options.ts';
import type { Context } from '../context.ts';
import { driverSettings, formerNameWarnings, givenSettings } from '../settings/given-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { engineOptions } from './engine-options.ts';
import { assertAddressFree, type ListenAddress } from './listen-address.ts';

export interface ServiceOptions extends ListenAddress {
  index: string;
  accountsDirectory: string;
  /** Default of SDQ_LOG_LEVEL. */
  logLevel?: Settings['SDQ_LOG_LEVEL'];
  /** Called with the URL once the service accepts requests. */
  onReady(url: string): Promise<void>;
}

/**
 * Serves until the first Ctrl-C or SIGTERM, then waits for in-flight requests and closes all resources.
 * Errors: `usage_error` (invalid settings), `address_unavailable`, `index_missing`, `index_corrupt`.
 */
export async function runService(context: Context, options: ServiceOptions): Promise<void> {
  const { environment } = context;
  const settings = readSettings(environment);
  await assertAddressFree(options);
  const [core, { openAccounts }, server, platforms] = await Promise.all([
    import('@sdq/core'),
    import('@sdq/accounts'),
    import('@sdq/server'),
    import('@sdq/platforms'),
  ]);
  const isLevelGiven = givenSettings(environment).SDQ_LOG_LEVEL !== undefined;
  const level = isLevelGiven ? settings.SDQ_LOG_LEVEL : (options.logLevel ?? settings.SDQ_LOG_LEVEL);
  const log = server.createLogger(level);
  using _log = { [Symbol.dispose]: () => log.flush() };
  for (const warning of formerNameWarnings(environment)) log.logger.warn(warning);
  const metrics = settings.SDQ_METRICS_ADDRESS === undefined ? undefined : new server.Metrics();
  const failures = (error: unknown) => log.logger.error({ err: error }, 'Background task failed');
  await using tracing = await openTracing(settings);
  await using accounts = await openAccounts({
    ...accountsOptions(options.accountsDirectory, environment),
    onError: failures,
  });
  await using engine = await core.openEngine({
    ...engineOptions(options.index, settings),
    observer: server.observeQueries(metrics),
    onRefused: (error) => log.logger.error({ err: error }, 'Cannot load the new snapshot'),
    crashLog: accounts.crashLog,
    onCrashLogFailed: (error) => log.logger.warn({ err: error }, 'The log of crashed queries failed'),
  });
  const home = dirname(options.accountsDirectory);
  await using writeThrough = await platforms.WriteThrough.open({
    index: options.index,
    directory: join(home, 'spool'),
    isKnown: platforms.knownRecords(engine),
    everyMs: settings.SDQ_WRITE_THROUGH_SECONDS * 1_000,
    onError: failures,
  });
  const sources = platforms.configuredSources(driverSettings(environment), {
    keep: (observations) => writeThrough.keep(observations),
    onAlarm: ({ driver, op, share }) =>
      failures(new Error(`${driver}: ${Math.round(share * 100)} % of the responses of ${op} are invalid`)),
    onCall: (report) => metrics?.called(report),
  });
  const service = await server.startService({
    engine,
    accounts,
    ...httpOptions(options, settings),
    platforms: await platforms.readPlatformFacts(options.index),
    data: {
      sources,
      writeThrough,
      media: platforms.directoryStore(settings.SDQ_MEDIA_DIR ?? join(home, 'media')),
      secret: await platforms.loadSecret(join(home, 'data-secret'), settings.SDQ_PEPPER),
    },
    logger: log.logger,
    ...(settings.SDQ_SPILL_DIR !== undefined && { retainedDirectory: settings.SDQ_SPILL_DIR }),
    ...watchers(metrics, tracing.tracing),
  });
  try {
    log.logger.info(
      { url: service.url, metrics_url: service.operatorUrl, index: options.index },
      'Service started',
    );
    await options.onReady(service.url);
    using _reload = reloadOnHangup(context, engine, log);
    if (!context.signal.aborted) await once(context.signal, 'abort');
    log.logger.info('Shutting down; waiting for in-flight requests');
  } finally {
    await service.close();
    log.logger.info('Service stopped');
  }
}

/** HTTP and connection options from settings. */
function httpOptions({ host, port }: ListenAddress, settings: Settings) {
  return {
    host,
    port,
    limits: callLimits(settings),
    isSignupOpen: settings.SDQ_SIGNUP === 'open',
    allowPrivateWebhooks: settings.SDQ_WEBHOOKS_ALLOW_PRIVATE,
    http: { corsOrigins: settings.SDQ_CORS_ORIGINS ?? [], hstsSeconds: settings.SDQ_HSTS_SECONDS },
    connectionsMax: settings.SDQ_CONNECTIONS_MAX,
    connectionsPerAddressMax: settings.SDQ_CONNECTIONS_PER_ADDRESS_MAX,
    shutdownMs: settings.SDQ_SHUTDOWN_SECONDS * 1_000,
    operatorAddress: settings.SDQ_METRICS_ADDRESS,
    ...(settings.SDQ_BASE_URL !== undefined && { baseUrl: settings.SDQ_BASE_URL.replace(/\/+$/, '') }),
    ...(settings.SDQ_TRUST_PROXY !== undefined && { trustProxy: settings.SDQ_TRUST_PROXY }),
  };
}

function callLimits(settings: Settings): CallLimits {
  return {
    keyPerMinute: settings.SDQ_RATE_KEY_PER_MINUTE,
    sqlPerMinute: settings.SDQ_RATE_SQL_PER_MINUTE,
    accountPerMinute: settings.SDQ_RATE_ACCOUNT_PER_MINUTE,
    failedAuthenticationsPerMinute: settings.SDQ_RATE_FAILED_KEYS_PER_MINUTE,
    signupsPerHour: settings.SDQ_RATE_SIGNUPS_PER_HOUR,
    keyPerDay: settings.SDQ_QUOTA_KEY_PER_DAY,
    sqlAtOnce: settings.SDQ_SQL_REQUESTS_MAX,
    requestsAtOnce: settings.SDQ_REQUESTS_MAX,
  };
}

type Tracing = Awaited<ReturnType<typeof import('@sdq/server')['openTracing']>>;

/** Tracing if a collector is configured; disposal sends pending traces. */
async function openTracing(settings: Settings): Promise<AsyncDisposable & { tracing: Tracing | undefined }> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { tracing: undefined, async [Symbol.asyncDispose]() {} };
  const server = await import('@sdq/server');
  const tracing = await server.openTracing({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: settings.OTEL_SERVICE_NAME,
    sampleRatio: settings.OTEL_TRACES_SAMPLER_ARG,
  });
  return { tracing, [Symbol.asyncDispose]: () => tracing.close().catch(() => {}) };
}

function watchers(metrics: Metrics | undefined, tracing: Tracing | undefined) {
  return { ...(metrics && { metrics }), ...(tracing && { tracing }) };
}

/**
 * Loads a newly published snapshot on SIGHUP. For a service in a terminal, SIGHUP means that the terminal was closed and
 * ends the process.
 */
function reloadOnHangup(context: Context, engine: Engine, { logger }: ServiceLogger): Disposable {
  if (context.stdout.isTerminal) return { [Symbol.dispose]() {} };
  const reload = () =>
    void engine.refresh().then(
      () => logger.info({ snapshot_id: engine.snapshotId }, 'Index reloaded'),
      (error: unknown) => logger.error({ err: error }, 'Cannot load the new snapshot'),
    );
  process.on('SIGHUP', reload);
  return { [Symbol.dispose]: () => void process.off('SIGHUP', reload) };
}
