import { writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { makePlace } from '../service/place.ts';
import { startServiceProcess } from '../service/service-process.ts';
import { traceCalls } from './trace-calls.ts';

export interface TraversalResult {
  requests: number;
  byStatus: Record<string, number>;
  /** Requests that were answered with anything but a refusal. */
  taken: string[];
  /** Answers that hold what stands in a file that nobody may read. */
  leaked: number;
  /** Files that the service tried to open and that a request had named; null where that cannot be seen. */
  opened: string[] | null;
}

const secret = 'no caller may ever read this line';
const marker = 'marked-by-the-caller';

/** Ways out of a folder, as they stand in a URL. */
const ways = [
  '..%2f',
  '%2e%2e%2f',
  '%2e%2e/',
  '..%5c',
  '%5c..%5c',
  '..%252f',
  '..%c0%af',
  '..%e0%80%af',
  '..%ef%bc%8f',
  '..%e2%81%84',
  '..%e2%88%95',
  '..%00%2f',
  '%00',
  '%2f',
  '%5c%5c127.0.0.1%5cshare%5c',
  'file:%2f%2f%2f',
  'C:%5c',
  '~%2f',
  '%0a..%2f',
  '....%2f%2f',
];
const targets = [`${marker}`, `${marker}%00.mp4`, 'secret.txt', 'etc%2fpasswd'];

const places = [
  '/api/shortvideo/comments?video_id=',
  '/api/shortvideo/profile?username=',
  '/api/shortvideo/profile?sec_uid=',
  '/api/shortvideo/hashtag?count=5&challenge_id=',
  '/api/network/user-profile?username=',
  '/api/network/company-posts?company_id=',
  '/api/photo/post?code_or_url=',
  '/api/photo/comments?media_id=',
  '/api/micro/post?tweet_id_or_url=',
  '/api/micro/comments?tweet_id=',
  '/api/media/shortvideo/',
  '/api/media/shortvideo/x?expires=99999999999&signature=',
  '/api/requests/',
  '/api/shortvideo/sql/statements/',
  '/docs/',
  '/',
];

/** Ids that lead out of folders are refused, and no file that they name is opened. */
export async function traversal(options: { rounds: number; signal?: AbortSignal }): Promise<TraversalResult> {
  await using place = await makePlace();
  await writeFile(join(dirname(place.index), 'secret.txt'), secret);
  const trace = traceCalls(dirname(place.index));
  const result: TraversalResult = { requests: 0, byStatus: {}, taken: [], leaked: 0, opened: null };
  await using service = await startServiceProcess(place, trace?.wrapper);
  for (let round = 1; round <= options.rounds; round++) {
    for (const path of places) {
      for (const way of ways) {
        for (const target of targets) {
          options.signal?.throwIfAborted();
          const { status, body } = await get(service.url, `${path}${way.repeat(round)}${target}`, place.key);
          result.requests++;
          result.byStatus[status] = (result.byStatus[status] ?? 0) + 1;
          if (status < 400 || status >= 500) result.taken.push(`${status} ${path}${way}${target}`);
          if (body.includes(secret) || body.includes('root:')) result.leaked++;
        }
      }
    }
  }
  if (trace !== null) {
    result.opened = trace
      .calls()
      .filter((call) => /open(?:at2?)?\(/.test(call) && /marked-by-the-caller|passwd|secret\.txt/.test(call));
  }
  return result;
}

/** The path as it stands: `fetch` would resolve its dots. */
async function get(url: string, path: string, key: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  const headers = { authorization: `Bearer ${key}` };
  return await new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body })).on('error', reject);
    });
    sent.on('error', reject).end();
  });
}
