import { type Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { FuzzRequest } from './requests.ts';

/** An answer that arrived whole. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  trailers: Record<string, string | undefined>;
  /** Decoded. */
  body: Buffer;
}

export interface Keys {
  data: string;
  account: string;
}

/** Sends a request byte by byte as it stands, and waits for all of its answer. */
export async function send(
  url: URL,
  agent: Agent,
  { method, target, headers, body, sender }: FuzzRequest,
  keys: Keys,
): Promise<Answer> {
  // of a DELETE node sends a body without any framing: the next request on the connection would be a part of it
  const framing = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const own = { ...headers, ...framing, ...credentials(sender, keys) };
  return await new Promise((resolve, reject) => {
    const options = { hostname: url.hostname, port: url.port, method, path: target, headers: own, agent };
    const sent = httpRequest(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode: status = 0, headers: received, trailers } = answer;
        const whole = Buffer.concat(parts);
        const coding = method === 'HEAD' || whole.length === 0 ? undefined : received['content-encoding'];
        resolve({ status, headers: received, trailers, body: decoded(whole, coding) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function decoded(body: Buffer, coding: string | undefined): Buffer {
  if (coding === 'gzip') return gunzipSync(body);
  if (coding === 'br') return brotliDecompressSync(body);
  if (coding === 'zstd') return zstdDecompressSync(body);
  return body;
}

function credentials(sender: FuzzRequest['sender'], { data, account }: Keys): Record<string, string> {
  switch (sender) {
    case 'nobody':
      return {};
    case 'data':
      return { authorization: `Bearer ${data}` };
    case 'account':
      return { 'x-api-key': account };
    case 'both':
      return { authorization: `Bearer ${data}`, 'x-api-key': account };
    case 'wrong':
      return { authorization: `Bearer ${data.slice(0, -1)}_` };
    case 'malformed':
      return { authorization: 'Basic Zm9vOmJhcg==' };
  }
}
