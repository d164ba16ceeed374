import { builtInPlatforms } from '@sdq/catalog';
import { concurrencyDefaults } from '@sdq/core';
import { expect, test } from 'vitest';
import { callLimitDefaults } from '../../../server/src/operations/call-limits.ts';
import { describeSettings } from '../../src/settings/describe-settings.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { settings } from '../../src/settings/settings.ts';

test('an empty environment gives the defaults, which are those of the service', () => {
  const read = readSettings({});
  expect(read).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8080,
    SIGNUP: 'closed',
    RESULT_CACHE: 64 * 2 ** 20,
    RATE_KEY_PER_MINUTE: callLimitDefaults.keyPerMinute,
    RATE_SQL_PER_MINUTE: callLimitDefaults.sqlPerMinute,
    RATE_ACCOUNT_PER_MINUTE: callLimitDefaults.accountPerMinute,
    RATE_FAILED_KEYS_PER_MINUTE: callLimitDefaults.failedAuthenticationsPerMinute,
    SQL_RUNNING: concurrencyDefaults.runningMax,
    SQL_RUNNING_PER_KEY: concurrencyDefaults.runningPerTenantMax,
    SQL_WAITING_PER_KEY: concurrencyDefaults.waitingPerTenantMax,
    SQL_WAIT_SECONDS: concurrencyDefaults.waitMsMax / 1_000,
    SQL_AT_ONCE: callLimitDefaults.sqlAtOnce,
    REQUESTS_AT_ONCE: callLimitDefaults.requestsAtOnce,
  });
  expect(read.DATABASE_URL).toBeUndefined();
  expect(readSettings({ PORT: '', SIGNUP: '' })).toEqual(read);
});

test.each([
  ['PORT', '0x50'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', ' 80'],
  ['SIGNUP', 'Open'],
  ['WEBHOOKS_ALLOW_PRIVATE', 'true'],
  ['QUERY_MEMORY', '1MB'],
  ['QUERY_MEMORY', '2 gigs'],
  ['METRICS_ADDRESS', 'localhost:99999'],
  ['CORS_ORIGINS', 'https://app.example.org/'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['LOG_LEVEL', 'verbose'],
  ['TRUST_PROXY', 'zz'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['TRUST_PROXY', '10.0.0.0/0'],
])('%s=%s is refused by its name and with its value', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(`${name}=${value} is not `);
});

test('all faults are told at once, and no secret is', () => {
  const environment = {
    PORT: 'x',
    SDQ_PEPPER: 'swordfish',
    DATABASE_URL: 'mysql://u:swordfish@h/db',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=%zzswordfish',
  };
  const message = messageOf(() => readSettings(environment));
  expect(message).toMatch(/PORT=x is not .*DATABASE_URL is not .*SDQ_PEPPER is not 64 hex digits/);
  expect(message).not.toContain('swordfish');
  const shown = JSON.stringify(describeSettings({ ...environment, STRIPE_API_KEY: 'swordfish' }));
  expect(shown).not.toContain('swordfish');
});

test('settings that belong together', () => {
  expect(() => readSettings({ SMTP_URL: 'smtp://localhost' })).toThrow('MAIL_FROM must be set too');
  expect(() => readSettings({ STRIPE_METER_ID: 'mtr_1' })).toThrow(
    'STRIPE_API_KEY and STRIPE_EVENT_NAME must be set too',
  );
});

test('values are read as what they are', () => {
  expect(
    readSettings({
      QUERY_MEMORY: '1.5GiB',
      METRICS_ADDRESS: '[::1]:9464',
      CORS_ORIGINS: 'https://a.example.org, http://localhost:3000',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, tenant=one',
      WEBHOOKS_ALLOW_PRIVATE: '1',
      TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.1',
    }),
  ).toMatchObject({
    QUERY_MEMORY: 1.5 * 2 ** 30,
    METRICS_ADDRESS: { host: '::1', port: 9464 },
    CORS_ORIGINS: ['https://a.example.org', 'http://localhost:3000'],
    OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer x', tenant: 'one' },
    WEBHOOKS_ALLOW_PRIVATE: true,
    TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.1',
  });
  expect(readSettings({ METRICS_ADDRESS: '9464' }).METRICS_ADDRESS).toEqual({
    host: '127.0.0.1',
    port: 9464,
  });
});

test('every driver’s variables are settings', () => {
  for (const { id, credentials } of builtInPlatforms.flatMap(({ upstreams }) => upstreams)) {
    for (const name of [...credentials, `${id.toUpperCase().replaceAll('-', '_')}_BASE_URL`]) {
      expect(Object.keys(settings)).toContain(name);
    }
  }
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}
