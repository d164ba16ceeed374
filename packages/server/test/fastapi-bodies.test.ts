import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

/** Method, path, content type, body, status, and the text of a 422. See fastapi/write-bodies.py. */
type Row = [string, string, string | null, string | null, number, string | null];

const rows = readFileSync(new URL('fastapi/bodies.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

const oneOfTwo = /^\{"detail":\[\{"type":"value_error","loc":\["query"\],"msg":"Value error, provide either /;

let service: TestService;
/** Of a request and of the two answers that differ. */
const lengthShown = 400;

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  agent.destroy();
  await service[Symbol.asyncDispose]();
});

/** Sends a path as it stands: `fetch` would mend it first. */
async function send([method, path, contentType, body]: Row): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(service.service.url);
  const key: Record<string, string> = path.startsWith('/api/users')
    ? { 'x-api-key': service.accountKey }
    : { authorization: `Bearer ${service.key}` };
  const headers = { ...key, ...(contentType !== null && { 'content-type': contentType }) };
  return await new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(body ?? '');
  });
}

test('each faulty request is answered as a real FastAPI answered it, byte for byte', async () => {
  expect(rows.length).toBeGreaterThan(600);
  const differences: object[] = [];
  for (const row of rows) {
    const [method, path, , body, status, expected] = row;
    const { status: actual, text } = await send(row);
    // what FastAPI takes may still be unknown here, or lack what a single parameter does not tell
    const isSame =
      status === 422 ? actual === 422 && text === expected : actual !== 422 || oneOfTwo.test(text);
    if (!isSame)
      differences.push({
        request: `${method} ${path} ${body}`.slice(0, lengthShown),
        expected: `${status} ${expected}`.slice(0, lengthShown),
        actual: `${actual} ${text}`.slice(0, lengthShown),
      });
  }
  expect(differences).toEqual([]);
});
