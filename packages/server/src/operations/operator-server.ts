import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface OperatorServer extends AsyncDisposable {
  url: string;
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a separate address for the operator, since metrics cover all customers
 * and must not be public.
 */
export async function startOperatorServer(options: {
  host: string;
  port: number;
  metrics: Metrics;
  readiness: () => Promise<Readiness>;
}): Promise<OperatorServer> {
  const { metrics, readiness, host, port } = options;
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    const answer = async () => {
      switch (request.url) {
        case '/metrics':
          return send(response, 200, metrics.registry.contentType, await metrics.text());
        case '/healthz':
          return send(response, 200, 'application/json', '{"status":"ok"}');
        case '/readyz': {
          const ready = await readiness();
          return send(response, ready.isReady ? 200 : 503, 'application/json', JSON.stringify(ready.checks));
        }
        default:
          return send(response, 404, 'text/plain', 'Not Found\n');
      }
    };
    answer().catch(() => response.destroy());
  });
  server.maxConnections = 64;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return {
    url: urlOf(server),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') return '';
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
