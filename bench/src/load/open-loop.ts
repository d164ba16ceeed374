import { Agent, request } from 'node:http';
import type { LoadRequest, RequestClass } from './requests.ts';

/** The result of one request. */
export interface Outcome {
  class: RequestClass;
  /** The HTTP status; 0 when the connection failed. */
  status: number;
  /** The scheduled time in milliseconds from the start of the phase. */
  dueMs: number;
  /**
   * The time from the schedule to the end of the response: a late start counts as latency, as it would for a client (no
   * coordinated omission).
   */
  ms: number;
}

/** The maximum number of concurrent requests. Further ones wait, which counts as latency. */
const socketsMax = 900;
const tickMs = 2;

/** Open-loop load: sends requests at their scheduled times, regardless of whether the previous ones were answered. */
export async function openLoop(options: {
  url: string;
  ratePerSecond: number;
  seconds: number;
  requestOf: (n: number) => LoadRequest;
  signal: AbortSignal;
  onSecond?: (second: number) => void;
}): Promise<Outcome[]> {
  const { url, ratePerSecond, seconds, requestOf, signal } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: socketsMax });
  const outcomes: Outcome[] = [];
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  const total = Math.round(ratePerSecond * seconds);
  let told = 0;
  for (let n = 0; n < total && !signal.aborted; ) {
    const elapsedMs = performance.now() - startedAt;
    for (; n < total && (n * 1_000) / ratePerSecond <= elapsedMs; n++) {
      const dueMs = (n * 1_000) / ratePerSecond;
      const asked = requestOf(n);
      const sent = send(url, agent, asked).then((status) => {
        outcomes.push({ class: asked.class, status, dueMs, ms: performance.now() - startedAt - dueMs });
        running.delete(sent);
      });
      running.add(sent);
    }
    const second = Math.floor(elapsedMs / 1_000);
    if (second > told) {
      told = second;
      options.onSecond?.(second);
    }
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  await Promise.all(running);
  agent.destroy();
  return outcomes;
}

async function send(url: string, agent: Agent, asked: LoadRequest): Promise<number> {
  const { method, path, headers, body } = asked;
  return await new Promise((resolve) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
      response.once('error', () => resolve(0));
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}
