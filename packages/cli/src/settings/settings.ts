import { z } from 'zod';
import { clusterSettings } from './cluster-settings.ts';
import { compactionSettings } from './compaction-settings.ts';
import { replicaSettings } from './replica-settings.ts';
import {
  flag,
  headerList,
  listenAddress,
  oneOf,
  origins,
  proxies,
  type SettingFacts,
  setting,
  share,
  size,
  text,
  url,
  whole,
} from './setting.ts';

const rate = (about: string, amount: number) =>
  setting(whole(0, 1_000_000), {
    group: 'limits',
    about: `${about}; 0 for no limit`,
    default: String(amount),
  });
const credential = (about: string) =>
  setting(text, { group: 'data', about: `Credential for ${about}`, isSecret: true });
const upstreamAddress = (about: string) =>
  setting(url('http', 'https'), {
    group: 'data',
    about: `Base URL that overrides the default of ${about}, such as a sandbox`,
  });
const secret = (group: SettingFacts['group'], about: string) =>
  setting(text, { group, about, isSecret: true });
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** All environment variables that the command and the service read. */
export const settings = {
  HOST: setting(text, { group: 'service', about: 'Address to listen on', default: '127.0.0.1' }),
  PORT: setting(whole(0, 65_535), {
    group: 'service',
    about: 'Port to listen on; 0 for any free port',
    default: '8080',
  }),
  SDQ_BASE_URL: setting(url('http', 'https'), {
    group: 'service',
    about: 'Public base URL of the service, used for links in responses',
  }),
  SDQ_HOME: setting(text, {
    group: 'service',
    about: 'Data directory for accounts, keys and the sample index',
    default: '.sdq',
  }),
  SDQ_INDEX: setting(text, {
    group: 'service',
    about: 'Index directory of all commands (default: the directory index in SDQ_HOME)',
  }),
  ...replicaSettings,
  SDQ_CONSOLE: setting(oneOf(['on', 'off']), {
    group: 'service',
    about: 'Serve the console at /console/ (on or off)',
    default: 'on',
  }),
  SDQ_MCP: setting(oneOf(['on', 'off']), {
    group: 'service',
    about: 'Serve the Model Context Protocol at /mcp, for agents (on or off)',
    default: 'off',
  }),
  SDQ_MCP_BUDGET_CENTS: setting(whole(1, 1_000_000), {
    group: 'service',
    about:
      'What the agents of one key may spend in a day through /mcp, in US cents; one call may cost a twentieth of it',
    default: '100',
  }),
  SDQ_SCHEDULES: setting(oneOf(['on', 'off']), {
    group: 'service',
    about: 'Let accounts run their saved queries by schedule (on or off)',
    default: 'off',
  }),
  SDQ_PG_PORT: setting(whole(0, 65_535), {
    group: 'service',
    about: 'Port for clients of PostgreSQL, such as BI tools; 0 for any free port (default: none)',
  }),
  SDQ_PG_HOST: setting(text, {
    group: 'service',
    about: 'Address to listen on for clients of PostgreSQL (default: HOST); off loopback it needs TLS',
  }),
  SDQ_PG_TLS_CERT: setting(text, {
    group: 'service',
    about: 'File of the certificate chain for clients of PostgreSQL, PEM; it is read again on SIGHUP',
  }),
  SDQ_PG_TLS_KEY: setting(text, {
    group: 'service',
    about: 'File of the key of that certificate, PEM',
  }),
  SDQ_SIGNUP: setting(oneOf(['open', 'closed']), {
    group: 'service',
    about: 'Allow public sign-up (open or closed). New accounts receive a $5.00 credit',
    default: 'closed',
  }),
  SDQ_DRAIN_SECONDS: setting(whole(0, 600), {
    group: 'service',
    about:
      'Time for which a service that is told to stop goes on answering while /readyz says 503, so that load balancers notice; 0 for none',
    default: '0',
  }),
  SDQ_SHUTDOWN_SECONDS: setting(whole(0, 3_600), {
    group: 'service',
    about: 'Maximum time for in-flight requests to complete after the service is told to stop',
    default: '10',
  }),

  DATABASE_URL: setting(url('postgres', 'postgresql'), {
    group: 'accounts',
    about: 'PostgreSQL database for accounts (default: SQLite in SDQ_HOME)',
    isSecret: true,
  }),
  SDQ_PEPPER: setting(z.string().regex(/^[0-9a-f]{64}(,[0-9a-f]{64}){0,3}$/i, '64 hex digits'), {
    group: 'accounts',
    about:
      'Secret that API keys are hashed with; required if several machines share a database. While it is replaced: the former and the new one, comma-separated',
    isSecret: true,
  }),
  SDQ_STRIPE_API_KEY: secret('accounts', 'API key of the billing provider'),
  SDQ_STRIPE_METER_ID: setting(text, {
    group: 'accounts',
    about: 'ID of the billing meter whose event summaries are read',
  }),
  SDQ_STRIPE_EVENT_NAME: setting(text, { group: 'accounts', about: 'Event name of the billing meter' }),
  SDQ_STRIPE_BASE_URL: setting(url('http', 'https'), {
    group: 'accounts',
    about: 'Base URL that overrides the default of the billing provider',
  }),
  SDQ_SMTP_URL: setting(url('smtp', 'smtps'), {
    group: 'accounts',
    about: 'Mail server that sends alerts',
    isSecret: true,
  }),
  SDQ_MAIL_FROM: setting(text, { group: 'accounts', about: 'Sender address of alerts' }),
  SDQ_WEBHOOKS_ALLOW_PRIVATE: setting(flag, {
    group: 'accounts',
    about: 'Allow webhook URLs that use http: or private IP addresses (insecure)',
    default: '0',
  }),

  SDQ_MEDIA_DIR: setting(text, {
    group: 'data',
    about: 'Directory of transcripts and video files (default: the directory media in SDQ_HOME)',
  }),
  SDQ_WRITE_THROUGH_SECONDS: setting(whole(1, 86_400), {
    group: 'data',
    about: 'Interval at which records fetched from upstream services are merged into the index',
    default: '900',
  }),
  SDQ_TIKTOK_CLIENT_KEY: credential('the TikTok Research API: client key'),
  SDQ_TIKTOK_CLIENT_SECRET: credential('the TikTok Research API: client secret'),
  SDQ_TIKTOK_RESEARCH_BASE_URL: upstreamAddress('the TikTok Research API'),
  SDQ_META_ACCESS_TOKEN: credential('the Meta Graph API: access token'),
  SDQ_META_IG_USER_ID: setting(text, {
    group: 'data',
    about: 'ID of the Instagram business account that sends requests to the Meta Graph API',
  }),
  SDQ_META_GRAPH_BASE_URL: upstreamAddress('the Meta Graph API'),
  SDQ_X_BEARER_TOKEN: credential('the X API: bearer token'),
  SDQ_X_API_BASE_URL: upstreamAddress('the X API'),
  SDQ_PDL_API_KEY: credential('People Data Labs: API key'),
  SDQ_PEOPLE_DATA_LABS_BASE_URL: upstreamAddress('People Data Labs'),
  SDQ_SCRAPE_CREATORS_API_KEY: credential('ScrapeCreators: API key'),
  SDQ_SCRAPE_CREATORS_BASE_URL: upstreamAddress('ScrapeCreators'),

  SDQ_RATE_KEY_PER_MINUTE: rate('Data requests per minute and API key', 600),
  SDQ_RATE_SQL_PER_MINUTE: rate('SQL requests per minute and API key', 60),
  SDQ_RATE_CHECKS_PER_MINUTE: rate('SQL checks, which run nothing, per minute and API key', 300),
  SDQ_RATE_LINKS_PER_MINUTE: rate(
    'Requests by signed links to results, per minute and API key that made them',
    600,
  ),
  SDQ_RATE_ACCOUNT_PER_MINUTE: rate('Account requests per minute and account', 120),
  SDQ_RATE_FAILED_KEYS_PER_MINUTE: rate('Failed authentications per minute and client address', 20),
  SDQ_RATE_SHARES_PER_MINUTE: rate('Opened shares per minute and client address', 120),
  SDQ_RATE_SIGNUPS_PER_HOUR: rate('Sign-ups per hour and client address', 10),
  SDQ_QUOTA_KEY_PER_DAY: setting(whole(0, 1_000_000_000), {
    group: 'limits',
    about: 'Data requests per UTC day and API key; 0 for no limit',
    default: '0',
  }),
  SDQ_SQL_RUNNING_PER_KEY_MAX: setting(whole(1, 1_024), {
    group: 'limits',
    about: 'Maximum running SQL queries per API key',
    default: '4',
  }),
  SDQ_SQL_QUEUED_PER_KEY_MAX: setting(whole(0, 10_000), {
    group: 'limits',
    about: 'Maximum queued SQL queries per API key',
    default: '32',
  }),
  SDQ_SQL_QUEUE_SECONDS: setting(whole(1, 600), {
    group: 'limits',
    about: 'Maximum time that an SQL query is queued',
    default: '30',
  }),
  SDQ_SQL_RUNNING_MAX: setting(whole(1, 1_024), {
    group: 'limits',
    about: 'Maximum running SQL queries of all API keys',
    default: '32',
  }),
  SDQ_SQL_REQUESTS_MAX: setting(whole(1, 100_000), {
    group: 'limits',
    about: 'Maximum running and queued SQL requests of all API keys; further requests receive 503',
    default: '256',
  }),
  SDQ_REQUESTS_MAX: setting(whole(1, 100_000), {
    group: 'limits',
    about: 'Maximum concurrent requests of all kinds; further requests receive 503',
    default: '512',
  }),

  SDQ_QUERY_PROCESSES: setting(whole(1, 64), {
    group: 'engine',
    about: 'Number of query processes',
    default: '2',
  }),
  SDQ_QUERY_THREADS: setting(whole(1, 256), {
    group: 'engine',
    about: 'Threads per query process (default: number of CPU cores)',
  }),
  SDQ_QUERY_MEMORY_BYTES: setting(size(64 * 2 ** 20), {
    group: 'engine',
    about:
      'Memory limit per query process, such as 2GiB (default: a quarter of the machine’s memory, at most 3GiB)',
  }),
  SDQ_QUERY_CONCURRENCY: setting(whole(1, 64), {
    group: 'engine',
    about: 'Maximum concurrent queries per query process',
    default: '4',
  }),
  SDQ_RESULT_CACHE_BYTES: setting(size(0), {
    group: 'engine',
    about: 'Maximum size of the result cache; 0 disables it',
    default: '64MiB',
  }),
  SDQ_RESULTS_PER_ACCOUNT_BYTES: setting(size(2 ** 20), {
    group: 'limits',
    about:
      'Disk space of the retained results of one account; beyond it, its least recently used results are deleted',
    default: '1GiB',
  }),
  ...clusterSettings,
  ...compactionSettings,
  SDQ_SPILL_DIR: setting(text, {
    group: 'engine',
    about: 'Directory for temporary spill files (default: system temporary directory)',
  }),

  SDQ_TRUST_PROXY: setting(proxies, {
    group: 'connections',
    about:
      'Trusted proxies (comma-separated IP addresses or CIDR ranges) whose X-Forwarded-For header is honoured',
  }),
  SDQ_CORS_ORIGINS: setting(origins, {
    group: 'connections',
    about: 'Allowed CORS origins (comma-separated), or *',
  }),
  SDQ_HSTS_SECONDS: setting(whole(0, 100_000_000), {
    group: 'connections',
    about: 'max-age of the Strict-Transport-Security header; 0 omits the header. Use it only behind TLS',
    default: '0',
  }),
  SDQ_CONNECTIONS_MAX: setting(whole(1, 100_000), {
    group: 'connections',
    about: 'Maximum open connections',
    default: '1024',
  }),
  SDQ_CONNECTIONS_PER_ADDRESS_MAX: setting(whole(0, 100_000), {
    group: 'connections',
    about: 'Maximum open connections per client address; 0 for no limit, as needed behind a proxy',
    default: '256',
  }),

  SDQ_PG_CONNECTIONS_MAX: setting(whole(1, 100_000), {
    group: 'connections',
    about: 'Maximum open connections of clients of PostgreSQL',
    default: '256',
  }),
  SDQ_PG_CONNECTIONS_PER_ADDRESS_MAX: setting(whole(0, 100_000), {
    group: 'connections',
    about: 'Maximum open connections of clients of PostgreSQL per client address; 0 for no limit',
    default: '64',
  }),

  SDQ_LOG_LEVEL: setting(oneOf(logLevels), {
    group: 'monitoring',
    about: `Minimum level of log lines on standard error: ${logLevels.join(', ')}`,
    default: 'info',
  }),
  SDQ_SLOW_QUERY_SECONDS: setting(whole(0, 3_600), {
    group: 'monitoring',
    about: 'Time from which on a query is logged as slow, with its figures; 0 logs every query',
    default: '5',
  }),
  SDQ_METRICS_ADDRESS: setting(listenAddress, {
    group: 'monitoring',
    about: 'Address that serves /metrics, such as 127.0.0.1:9464',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(url('http', 'https'), {
    group: 'monitoring',
    about: 'OpenTelemetry collector that receives traces by OTLP/HTTP',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(headerList, {
    group: 'monitoring',
    about: 'Headers of requests to the collector (comma-separated name=value)',
    isSecret: true,
  }),
  OTEL_SERVICE_NAME: setting(text, { group: 'monitoring', about: 'Service name in traces', default: 'sdq' }),
  OTEL_TRACES_SAMPLER_ARG: setting(share(), {
    group: 'monitoring',
    about: 'Fraction of requests that are traced, 0 to 1',
    default: '1',
  }),

  SDQ_DEBUG: setting(flag, {
    group: 'command',
    about: 'Print stack traces with error messages (0 or 1)',
    default: '0',
  }),
  NO_COLOR: setting(text, { group: 'command', about: 'Any value disables coloured output' }),
  UV_THREADPOOL_SIZE: setting(whole(4, 1_024), {
    group: 'command',
    about: 'Threads of the main process for file access and engine calls; read by Node.js',
    default: '16',
  }),
};

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]> };
