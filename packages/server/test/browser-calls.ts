import { request } from 'node:http';
import type { Accounts } from '@sdq/accounts';
import { type TestService, unlimited } from '../../../test/support/test-service.ts';
import { startService } from '../src/index.ts';

type Headers = Record<string, string | undefined>;

interface Answer {
  status: number;
  cookies: string[];
  headers: NodeJS.Dict<string | string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  body: any;
}

/** What a page of the service sends. */
const page = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'console' };

type Options = Partial<Parameters<typeof startService>[0]> & { accounts: Accounts };

/** What a browser does with a service: requests of its pages, and sign-in. */
export function browserOf(serviceOf: () => TestService) {
  /** A request as a browser sends it, with any Host; undefined leaves a header out. */
  async function call(
    method: string,
    path: string,
    headers: Headers,
    body?: unknown,
    at = serviceOf().service.url,
  ): Promise<Answer> {
    const sent = { ...page, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers };
    const given = Object.entries(sent).filter((each): each is [string, string] => each[1] !== undefined);
    return await new Promise((resolve, reject) => {
      const asked = request(at + path, { method, headers: Object.fromEntries(given) }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const isJson = response.headers['content-type']?.includes('json');
          resolve({
            status: response.statusCode ?? 0,
            cookies: response.headers['set-cookie'] ?? [],
            headers: response.headers,
            body: isJson ? JSON.parse(text) : text,
          });
        });
      });
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  const signIn = (body: object = { key: serviceOf().accountKey }, headers: Headers = {}) =>
    call('POST', '/api/session', headers, body);

  /** The cookies of an answer as a browser sends them back. */
  const sentBack = ({ cookies }: Answer) => cookies.map((each) => each.split(';', 1)[0]).join('; ');

  async function cookieOf(body?: object): Promise<string> {
    return sentBack(await signIn(body)).split('; ')[0] ?? '';
  }

  const sql = (cookie: string, headers: Headers = {}, body: object = {}) =>
    call(
      'POST',
      '/api/shortvideo/sql',
      { cookie, ...headers },
      { query: 'SELECT 1 + play_count AS n FROM videos', limit: 3, ...body },
    );

  async function started(options: Options): Promise<{ url: string } & AsyncDisposable> {
    const { engine } = serviceOf();
    const other = await startService({ engine, host: '127.0.0.1', port: 0, limits: unlimited, ...options });
    return { url: other.url, [Symbol.asyncDispose]: () => other.close() };
  }

  return { call, signIn, sentBack, cookieOf, sql, started };
}
