import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import type { App } from '../app.ts';
import { secretOf } from '../request/credentials.ts';

/** Answers MCP's streamable HTTP: a request, and the API key of its caller. */
export type McpAnswer = (request: Request, apiKey: string) => Promise<Response>;

/** Headers of the protocol that its answers read. */
const readHeaders = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
];

/**
 * `POST /mcp`: the Model Context Protocol. It authenticates as a data endpoint does, and what an agent asks is sent to
 * this service again with its key: every limit and price of the key holds. No operation of the OpenAPI document.
 */
export function addMcp(app: App, answer: McpAnswer, baseUrl: () => string): void {
  app.post(
    '/mcp',
    { schema: { hide: true, body: z.unknown() }, config: { access: 'data', needsKey: true } },
    async (request, reply) => {
      const headers = new Headers();
      for (const name of readHeaders) {
        const value = request.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      const inner = new Request(`${baseUrl()}/mcp`, {
        method: 'POST',
        headers,
        body: request.bodyText ?? '',
        signal: left.signal,
      });
      const response = await answer(inner, secretOf(request));
      reply.code(response.status);
      response.headers.forEach((value, name) => {
        if (name !== 'content-length') reply.header(name, value);
      });
      return reply.send(
        response.body === null ? '' : Readable.fromWeb(response.body as unknown as ReadableStream),
      );
    },
  );
}
