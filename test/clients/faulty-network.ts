import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FaultyNetwork extends AsyncDisposable {
  /** The base URL for a client: what is sent there reaches the service, with this fault. */
  urlOf(fault: string): string;
  /** Idempotency keys of requests that reached it, by fault, in order. */
  readonly seen: Map<string, (string | undefined)[]>;
}

/** `cut-early` leaves streams whole that begin at this row or later. */
const wholeFrom = 3_000;

/**
 * A proxy before a service. Faults: `none`, `refuse`, `refuse-once`, `lose-answer-once`, `busy-once`, `answer-html`,
 * `cut`, `cut-early` (each stream of a statement that begins before row 3,000).
 * `files` are served beside it, by their paths.
 */
export async function startFaultyNetwork(
  serviceUrl: string,
  files: Readonly<Record<string, { type: string; text: string }>> = {},
): Promise<FaultyNetwork> {
  const target = new URL(serviceUrl);
  const seen = new Map<string, (string | undefined)[]>();
  const server = createServer((incoming, answer) => {
    const file = files[incoming.url ?? ''];
    if (file !== undefined) return void answer.setHeader('content-type', file.type).end(file.text);
    const [, fault = '', ...rest] = (incoming.url ?? '').split('/');
    const key = incoming.headers['idempotency-key'] as string | undefined;
    const before = seen.get(fault) ?? [];
    seen.set(fault, [...before, key]);
    const isFirst = !before.includes(key);
    const offset = Number(/[?&]offset=(\d+)/.exec(incoming.url ?? '')?.[1] ?? wholeFrom);
    if (fault === 'refuse' || (fault === 'refuse-once' && isFirst)) return void incoming.socket.destroy();
    if (fault === 'busy-once' && isFirst) return sendBusy(answer);
    if (fault === 'answer-html') return void answer.end('<html>a page of a captive portal</html>');
    forward(target, `/${rest.join('/')}`, incoming, answer, {
      loses: fault === 'lose-answer-once' && isFirst,
      cutAt: fault === 'cut' ? 50_000 : fault === 'cut-early' && offset < wholeFrom ? 200_000 : undefined,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (fault) => `http://127.0.0.1:${port}/${fault}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  target: URL,
  path: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  { loses, cutAt }: { loses: boolean; cutAt: number | undefined },
): void {
  const headers = { ...incoming.headers, host: target.host };
  // A compressed answer would be shorter than what passes.
  if (cutAt !== undefined) delete headers['accept-encoding'];
  const outgoing = request({
    hostname: target.hostname,
    port: target.port,
    path,
    method: incoming.method ?? 'GET',
    headers,
  });
  outgoing.on('error', () => answer.destroy());
  answer.on('close', () => outgoing.destroy());
  outgoing.on('response', (inner) => {
    if (loses) {
      inner.resume();
      inner.on('end', () => answer.destroy());
      return;
    }
    answer.writeHead(inner.statusCode ?? 502, inner.headers);
    let sent = 0;
    inner.on('data', (part: Buffer) => {
      const isLast = cutAt !== undefined && sent + part.length > cutAt;
      answer.write(isLast ? part.subarray(0, cutAt - sent) : part, () => {
        if (isLast) answer.destroy();
      });
      sent += part.length;
    });
    inner.on('end', () => answer.end());
    inner.on('error', () => answer.destroy());
  });
  incoming.pipe(outgoing);
}

function sendBusy(answer: ServerResponse): void {
  answer.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' });
  const error = {
    code: 'service_unavailable',
    status: 503,
    param: null,
    retryable: true,
    doc_url: '',
    meta: {},
  };
  answer.end(JSON.stringify({ success: false, detail: 'Busy', error, cost: '$0.0000', request_id: 'req_0' }));
}
