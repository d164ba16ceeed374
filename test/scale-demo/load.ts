import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** What came of the requests of a load. */
export interface LoadFigures {
  /** Requests that were answered as they should be. */
  requests: number;
  /** Requests with any other answer, or none. */
  failed: number;
  /** Of the requests: pages and statements, which the other replica may hold. */
  held: number;
  /** Of those: their replica had ended, which a caller is told (410), and asks anew. */
  ended: number;
  /** What went wrong, each kind once. */
  failures: string[];
}

/** A charge that a caller was told of, by the request. */
export type Told = Map<string, number>;

export interface Load {
  readonly figures: LoadFigures;
  readonly told: Told;
  /** Settles when the last request is answered. */
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  body: {
    data?: { cursor?: string | null; statement_id?: string; rows?: unknown[] };
    cost?: string;
    request_id?: string;
    error?: { code?: string };
  };
}

export interface LoadOptions {
  readonly url: string;
  readonly key: string;
  readonly clients: number;
  /** Asks for nothing that a replica holds. */
  readonly isPlain?: boolean;
}

/** Clients that ask one question after the other, without a pause, until they are stopped. */
export function startLoad({ url, key, clients, isPlain = false }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const figures: LoadFigures = { requests: 0, failed: 0, held: 0, ended: 0, failures: [] };
  const told: Told = new Map();
  let isStopped = false;
  const note = (what: string, { status, body }: Answer, mayEnd: boolean): boolean => {
    if (body.request_id !== undefined && body.cost !== undefined)
      told.set(body.request_id, Math.round(Number(body.cost.slice(1)) * 10_000));
    figures.requests++;
    if (mayEnd) figures.held++;
    if (status === 200) return true;
    if (mayEnd && status === 410 && body.error?.code === 'result_expired') {
      figures.ended++;
      return false;
    }
    figures.requests--;
    figures.failed++;
    const failure = `${what}: HTTP ${status} ${body.error?.code ?? ''}`.trim();
    if (!figures.failures.includes(failure) && figures.failures.length < 20) figures.failures.push(failure);
    return false;
  };
  const ask = async (what: string, method: string, path: string, body?: object, mayEnd = false) => {
    const answer = await send(agent, { url: url + path, method, key, body }).catch(
      (error: NodeJS.ErrnoException): Answer => ({
        status: 0,
        body: { error: { code: error.code ?? error.message } },
      }),
    );
    return note(what, answer, mayEnd) ? answer.body.data : undefined;
  };
  const run = async (client: number) => {
    for (let at = client; !isStopped; at++) {
      const query = `SELECT video_id, author, play_count FROM videos WHERE play_count > ${at * 7} ORDER BY video_id`;
      const asked = { query, limit: 3 + (at % 5) };
      switch (isPlain ? 2 + (at % 2) : at % 4) {
        case 0: {
          const first = await ask('query', 'POST', sql, asked);
          const cursor = first?.cursor;
          if (cursor != null) await ask('page', 'POST', sql, { ...asked, cursor }, true);
          break;
        }
        case 1: {
          const begun = await ask('statement', 'POST', sql, { ...asked, wait_timeout_ms: 10_000 });
          const id = begun?.statement_id;
          if (id !== undefined) await ask('result', 'GET', `${sql}/statements/${id}`, undefined, true);
          break;
        }
        case 2:
          await ask('count', 'POST', sql, { query: 'SELECT count(*) AS n FROM videos' });
          break;
        default:
          await ask('query', 'POST', sql, asked);
      }
      await pause(5);
    }
  };
  const running = Array.from({ length: clients }, (_, client) => run(client));
  return {
    figures,
    told,
    async stop() {
      isStopped = true;
      await Promise.all(running);
      agent.destroy();
    },
  };
}

export const sql = '/api/shortvideo/sql';

/** `fetch` repeats some requests by itself; here each is sent once. */
async function send(
  agent: Agent,
  { url, method, key, body }: { url: string; method: string; key: string; body?: object | undefined },
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    'content-length': String(Buffer.byteLength(text)),
  };
  return await new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent, timeout: 60_000 }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const content = Buffer.concat(parts).toString();
        try {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(content) as Answer['body'] });
        } catch {
          resolve({ status: response.statusCode ?? 0, body: { error: { code: content.slice(0, 60) } } });
        }
      });
    });
    asking.once('error', reject);
    asking.once('timeout', () => asking.destroy(new Error('no answer in 60 s')));
    asking.end(text);
  });
}
