import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Workspace } from '../support.ts';
import { videosCsv } from './support.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this machine that answers with `answer`, and the requests that it has seen. */
async function serve(answer: Answer) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const limits = { retryMs: 1, retriesMax: 2, idleMsMax: 20_000 };
const csv = Buffer.from(videosCsv(...Array.from({ length: 5_000 }, (_, i) => i + 1)));

/** The bytes that a request asks for. */
function fromOf({ headers }: IncomingMessage): number {
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
}

test('a cut connection is resumed where it was cut', async () => {
  await using server = await serve((request, response) => {
    const from = fromOf(request);
    const headers = { etag: '"v1"', 'content-length': csv.length - from };
    if (from === 0) response.writeHead(200, headers);
    else {
      const range = `bytes ${from}-${csv.length - 1}/${csv.length}`;
      response.writeHead(206, { ...headers, 'content-range': range });
    }
    // Each answer brings a third at most.
    response.write(csv.subarray(from, from + csv.length / 3), () => {
      if (from + csv.length / 3 >= csv.length) response.end();
      else response.destroy();
    });
  });
  await using space = await Workspace.make();
  const report = await space.add([`${server.url}/videos.csv`], { limits });
  expect(report.files).toMatchObject([{ status: 'added', accepted: 5_000 }]);
  expect(server.seen.length).toBeGreaterThan(2);
  expect(server.seen.slice(1).every(({ headers }) => headers['if-range'] === '"v1"')).toBe(true);
  expect(await readdir(join(space.index, 'staging'))).toEqual([]);
});

/** Answers with at most a share of what is asked for, and then cuts the connection. */
function cutting(content: Buffer, etag: () => string, share: () => number): Answer {
  return (request, response) => {
    const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag();
    const from = isSame ? fromOf(request) : 0;
    const headers = { etag: etag(), 'content-length': content.length - from };
    const range = `bytes ${from}-${content.length - 1}/${content.length}`;
    response.writeHead(from === 0 ? 200 : 206, from === 0 ? headers : { ...headers, 'content-range': range });
    const to = Math.ceil(from + (content.length - from) * share());
    response.write(content.subarray(from, to), () =>
      to === content.length ? response.end() : response.destroy(),
    );
  };
}

test('the next run continues a download that failed, and nothing is left of it', async () => {
  const shares = [0.5];
  const isV1 = () => '"v1"';
  await using server = await serve(cutting(csv, isV1, () => shares.shift() ?? 1));
  await using space = await Workspace.make();
  const once = { limits: { ...limits, retriesMax: 0 } };
  const first = await space.add([`${server.url}/videos.csv`], once);
  expect(first.files).toMatchObject([{ error: { code: 'source_unreachable' } }]);
  const before = server.seen.length;
  const second = await space.add([`${server.url}/videos.csv`], once);
  expect(second.files).toMatchObject([{ status: 'added', accepted: 5_000 }]);
  expect(fromOf(server.seen[before] as IncomingMessage)).toBe(Math.ceil(csv.length / 2) - 1);
  expect(await readdir(join(space.index, 'staging'))).toEqual([]);
});

test('what an earlier run has received of another content is not continued', async () => {
  const [old, changed] = [csv, Buffer.from(videosCsv(...Array.from({ length: 6_000 }, (_, i) => i + 9)))];
  let answer = cutting(
    old,
    () => '"v1"',
    () => 0.5,
  );
  await using server = await serve((request, response) => answer(request, response));
  await using space = await Workspace.make();
  const once = { limits: { ...limits, retriesMax: 0 } };
  await space.add([`${server.url}/videos.csv`], once);
  answer = cutting(
    changed,
    () => '"v2"',
    () => 1,
  );
  const report = await space.add([`${server.url}/videos.csv`], once);
  expect(server.seen.at(-1)?.headers.range).toBeDefined();
  expect(report.files).toMatchObject([{ status: 'added', accepted: 6_000 }]);
});

test('a file that changed, or a server without ranges: the download begins again', async () => {
  let requests = 0;
  await using server = await serve((_request, response) => {
    requests++;
    response.writeHead(200, { etag: `"v${requests}"`, 'content-length': csv.length });
    if (requests > 2) response.end(csv);
    else response.write(csv.subarray(0, 10_000), () => response.destroy());
  });
  await using space = await Workspace.make();
  const report = await space.add([`${server.url}/videos.csv`], { limits });
  expect(report.files).toMatchObject([{ accepted: 5_000 }]);
});

test('what passes is repeated, with the pause that the server asks for; what does not is told', async () => {
  const statuses = [503, 429, 200];
  await using server = await serve(({ url }, response) => {
    if (url === '/busy')
      response.writeHead(statuses.shift() ?? 500, { 'retry-after': '0' }).end(videosCsv(1));
    else if (url === '/none') response.writeHead(404).end();
    else if (url === '/private') response.writeHead(403).end();
    else if (url === '/broken') response.destroy();
    else response.writeHead(302, { location: '/again' }).end();
  });
  await using space = await Workspace.make();
  const paths = ['busy', 'none', 'private', 'broken', 'again'];
  const report = await space.add(
    paths.map((path) => `${server.url}/${path}`),
    { limits },
  );
  expect(report.files.map(({ error, status }) => error?.message.replace(server.url, '') ?? status)).toEqual([
    'added',
    '"/none" cannot be read: the server answers with status 404',
    '"/private" cannot be read: the server answers with status 403',
    '"/broken" cannot be read after 3 attempts: ECONNRESET',
    '"/again" redirects more than 5 times',
  ]);
  expect(report.files.slice(1).every(({ error }) => error?.code === 'source_unreachable')).toBe(true);
});

