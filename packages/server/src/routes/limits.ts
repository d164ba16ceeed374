import { envelope, limitList, sqlLimits } from '@sdq/contract';
import type { ConcurrencyLimits } from '@sdq/core';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { CallLimits } from '../operations/call-limits.ts';
import { sendEnvelope } from '../response/send-envelope.ts';
import { serviceLimits } from '../service-limits.ts';
import type { Services } from '../services.ts';

/** `GET /api/limits`: rate limits, quotas and size limits. Free, without a key. */
export function limitsRoute(app: App, { limits, engine }: Services): void {
  app.get(
    '/api/limits',
    {
      schema: {
        operationId: 'get_limits',
        tags: ['service'],
        summary: 'Get rate limits, quotas and size limits',
        response: { 200: envelope(limitList) },
      },
      config: { docs: { example: {} } },
    },
    async (_request, reply) => sendEnvelope(reply, describeLimits(limits, engine.concurrency)),
  );
}

function describeLimits(limits: CallLimits, concurrency: ConcurrencyLimits): z.infer<typeof limitList> {
  const rate = (
    name: string,
    requests: number,
    per: 'key' | 'account' | 'address',
    applies_to: string,
    window_seconds = 60,
  ) => (requests === 0 ? [] : [{ name, requests, window_seconds, per, applies_to }]);
  return {
    rates: [
      ...rate('key', limits.keyPerMinute, 'key', 'requests of a data key'),
      ...rate('sql', limits.sqlPerMinute, 'key', 'SQL requests of a data key'),
      ...rate('check', limits.checksPerMinute, 'key', 'checks of SQL, which count as nothing else'),
      ...rate('link', limits.linksPerMinute, 'key', 'requests by signed links to results'),
      ...rate('day', limits.keyPerDay, 'key', 'requests of a data key in a UTC day', 86_400),
      ...rate(
        'account',
        limits.accountPerMinute,
        'account',
        'requests under /api/users/me and /api/requests',
      ),
      ...rate('share', limits.sharesPerMinute, 'address', 'opened shares'),
      ...rate('signup', limits.signupsPerHour, 'address', 'accounts created by POST /api/signup', 3_600),
      ...rate('authentication', limits.failedAuthenticationsPerMinute, 'address', 'failed authentications'),
    ],
    concurrency: {
      sql_running_per_key: concurrency.runningPerTenantMax,
      sql_waiting_per_key: concurrency.waitingPerTenantMax,
      sql_wait_seconds: concurrency.waitMsMax / 1_000,
      sql_running: concurrency.runningMax,
    },
    sql: {
      text_bytes: sqlLimits.textBytesMax,
      parameters: sqlLimits.parametersMax,
      timeout_seconds: sqlLimits.timeoutMs / 1_000,
      json_rows: sqlLimits.jsonRowsMax,
      json_bytes: sqlLimits.jsonBytesMax,
      stream_rows: sqlLimits.streamRowsMax,
    },
    requests: { body_bytes: serviceLimits.bodyBytesMax, header_bytes: serviceLimits.headerBytesMax },
  };
}
