import { builtInPlatforms } from '@sdq/catalog';
import { concurrencyDefaults } from '@sdq/core';
import { describe, expect, test } from 'vitest';
import { callLimitDefaults } from '../../../server/src/operations/call-limits.ts';
import { describeSettings } from '../../src/settings/describe-settings.ts';
import { formerNames } from '../../src/settings/former-names.ts';
import { driverSettings, formerNameWarnings } from '../../src/settings/given-settings.ts';
import { factsOf, readSettings } from '../../src/settings/read-settings.ts';
import { type SettingName, settings } from '../../src/settings/settings.ts';

test('an empty environment gives the defaults, which are those of the service', () => {
  const read = readSettings({});
  expect(read).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8080,
    SDQ_SIGNUP: 'closed',
    SDQ_RESULT_CACHE_BYTES: 64 * 2 ** 20,
    SDQ_RATE_KEY_PER_MINUTE: callLimitDefaults.keyPerMinute,
    SDQ_RATE_SQL_PER_MINUTE: callLimitDefaults.sqlPerMinute,
    SDQ_RATE_ACCOUNT_PER_MINUTE: callLimitDefaults.accountPerMinute,
    SDQ_RATE_FAILED_KEYS_PER_MINUTE: callLimitDefaults.failedAuthenticationsPerMinute,
    SDQ_SQL_RUNNING_MAX: concurrencyDefaults.runningMax,
    SDQ_SQL_RUNNING_PER_KEY_MAX: concurrencyDefaults.runningPerTenantMax,
    SDQ_SQL_QUEUED_PER_KEY_MAX: concurrencyDefaults.waitingPerTenantMax,
    SDQ_SQL_QUEUE_SECONDS: concurrencyDefaults.waitMsMax / 1_000,
    SDQ_SQL_REQUESTS_MAX: callLimitDefaults.sqlAtOnce,
    SDQ_REQUESTS_MAX: callLimitDefaults.requestsAtOnce,
  });
  expect(read.DATABASE_URL).toBeUndefined();
  expect(readSettings({ PORT: '', SDQ_SIGNUP: '' })).toEqual(read);
});

