import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { startService } from '../../src/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

test('answers are data for nobody’s page, also failures', async () => {
  for (const path of ['/healthz', '/api/pricing', '/api/users/me', '/nowhere']) {
    const { headers } = await fetch(`${service.service.url}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

describe('pages of other origins', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  };

  test('are told nothing unless the operator names them', async () => {
    const answer = await fetch(`${service.service.url}/api/shortvideo/sql`, preflight);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('that are named may ask with a key and read answers, failures too; others may not', async () => {
    const { engine, accounts } = service;
    const open = await startService({
      engine,
      accounts,
      host: '127.0.0.1',
      port: 0,
      http: { corsOrigins: ['https://app.example.org'], hstsSeconds: 600 },
    });
    const asked = await fetch(`${open.url}/api/shortvideo/sql`, preflight);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    expect(asked.headers.get('vary')).toContain('Origin');
    const failed = await fetch(`${open.url}/api/users/me`, {
      headers: { origin: 'https://app.example.org' },
    });
    expect(failed.status).toBe(401);
    expect(failed.headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    expect(failed.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(failed.headers.get('strict-transport-security')).toBe('max-age=600; includeSubDomains');
    const other = { ...preflight, headers: { ...preflight.headers, origin: 'https://evil.example' } };
    const refused = await fetch(`${open.url}/api/shortvideo/sql`, other);
    expect(refused.status).toBe(405);
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    await open.close();
  });
});
