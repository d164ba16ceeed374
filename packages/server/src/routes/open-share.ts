import {
  AppError,
  envelope,
  errorEnvelope,
  httpValidationError,
  openedShare,
  openShareQuery,
} from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import { AddressCounts } from '../operations/address-counts.ts';
import { addVary } from '../response/compress-answer.ts';
import { noLongerKept } from '../saved/kept-results.ts';
import { sendKept } from '../saved/send-kept.ts';
import type { Services } from '../services.ts';
import { formatOf } from '../sql/result-format.ts';
import { sharedExample } from './shares.ts';

const minuteMs = 60_000;

/** `GET /api/q/{share_id}`: a shared query with its rows, for everybody who has the ID. Free. */
export function openShareRoute(app: App, services: Services): void {
  const { accounts, kept, limits, linkGuesses, platformNames } = services;
  const opened = new AddressCounts(limits.sharesPerMinute, minuteMs);
  app.get(
    '/api/q/:share_id',
    {
      schema: {
        operationId: 'open_share',
        tags: ['service'],
        summary: 'Read a shared query',
        description:
          'Free, without an API key: the SQL, its parameters and its rows over the snapshot that was shared, as JSON in pages or as CSV, NDJSON, Parquet or Arrow. A share that was revoked or has expired does not exist. 410 when its rows are no longer kept.',
        params: z.object({ share_id: z.string().meta({ description: 'The `share_id` in the URL.' }) }),
        querystring: openShareQuery,
        response: {
          200: envelope(openedShare(platformNames)),
          '4xx': errorEnvelope,
          422: httpValidationError,
        },
      },
      config: {
        isSql: true,
        docs: {
          errors: [
            'not_found',
            'result_expired',
            'result_withdrawn',
            'not_acceptable',
            'result_too_large',
            'rate_limited',
          ],
          example: {
            async of(sample) {
              const { share_id } = await sharedExample(sample);
              return { path: { share_id }, query: { limit: 2 } };
            },
          },
        },
      },
    },
    async (request, reply) => {
      const retryAfterSeconds = opened.add(request.ip);
      if (retryAfterSeconds !== undefined) throw tooMany(limits.sharesPerMinute, retryAfterSeconds);
      const format = formatOf(request);
      const found = await accounts.openShare(request.params.share_id);
      if (found === undefined)
        throw linkGuesses.note(new AppError('not_found', 'Share not found'), request.ip);
      const { share, result } = found;
      if (result === undefined) throw noLongerKept();
      addVary(reply, 'Accept');
      // revoked at once: a cache must ask
      reply.headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' });
      await sendKept(
        reply,
        kept,
        result,
        { ...request.query, format },
        {
          title: share.title,
          description: share.description,
          platform: share.platform,
          query: share.text,
          parameters: share.parameters,
          limit: share.limit,
          snapshot_id: share.snapshotId,
          created_at: share.createdAt.toISOString(),
          expires_at: share.expiresAt?.toISOString() ?? null,
          result_kept_until: result.expiresAt.toISOString(),
        },
      );
      return reply;
    },
  );
}

function tooMany(limit: number, retryAfterSeconds: number): AppError {
  return new AppError(
    'rate_limited',
    'Rate limit exceeded: too many shares were opened from this IP address',
    {
      retryAfterSeconds,
      meta: { policy: 'share', limit, window_seconds: minuteMs / 1_000 },
    },
  );
}
