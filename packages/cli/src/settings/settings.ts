import { z } from 'zod';
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
const credential = (about: string) => setting(text, { group: 'data', about, isSecret: true });
const driverAddress = (about: string) =>
  setting(url('http', 'https'), { group: 'data', about: `Another address of ${about}, such as a sandbox` });
const secret = (group: SettingFacts['group'], about: string) =>
  setting(text, { group, about, isSecret: true });
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every variable that the command and the service read, and nothing else does. */
export const settings = {
  HOST: setting(text, { group: 'service', about: 'Address to listen on', default: '127.0.0.1' }),
  PORT: setting(whole(0, 65_535), {
    group: 'service',
    about: 'Port to listen on, 0 for any free one',
    default: '8080',
  }),
  SDQ_BASE_URL: setting(url('http', 'https'), {
    group: 'service',
    about: 'The service’s address as callers see it, for links in answers',
  }),
  SDQ_HOME: setting(text, { group: 'service', about: 'Where accounts and keys are kept', default: '.sdq' }),
  SDQ_INDEX: setting(text, { group: 'service', about: 'The index that sdq serve serves' }),
  SIGNUP: setting(oneOf(['open', 'closed']), {
    group: 'service',
    about: 'Whether strangers may make accounts; each begins with $5.00',
    default: 'closed',
  }),
  SHUTDOWN_SECONDS: setting(whole(0, 3_600), {
    group: 'service',
    about: 'How long running requests have once the service is told to stop',
    default: '10',
  }),

  DATABASE_URL: setting(url('postgres', 'postgresql'), {
    group: 'accounts',
    about: 'A PostgreSQL database for the accounts, in place of SQLite in the home',
    isSecret: true,
  }),
  SDQ_PEPPER: setting(z.string().regex(/^[0-9a-f]{64}$/i, '64 hex digits'), {
    group: 'accounts',
    about: 'Secret that keys are hashed with; needed where several machines share a database',
    isSecret: true,
  }),
  STRIPE_API_KEY: secret('accounts', 'Key of the billing provider'),
  STRIPE_METER_ID: setting(text, { group: 'accounts', about: 'Meter whose summaries are read' }),
  STRIPE_EVENT_NAME: setting(text, { group: 'accounts', about: 'Event name that the meter listens to' }),
  STRIPE_BASE_URL: setting(url('http', 'https'), {
    group: 'accounts',
    about: 'Another address of the billing provider',
  }),
  SMTP_URL: setting(url('smtp', 'smtps'), {
    group: 'accounts',
    about: 'Mail server for alerts',
    isSecret: true,
  }),
  MAIL_FROM: setting(text, { group: 'accounts', about: 'Sender of alerts' }),
  WEBHOOKS_ALLOW_PRIVATE: setting(flag, {
    group: 'accounts',
    about: 'Lets webhooks be at http: and private addresses',
    default: '0',
  }),

  MEDIA_DIR: setting(text, {
    group: 'data',
    about: 'Transcripts and video files; when left out, media in the home',
  }),
  WRITE_THROUGH_SECONDS: setting(whole(1, 86_400), {
    group: 'data',
    about: 'How often what drivers fetched is merged into the index',
    default: '900',
  }),
  TIKTOK_CLIENT_KEY: credential('TikTok Research API'),
  TIKTOK_CLIENT_SECRET: credential('TikTok Research API'),
  TIKTOK_RESEARCH_BASE_URL: driverAddress('the TikTok Research API'),
  META_ACCESS_TOKEN: credential('Meta Graph API'),
  META_IG_USER_ID: setting(text, { group: 'data', about: 'Meta Graph API: the business account that asks' }),
  META_GRAPH_BASE_URL: driverAddress('the Meta Graph API'),
  X_BEARER_TOKEN: credential('X API'),
  X_API_BASE_URL: driverAddress('the X API'),
  PDL_API_KEY: credential('People Data Labs'),
  PEOPLE_DATA_LABS_BASE_URL: driverAddress('People Data Labs'),
  SCRAPE_CREATORS_API_KEY: credential('ScrapeCreators'),
  SCRAPE_CREATORS_BASE_URL: driverAddress('ScrapeCreators'),

  RATE_KEY_PER_MINUTE: rate('Data requests of one key', 600),
  RATE_SQL_PER_MINUTE: rate('SQL requests of one key', 60),
  RATE_ACCOUNT_PER_MINUTE: rate('Requests about one account', 120),
  RATE_FAILED_KEYS_PER_MINUTE: rate('Wrong keys from one address', 20),
  RATE_SIGNUPS_PER_HOUR: rate('Accounts that strangers make from one address in an hour', 10),
  QUOTA_KEY_PER_DAY: setting(whole(0, 1_000_000_000), {
    group: 'limits',
    about: 'Data requests of one key in a UTC day; 0 for no limit',
    default: '0',
  }),
  SQL_RUNNING_PER_KEY: setting(whole(1, 1_024), {
    group: 'limits',
    about: 'SQL requests of one key at once',
    default: '4',
  }),
  SQL_WAITING_PER_KEY: setting(whole(0, 10_000), {
    group: 'limits',
    about: 'SQL requests of one key that wait behind those',
    default: '32',
  }),
  SQL_WAIT_SECONDS: setting(whole(1, 600), {
    group: 'limits',
    about: 'How long one may wait',
    default: '30',
  }),
  SQL_RUNNING: setting(whole(1, 1_024), {
    group: 'limits',
    about: 'SQL requests at once, over all keys',
    default: '32',
  }),
  SQL_AT_ONCE: setting(whole(1, 100_000), {
    group: 'limits',
    about: 'SQL requests that run and wait, over all keys; one more is answered 503',
    default: '256',
  }),
  REQUESTS_AT_ONCE: setting(whole(1, 100_000), {
    group: 'limits',
    about: 'Requests of all kinds at once; one more is answered 503',
    default: '512',
  }),

  QUERY_PROCESSES: setting(whole(1, 64), {
    group: 'engine',
    about: 'Query processes kept warm',
    default: '2',
  }),
  QUERY_THREADS: setting(whole(1, 256), {
    group: 'engine',
    about: 'Threads of each; when left out, the machine’s cores',
  }),
  QUERY_MEMORY: setting(size(64 * 2 ** 20), {
    group: 'engine',
    about: 'Memory of each, as 2GiB; when left out, a quarter of the machine’s, at most 3GiB',
  }),
  QUERY_SLOTS: setting(whole(1, 64), {
    group: 'engine',
    about: 'Queries that each works on at once',
    default: '4',
  }),
  RESULT_CACHE: setting(size(0), { group: 'engine', about: 'Size of kept results', default: '64MiB' }),
  SPILL_DIR: setting(text, {
    group: 'engine',
    about: 'Where queries put what memory does not hold; when left out, the system’s temporary folder',
  }),

  TRUST_PROXY: setting(proxies, {
    group: 'connections',
    about: 'Proxies whose X-Forwarded-For is believed: addresses and ranges by commas',
  }),
  CORS_ORIGINS: setting(origins, {
    group: 'connections',
    about: 'Origins whose pages may read answers, by commas, or *',
  }),
  HSTS_SECONDS: setting(whole(0, 100_000_000), {
    group: 'connections',
    about: 'Sends Strict-Transport-Security; only behind TLS',
    default: '0',
  }),
  CONNECTIONS_MAX: setting(whole(1, 100_000), {
    group: 'connections',
    about: 'Open connections',
    default: '1024',
  }),
  CONNECTIONS_PER_ADDRESS_MAX: setting(whole(0, 100_000), {
    group: 'connections',
    about: 'Of one address; 0 for no limit, which is right behind a proxy',
    default: '256',
  }),

  LOG_LEVEL: setting(oneOf(logLevels), {
    group: 'watching',
    about: `What is logged to standard error: ${logLevels.join(', ')}`,
    default: 'info',
  }),
  METRICS_ADDRESS: setting(listenAddress, {
    group: 'watching',
    about: 'Where /metrics is served, as 127.0.0.1:9464',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(url('http', 'https'), {
    group: 'watching',
    about: 'An OpenTelemetry collector that takes traces by HTTP',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(headerList, {
    group: 'watching',
    about: 'Headers for it: name=value by commas',
    isSecret: true,
  }),
  OTEL_SERVICE_NAME: setting(text, { group: 'watching', about: 'Name in traces', default: 'sdq' }),
  OTEL_TRACES_SAMPLER_ARG: setting(share(), {
    group: 'watching',
    about: 'Share of requests traced, 0 to 1',
    default: '1',
  }),

  SDQ_DEBUG: setting(flag, {
    group: 'command',
    about: 'Stack traces with error messages',
    default: '0',
  }),
  NO_COLOR: setting(text, { group: 'command', about: 'No colours, whatever it is set to' }),
  UV_THREADPOOL_SIZE: setting(whole(4, 1_024), {
    group: 'command',
    about: 'Threads for files and engine calls of the main process',
    default: '16',
  }),
};

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]> };
