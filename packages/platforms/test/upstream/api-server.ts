import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as an API's server sees it. */
export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** The text as it came: numbers keep their digits. */
  body: string;
}

export interface ApiAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** An object, or the text itself. */
  body: unknown;
}

/** What goes wrong with the next request. */
export type Fault =
  | ApiAnswer
  | 'html 504'
  | 'truncated body'
  | 'slow headers'
  | 'slow body'
  | 'reset'
  | 'huge body';

export interface ApiServer extends AsyncDisposable {
  url: string;
  /** Calls for data that arrived, faults included, those for tokens not. */
  calls: number;
  tokenCalls: number;
  requests: ApiRequest[];
  /** Taken one by one by the next calls for data. */
  faults: Fault[];
  /** Instead of `faults`: decides about each call. */
  faultOf: (() => Fault | undefined) | undefined;
}

/** Serves an API on a free port of this machine. */
export async function startApiServer(
  answer: (request: ApiRequest) => ApiAnswer,
  isToken: (request: ApiRequest) => boolean = () => false,
): Promise<ApiServer> {
  const server = createServer((incoming, response) => void serve(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const api: ApiServer = {
    url: `http://127.0.0.1:${port}`,
    calls: 0,
    tokenCalls: 0,
    requests: [],
    faults: [],
    faultOf: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { pathname, searchParams } = new URL(incoming.url ?? '/', api.url);
    const request: ApiRequest = {
      method: incoming.method ?? '',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body: Buffer.concat(parts).toString(),
    };
    if (isToken(request)) {
      api.tokenCalls++;
      send(response, answer(request));
      return;
    }
    api.calls++;
    api.requests.push(request);
    const fault = api.faultOf === undefined ? api.faults.shift() : api.faultOf();
    if (fault === undefined) send(response, answer(request));
    else if (typeof fault === 'object') send(response, fault);
    else fail(response, fault);
  }
  return api;
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: ApiAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function fail(response: ServerResponse, fault: Exclude<Fault, ApiAnswer>): void {
  switch (fault) {
    case 'html 504':
      response.writeHead(504, { 'content-type': 'text/html' });
      response.end('<html><body>Gateway Time-out</body></html>');
      return;
    case 'truncated body':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data": [');
      setTimeout(() => response.destroy(), 20);
      return;
    case 'slow headers':
      return; // nothing ever comes
    case 'slow body':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data"');
      return;
    case 'reset':
      response.destroy();
      return;
    case 'huge body':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`"${'x'.repeat(400_000)}"`);
  }
}
