import { z } from 'zod';
import type { App } from '../app.ts';
import { sendJsonText } from '../response/send-envelope.ts';
import type { Services } from '../services.ts';
import { proofPath } from '../siblings/sibling-connection.ts';

/** `GET /siblings/proof`: shows another instance of the service which instance this is. For others it is of no use. */
export function siblingProofRoute(app: App, { siblings }: Services): void {
  app.get(
    proofPath,
    {
      schema: {
        hide: true,
        operationId: 'get_sibling_proof',
        querystring: z.object({ nonce: z.string().regex(/^[0-9a-f]{32}$/) }),
      },
      config: {},
    },
    async (request, reply) => {
      const proof = siblings.signatures.prove(siblings.instance.name, request.query.nonce);
      reply.header('cache-control', 'no-store');
      return sendJsonText(reply, JSON.stringify({ proof }));
    },
  );
}
