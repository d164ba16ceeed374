import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Engine } from '@sdq/core';
import type { CallLimits, Metrics, ServiceLogger } from '@sdq/server';
import { accountsOptions } from '../accounts/accounts-options.ts';
import type { Context } from '../context.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { engineOptions } from './engine-options.ts';
import { assertAddressFree, type ListenAddress } from './listen-address.ts';

export interface ServiceOptions extends ListenAddress {
  index: string;
  accountsDirectory: string;
  /** What is logged where LOG_LEVEL does not say. */
  logLevel?: Settings['LOG_LEVEL'];
  /** Called once the service answers, with its address. */
  onReady(url: string): Promise<void>;
}

/**
 * Serves until the first Ctrl-C or SIGTERM, then lets running requests end and closes everything.
 * Errors: `usage_error` (the environment), `address_unavailable`, `index_missing`, `index_corrupt`.
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
  const level = environment.LOG_LEVEL ? settings.LOG_LEVEL : (options.logLevel ?? settings.LOG_LEVEL);
  const log = server.createLogger(level);
  using _log = { [Symbol.dispose]: () => log.flush() };
  const metrics = settings.METRICS_ADDRESS === undefined ? undefined : new server.Metrics();
  const failures = (error: unknown) => log.logger.error({ err: error }, 'background work failed');
  await using tracing = await openTracing(settings);
  await using engine = await core.openEngine({
    ...engineOptions(options.index, settings),
    observer: server.observeQueries(metrics),
    onRefused: (error) => log.logger.error({ err: error }, 'a new snapshot is not taken up'),
  });
  await using accounts = await openAccounts({
    ...accountsOptions(options.accountsDirectory, environment),
    onError: failures,
  });
  const home = dirname(options.accountsDirectory);
  await using writeThrough = await platforms.WriteThrough.open({
    index: options.index,
    directory: join(home, 'spool'),
    isKnown: platforms.knownRecords(engine),
    everyMs: settings.WRITE_THROUGH_SECONDS * 1_000,
    onError: failures,
  });
  const sources = platforms.configuredSources(environment, {
    keep: (observations) => writeThrough.keep(observations),
    onAlarm: ({ driver, op, share }) =>
      failures(new Error(`${driver}: ${Math.round(share * 100)} % of ${op} cannot be read any more`)),
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
      media: platforms.directoryStore(settings.MEDIA_DIR ?? join(home, 'media')),
      secret: await platforms.loadSecret(join(home, 'data-secret'), settings.SDQ_PEPPER),
    },
    logger: log.logger,
    ...(settings.SPILL_DIR !== undefined && { keptDirectory: settings.SPILL_DIR }),
    ...watchers(metrics, tracing.tracing),
  });
  try {
    log.logger.info({ url: service.url, metricsUrl: service.operatorUrl, index: options.index }, 'serving');
    await options.onReady(service.url);
    using _reload = reloadOnHangup(context, engine, log);
    if (!context.signal.aborted) await once(context.signal, 'abort');
    log.logger.info('stopping: what runs may end');
  } finally {
    await service.close();
    log.logger.info('stopped');
  }
}

/** What of the settings concerns connections and callers. */
function httpOptions({ host, port }: ListenAddress, settings: Settings) {
  return {
    host,
    port,
    limits: callLimits(settings),
    isSignupOpen: settings.SIGNUP === 'open',
    allowPrivateWebhooks: settings.WEBHOOKS_ALLOW_PRIVATE,
    http: { corsOrigins: settings.CORS_ORIGINS ?? [], hstsSeconds: settings.HSTS_SECONDS },
    connectionsMax: settings.CONNECTIONS_MAX,
    connectionsPerAddressMax: settings.CONNECTIONS_PER_ADDRESS_MAX,
    shutdownMs: settings.SHUTDOWN_SECONDS * 1_000,
    operatorAddress: settings.METRICS_ADDRESS,
    ...(settings.SDQ_BASE_URL !== undefined && { baseUrl: settings.SDQ_BASE_URL.replace(/\/+$/, '') }),
    ...(settings.TRUST_PROXY !== undefined && { trustProxy: settings.TRUST_PROXY }),
  };
}

function callLimits(settings: Settings): CallLimits {
  return {
    keyPerMinute: settings.RATE_KEY_PER_MINUTE,
    sqlPerMinute: settings.RATE_SQL_PER_MINUTE,
    accountPerMinute: settings.RATE_ACCOUNT_PER_MINUTE,
    failedAuthenticationsPerMinute: settings.RATE_FAILED_KEYS_PER_MINUTE,
    signupsPerHour: settings.RATE_SIGNUPS_PER_HOUR,
    keyPerDay: settings.QUOTA_KEY_PER_DAY,
    sqlAtOnce: settings.SQL_AT_ONCE,
    requestsAtOnce: settings.REQUESTS_AT_ONCE,
  };
}

type Tracing = Awaited<ReturnType<typeof import('@sdq/server')['openTracing']>>;

/** Traces, where a collector is named; what is left of them is sent at the end. */
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
 * SIGHUP takes a newly published snapshot up at once. Of a service in a terminal it means that the terminal is gone:
 * that one ends, as it always did.
 */
function reloadOnHangup(context: Context, engine: Engine, { logger }: ServiceLogger): Disposable {
  if (context.stdout.isTerminal) return { [Symbol.dispose]() {} };
  const reload = () =>
    void engine.refresh().then(
      () => logger.info({ snapshotId: engine.snapshotId }, 'reloaded'),
      (error: unknown) => logger.error({ err: error }, 'a new snapshot is not taken up'),
    );
  process.on('SIGHUP', reload);
  return { [Symbol.dispose]: () => void process.off('SIGHUP', reload) };
}
