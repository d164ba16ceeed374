import { z } from 'zod';
import type { App } from '../app.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';

const mirrorBody = z.object({
  store: z.string().meta({ description: 'Address of the object store that the index mirrors.' }),
  lag_seconds: z
    .number()
    .meta({ description: 'Seconds for which the store has had a snapshot that is not here; 0 when it is.' }),
  bytes_behind: z.number().int(),
  bytes_later: z.number().int().meta({
    description:
      'Bytes of the snapshot that is here that are still to be fetched: queries that read them wait.',
  }),
  checked_seconds_ago: z.number().meta({ description: 'Seconds since the store answered the last time.' }),
});

/** `GET /healthz`: whether the process responds (liveness), and how far a mirror is behind; dependencies are not checked. */
export function healthRoute(app: App, { mirror }: Services): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'get_health',
        tags: ['service'],
        summary: 'Check whether the process responds',
        response: { 200: z.object({ status: z.literal('ok'), mirror: mirrorBody.optional() }) },
      },
      config: { docs: { example: {} } },
    },
    async (_request, reply) => {
      if (mirror === undefined) return sendJsonText(reply, '{"status":"ok"}');
      const { address, lagSeconds, bytesBehind, bytesLater, checkedSecondsAgo } = mirror();
      const figures = {
        store: address,
        lag_seconds: tenths(lagSeconds),
        bytes_behind: bytesBehind,
        bytes_later: bytesLater,
        checked_seconds_ago: tenths(checkedSecondsAgo),
      };
      return sendJsonText(reply, JSON.stringify({ status: 'ok', mirror: figures }));
    },
  );
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
