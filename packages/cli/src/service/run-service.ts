import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Engine } from '@sdq/core';
import type { CallLimits, Metrics, ServiceLogger } from '@sdq/server';
import { accountsOptions } from '../accounts/accounts-options.ts';
import type { Context } from '../context.ts';
import { programVersion } from '../program-version.ts';
import { driverSettings, formerNameWarnings, givenSettings } from '../settings/given-settings.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { engineOptions } from './engine-options.ts';
import { findConsole } from './find-console.ts';
import { indexFreshness } from './index-freshness.ts';
import { assertAddressFree, type ListenAddress } from './listen-address.ts';
import { postgresAddress, readTls } from './postgres-address.ts';
import { startCompactor } from './start-compactor.ts';
import { startMirror } from './start-mirror.ts';

export interface ServiceOptions extends ListenAddress {
  index: string;
  accountsDirectory: string;
  /** Address of the object store that the index mirrors; default: SDQ_MIRROR. */
  mirror?: string | undefined;
  /** Answers before the mirror is whole; default: SDQ_MIRROR_LAZY. */
  isLazy?: boolean | undefined;
  /** Overrides SDQ_BACKEND. */
  backend?: Settings['SDQ_BACKEND'] | undefined;
  /** Overrides SDQ_PG_PORT. */
  pgPort?: number | undefined;
  /** Default of SDQ_LOG_LEVEL. */
  logLevel?: Settings['SDQ_LOG_LEVEL'];
  /** Called with the URL once the service accepts requests, with that of the console and of the PostgreSQL listener if they are served. */
  onReady(url: string, consoleUrl: string | undefined, postgresUrl: string | undefined): Promise<void>;
}

/**
 * Serves until the first Ctrl-C or SIGTERM, then waits for in-flight requests and closes all resources.
 * Errors: `usage_error` (invalid settings), `address_unavailable`, `index_missing`, `index_corrupt`.
 */
export async function runService(context: Context, options: ServiceOptions): Promise<void> {
  const { environment } = context;
  const read = readSettings(environment);
  const settings = { ...read, SDQ_BACKEND: options.backend ?? read.SDQ_BACKEND };
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
    actor: server.currentActor,
  });
  const mirrorAddress = options.mirror ?? settings.SDQ_MIRROR;
  await using mirror =
    mirrorAddress === undefined
      ? undefined
      : await startMirror(context, mirrorAddress, options.index, settings, log.logger, options.isLazy);
  await using engine = await core.openEngine({
    ...(await engineOptions(options.index, settings)),
    absent: mirror?.later,
    observer: server.observeQueries(metrics),
    onRefused: (error) => log.logger.error({ err: error }, 'Cannot load the new snapshot'),
    crashLog: accounts.crashLog,
    onCrashLogFailed: (error) => log.logger.warn({ err: error }, 'The log of crashed queries failed'),
  });
  const isReadOnly = mirror !== undefined || settings.SDQ_BACKEND === 'all';
  const home = dirname(options.accountsDirectory);
  await using writeThrough = await platforms.WriteThrough.open({
    index: options.index,
    directory: join(home, 'spool'),
    isKnown: platforms.knownRecords(engine),
    // only the mirror writes to its directory, and a cluster has what was loaded
    everyMs: !isReadOnly ? settings.SDQ_WRITE_THROUGH_SECONDS * 1_000 : 0,
    onError: failures,
  });
  const sources = platforms.configuredSources(driverSettings(environment), {
    keep: (observations) => !isReadOnly && writeThrough.keep(observations),
    onAlarm: ({ driver, op, share }) =>
      failures(new Error(`${driver}: ${Math.round(share * 100)} % of the responses of ${op} are invalid`)),
    onCall: (report) => metrics?.called(report),
  });
  await using compactor = startCompactor(core, options.index, settings, isReadOnly, log);
  const mcp = await openMcp(settings);
  const consoleDirectory = findConsole(settings, (warning) => log.logger.warn(warning));
  const service = await server.startService({
    engine,
    accounts,
    ...httpOptions(options, settings),
    platforms: await platforms.readPlatformFacts(options.index),
    data: {
      sources,
      writeThrough,
      media: platforms.directoryStore(settings.SDQ_MEDIA_DIR ?? join(home, 'media')),
      secret:
        settings.SDQ_PEPPER === undefined
          ? await platforms.openDataSecret(join(home, 'data-secret'))
          : new platforms.SigningSecrets(() => accounts.deriveSecrets('cursors and links')),
    },
    logger: log.logger,
    version: programVersion(),
    ...(consoleDirectory !== undefined && { consoleDirectory }),
    slowQueryMs: settings.SDQ_SLOW_QUERY_SECONDS * 1_000,
    directories: { home, spill: settings.SDQ_SPILL_DIR ?? tmpdir() },
    ...(mcp !== undefined && { mcp }),
    retained: { accountBytesMax: settings.SDQ_RESULTS_PER_ACCOUNT_BYTES },
    ...(settings.SDQ_SIBLING_URL !== undefined && { siblingUrl: settings.SDQ_SIBLING_URL }),
    postgres: await postgresAddress(options.pgPort, options.host, settings),
    ...(settings.SDQ_SPILL_DIR !== undefined && { retainedDirectory: settings.SDQ_SPILL_DIR }),
    ...(mirror !== undefined && { mirror: () => mirror.figures }),
    ...(compactor !== undefined && { compaction: () => compactor.figures }),
    ...(metrics !== undefined && { freshness: await indexFreshness(options.index) }),
    ...watchers(metrics, tracing.tracing),
  });
  const { postgres } = service;
  const postgresUrl =
    postgres === null ? undefined : `postgresql://${postgres.host}:${postgres.port}/shortvideo`;
  try {
    log.logger.info(
      { url: service.url, postgres_url: postgresUrl, metrics_url: service.operatorUrl, index: options.index },
      'Service started',
    );
    await options.onReady(
      service.url,
      consoleDirectory === undefined ? undefined : `${service.url}/console/`,
      postgresUrl,
    );
    using _reload = reloadOnHangup(context, engine, log, async () => {
      const tls = await readTls(settings);
      if (tls !== undefined) postgres?.setTls(tls);
    });
    if (!context.signal.aborted) await once(context.signal, 'abort');
    log.logger.info('Shutting down; waiting for in-flight requests');
  } finally {
    await service.close();
    log.logger.info('Service stopped');
  }
}

