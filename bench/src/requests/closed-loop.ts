import { Agent, request } from 'node:http';
import type { ShortRequest } from './kinds.ts';

export interface ClosedLoopOptions {
  readonly url: string;
  readonly key: string;
  readonly clients: number;
  readonly signal: AbortSignal;
}

export interface ClosedLoopFigures {
  readonly seconds: number;
  /** Milliseconds from the request to the last byte of its answer. */
  readonly latencies: readonly number[];
}

/** Sends requests over a few connections, each as soon as the one before is answered. Errors: any answer but 200. */
export async function closedLoop(
  options: ClosedLoopOptions,
  requests: readonly ShortRequest[],
): Promise<ClosedLoopFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
  const latencies: number[] = [];
  const startedAt = performance.now();
  let next = 0;
  const client = async () => {
    for (let asked = requests[next++]; asked !== undefined; asked = requests[next++]) {
      options.signal.throwIfAborted();
      const sentAt = performance.now();
      await send(options, agent, asked);
      latencies.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.clients }, client));
    return { seconds: (performance.now() - startedAt) / 1_000, latencies };
  } finally {
    agent.destroy();
  }
}

async function send({ url, key }: ClosedLoopOptions, agent: Agent, asked: ShortRequest): Promise<void> {
  const { method, path, body } = asked;
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  await new Promise<void>((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else
          reject(
            new Error(`${path} was answered ${response.statusCode}: ${Buffer.concat(parts).toString()}`),
          );
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