test('a server that stops sending is left after a time', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('video_id');
  });
  await using space = await Workspace.make();
  const report = await space.add([`${server.url}/slow`], { limits: { ...limits, idleMsMax: 100 } });
  expect(report.files[0]?.error?.message).toMatch(
    /after 3 attempts: (the server sends nothing|no answer within 0.1 s)$/,
  );
});

test('credentials and queries are used and not shown; a redirect to another host does not get them', async () => {
  await using other = await serve((_request, response) => response.end(videosCsv(1)));
  await using server = await serve(({ url }, response) => {
    if (url?.startsWith('/move') === true) response.writeHead(302, { location: `${other.url}/x.csv` }).end();
    else response.writeHead(500).end();
  });
  const address = (path: string) => server.url.replace('//', '//ada:geheim@') + path;
  await using space = await Workspace.make();
  const report = await space.add([address('/move?token=geheim'), address('/fail?token=geheim')], { limits });
  expect(report.files).toMatchObject([{ accepted: 1 }, { error: { code: 'source_unreachable' } }]);
  expect(JSON.stringify([report, await space.tables()])).not.toContain('geheim');
  expect(server.seen[0]?.headers.authorization).toBe(`Basic ${btoa('ada:geheim')}`);
  expect(other.seen[0]?.headers.authorization).toBeUndefined();
});

test('content encodings, a suggested name, archives; a web page is no file', async () => {
  await using server = await serve(({ url }, response) => {
    if (url === '/br')
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(videosCsv(1)));
    else if (url === '/gz')
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(videosCsv(2)));
    else if (url === '/login') response.end('\n<!DOCTYPE html><html></html>');
    else
      response
        .writeHead(200, { 'content-disposition': 'attachment; filename="../export 1.csv"' })
        .end(videosCsv(3));
  });
  await using space = await Workspace.make();
  const report = await space.add(['br', 'gz', 'login', '100%?id=3'].map((path) => `${server.url}/${path}`));
  expect(report.files).toMatchObject([
    { accepted: 1 },
    { accepted: 1 },
    { error: { message: `"${server.url}/login" gives a web page, not a file` } },
    { accepted: 1, name: `${server.url}/100%?…` },
  ]);
});

test('the proxy of the environment is used', async () => {
  await using proxy = await serve((_request, response) => response.end(videosCsv(1)));
  vi.stubEnv('HTTP_PROXY', proxy.url);
  vi.stubEnv('NO_PROXY', '');
  await using space = await Workspace.make();
  const report = await space.add(['http://invented.example/x.csv'], { limits });
  vi.unstubAllEnvs();
  expect(report.files).toMatchObject([{ accepted: 1 }]);
  expect(proxy.seen[0]?.url).toBe('http://invented.example/x.csv');
});

test('a limit of bytes holds with and without a stated length', async () => {
  await using server = await serve(({ url }, response) => {
    if (url === '/stated') response.end(csv);
    else response.write(csv, () => response.end());
  });
  await using space = await Workspace.make();
  const report = await space.add(
    ['stated', 'chunks'].map((path) => `${server.url}/${path}`),
    {
      limits: { ...limits, bytesMax: 1_000 },
    },
  );
  expect(report.files.map(({ error }) => error?.code)).toEqual(['source_limit', 'source_limit']);
});

test('an abort ends a download at once', async () => {
  const cancel = new AbortController();
  await using server = await serve((_request, response) => {
    response.write('video_id,');
    cancel.abort(new Error('stop'));
  });
  await using space = await Workspace.make();
  await expect(space.add([`${server.url}/x`], { signal: cancel.signal })).rejects.toThrow('stop');
  expect(await readdir(join(space.index, 'staging'))).toEqual([]);
});

test('addresses that are no files are refused with the way to mend it', async () => {
  await using space = await Workspace.make();
  const report = await space.add([
    'https://docs.google.com/spreadsheets/d/abc/edit?usp=geheim',
    'https://www.dropbox.com/s/abc/x.csv?dl=0',
    'ftp://example.org/x.csv',
    'http://',
    'file://elsewhere/x.csv',
    's3://',
  ]);
  expect(report.files.map(({ name, error }) => `${name} ${error?.hint}`)).toEqual([
    'https://docs.google.com/spreadsheets/d/abc/edit?… In Google Sheets, choose File > Download > Comma Separated Values, and name the downloaded file.',
    'https://www.dropbox.com/s/abc/x.csv?… Replace "dl=0" in the address with "dl=1".',
    'ftp://example.org/x.csv Download the files, and name them. Read are files, https://, http:// and s3://.',
    'http:// Put an address in quotes, with its "https://".',
    'file://elsewhere/x.csv Download the files, and name them. Read are files, https://, http:// and s3://.',
    's3:// Use s3://BUCKET/KEY, or s3://BUCKET/PREFIX/ for all objects below a prefix.',
  ]);
});