/** What answers `/mcp`; it is loaded only where it is on. */
async function openMcp({ SDQ_MCP, SDQ_MCP_BUDGET_CENTS }: Settings) {
  if (SDQ_MCP === 'off') return undefined;
  const { mcpOverHttp } = await import('@sdq/mcp');
  const budgetUnits = SDQ_MCP_BUDGET_CENTS * 100;
  const callUnits = Math.ceil(budgetUnits / 20);
  return (baseUrl: () => string) =>
    mcpOverHttp({ baseUrl, version: programVersion(), budgetUnits, callUnits, features: [] });
}

/** HTTP and connection options from settings. */
function httpOptions({ host, port }: ListenAddress, settings: Settings) {
  return {
    host,
    port,
    limits: callLimits(settings),
    isSignupOpen: settings.SDQ_SIGNUP === 'open',
    hasSchedules: settings.SDQ_SCHEDULES === 'on',
    allowPrivateWebhooks: settings.SDQ_WEBHOOKS_ALLOW_PRIVATE,
    http: { corsOrigins: settings.SDQ_CORS_ORIGINS ?? [], hstsSeconds: settings.SDQ_HSTS_SECONDS },
    connectionsMax: settings.SDQ_CONNECTIONS_MAX,
    connectionsPerAddressMax: settings.SDQ_CONNECTIONS_PER_ADDRESS_MAX,
    leaveMs: settings.SDQ_DRAIN_SECONDS * 1_000,
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
    checksPerMinute: settings.SDQ_RATE_CHECKS_PER_MINUTE,
    linksPerMinute: settings.SDQ_RATE_LINKS_PER_MINUTE,
    accountPerMinute: settings.SDQ_RATE_ACCOUNT_PER_MINUTE,
    failedAuthenticationsPerMinute: settings.SDQ_RATE_FAILED_KEYS_PER_MINUTE,
    sharesPerMinute: settings.SDQ_RATE_SHARES_PER_MINUTE,
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
 * Loads a newly published snapshot, and the certificate, on SIGHUP. For a service in a terminal, SIGHUP means that the terminal was closed and
 * ends the process.
 */
function reloadOnHangup(
  context: Context,
  engine: Engine,
  { logger }: ServiceLogger,
  reloadTls: () => Promise<void>,
): Disposable {
  if (context.stdout.isTerminal) return { [Symbol.dispose]() {} };
  const reload = () => {
    reloadTls().catch((error: unknown) => logger.error({ err: error }, 'Cannot load the new certificate'));
    void engine.refresh().then(
      () => logger.info({ snapshot_id: engine.snapshotId }, 'Index reloaded'),
      (error: unknown) => logger.error({ err: error }, 'Cannot load the new snapshot'),
    );
  };
  process.on('SIGHUP', reload);
  return { [Symbol.dispose]: () => void process.off('SIGHUP', reload) };
}