test.each([
  ['PORT', '0x50'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', ' 80'],
  ['SDQ_SIGNUP', 'Open'],
  ['SDQ_WEBHOOKS_ALLOW_PRIVATE', 'true'],
  ['SDQ_QUERY_MEMORY_BYTES', '1MB'],
  ['SDQ_QUERY_MEMORY_BYTES', '2 gigs'],
  ['SDQ_METRICS_ADDRESS', 'localhost:99999'],
  ['SDQ_CORS_ORIGINS', 'https://app.example.org/'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['SDQ_LOG_LEVEL', 'verbose'],
  ['SDQ_TRUST_PROXY', 'zz'],
  ['SDQ_TRUST_PROXY', '10.0.0.0/33'],
  ['SDQ_TRUST_PROXY', '10.0.0.1,'],
  ['SDQ_TRUST_PROXY', '10.0.0.0/0'],
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
  const shown = JSON.stringify(describeSettings({ ...environment, SDQ_STRIPE_API_KEY: 'swordfish' }));
  expect(shown).not.toContain('swordfish');
});

test('settings that belong together', () => {
  expect(() => readSettings({ SDQ_SMTP_URL: 'smtp://localhost' })).toThrow('SDQ_MAIL_FROM must be set too');
  expect(() => readSettings({ SDQ_STRIPE_METER_ID: 'mtr_1' })).toThrow(
    'SDQ_STRIPE_API_KEY and SDQ_STRIPE_EVENT_NAME must be set too',
  );
});

test('values are read as what they are', () => {
  expect(
    readSettings({
      SDQ_QUERY_MEMORY_BYTES: '1.5GiB',
      SDQ_METRICS_ADDRESS: '[::1]:9464',
      SDQ_CORS_ORIGINS: 'https://a.example.org, http://localhost:3000',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, tenant=one',
      SDQ_WEBHOOKS_ALLOW_PRIVATE: '1',
      SDQ_TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.1',
    }),
  ).toMatchObject({
    SDQ_QUERY_MEMORY_BYTES: 1.5 * 2 ** 30,
    SDQ_METRICS_ADDRESS: { host: '::1', port: 9464 },
    SDQ_CORS_ORIGINS: ['https://a.example.org', 'http://localhost:3000'],
    OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer x', tenant: 'one' },
    SDQ_WEBHOOKS_ALLOW_PRIVATE: true,
    SDQ_TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8, 192.0.2.1',
  });
  expect(readSettings({ SDQ_METRICS_ADDRESS: '9464' }).SDQ_METRICS_ADDRESS).toEqual({
    host: '127.0.0.1',
    port: 9464,
  });
});

test('every driver’s variables are settings, prefixed with SDQ_', () => {
  for (const { id, credentials } of builtInPlatforms.flatMap(({ upstreams }) => upstreams)) {
    for (const name of [...credentials, `${id.toUpperCase().replaceAll('-', '_')}_BASE_URL`]) {
      expect(Object.keys(settings)).toContain(`SDQ_${name}`);
      expect(driverSettings({ [`SDQ_${name}`]: 'x' })).toMatchObject({ [name]: 'x' });
    }
  }
});

test('every setting is prefixed with SDQ_ unless its name is a standard', () => {
  const standards = /^(HOST|PORT|DATABASE_URL|NO_COLOR|UV_THREADPOOL_SIZE|OTEL_[A-Z_]+)$/;
  for (const name of Object.keys(settings)) {
    expect(name).toMatch(standards.test(name) ? standards : /^SDQ_[A-Z_]+$/);
  }
});

test('sizes and times have their unit in the name', () => {
  for (const name of Object.keys(settings) as SettingName[]) {
    const { default: value = '', about } = factsOf(name);
    if (/iB$/.test(value) || /\d[KMG]iB\b/.test(about)) expect(name).toMatch(/_BYTES$/);
    if (/\b(time|interval|max-age)\b/i.test(about)) expect(name).toMatch(/_SECONDS$/);
  }
});

describe('former names of settings', () => {
  const environment = { QUERY_MEMORY: '1GiB', SIGNUP: 'open', X_BEARER_TOKEN: 'swordfish' };

  test('each works, and has a warning that names the current name', () => {
    expect(readSettings(environment)).toMatchObject({ SDQ_QUERY_MEMORY_BYTES: 2 ** 30, SDQ_SIGNUP: 'open' });
    expect(driverSettings(environment)).toMatchObject({ X_BEARER_TOKEN: 'swordfish' });
    expect(formerNameWarnings(environment).sort()).toEqual([
      'The environment variable "QUERY_MEMORY" is deprecated: use "SDQ_QUERY_MEMORY_BYTES"',
      'The environment variable "SIGNUP" is deprecated: use "SDQ_SIGNUP"',
      'The environment variable "X_BEARER_TOKEN" is deprecated: use "SDQ_X_BEARER_TOKEN"',
    ]);
    expect(formerNameWarnings({ SDQ_SIGNUP: 'open', SIGNUP: '' })).toEqual([]);
  });

  test('the current name overrides the former one, with a warning', () => {
    const both = { SIGNUP: 'open', SDQ_SIGNUP: 'closed' };
    expect(readSettings(both).SDQ_SIGNUP).toBe('closed');
    expect(formerNameWarnings(both)).toEqual([
      'The environment variables "SDQ_SIGNUP" and "SIGNUP" are both set: "SIGNUP" is deprecated and ignored',
    ]);
  });

  test('an invalid value is reported with the variable that has it', () => {
    expect(() => readSettings({ SIGNUP: 'Open' })).toThrow('SIGNUP=Open is not ');
    expect(messageOf(() => readSettings({ SIGNUP: 'Open' }))).not.toContain('SDQ_SIGNUP');
  });

  test('each former name belongs to one setting and is none itself', () => {
    const former = Object.values(formerNames);
    expect(new Set(former).size).toBe(former.length);
    for (const name of former) expect(Object.keys(settings)).not.toContain(name);
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

test('16: a variable that nearly has the name of a setting is refused with the name that is meant', () => {
  expect(() => readSettings({ RATE_SQL_PER_MINUT: '5' })).toThrow(
    'Unknown setting RATE_SQL_PER_MINUT: RATE_SQL_PER_MINUTE is meant?',
  );
  expect(() => readSettings({ SDQ_QUERY_MEMORY_BYTE: '1GiB', PORT: 'x' })).toThrow(
    /SDQ_QUERY_MEMORY_BYTES is meant\?; PORT=x is not/,
  );
  for (const name of ['SDQ_KEY', 'SDQ_REQUIRE_POSTGRES', 'HOSTNAME', 'PORTS', 'SHUTDOWN', 'CORS'])
    expect(readSettings({ [name]: 'x' })).toBeDefined();
});
