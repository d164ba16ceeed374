import { createServer } from 'node:net';
import { builtInPlatforms } from '@sdq/catalog';
import { endpointsByPath } from '@sdq/catalog/define';
import { expect, test } from 'vitest';
import { startSampleService } from '../support/sample-service.ts';

/** Addresses of posts are read, not visited: exact hosts, exact paths. */

const endpoints = endpointsByPath(builtInPlatforms);
const read = (endpoint: string, query: Record<string, string>) =>
  endpoints.get(endpoint)?.query.safeParse(query).data as Record<string, unknown> | undefined;
const photo = (code_or_url: string) => read('photo/post', { code_or_url })?.code_or_url;
const micro = (tweet_id_or_url: string) => read('micro/post', { tweet_id_or_url })?.tweet_id_or_url;

test('every form of address leads to its id', () => {
  for (const address of [
    'C--CfWPgAA1',
    ' C--CfWPgAA1 ',
    'https://www.instagram.com/p/C--CfWPgAA1/',
    'https://instagram.com/p/C--CfWPgAA1',
    'http://www.instagram.com/reel/C--CfWPgAA1/?utm_source=x#y',
    'https://www.instagram.com/reels/C--CfWPgAA1/',
    'https://www.instagram.com/tv/C--CfWPgAA1/',
    'https://www.instagram.com/some.body/p/C--CfWPgAA1/',
    'instagram.com/p/C--CfWPgAA1',
    'HTTPS://WWW.INSTAGRAM.COM/p/C--CfWPgAA1/',
    'https://instagr.am/p/C--CfWPgAA1/',
  ]) {
    expect([address, photo(address)]).toEqual([address, 'C--CfWPgAA1']);
  }
  for (const address of [
    '1810359645500345198',
    'https://x.com/some_body/status/1810359645500345198',
    'https://twitter.com/some_body/status/1810359645500345198?s=20',
    'https://mobile.twitter.com/some_body/status/1810359645500345198/photo/1',
    'https://x.com/i/web/status/1810359645500345198',
    'twitter.com/i/status/1810359645500345198',
  ]) {
    expect([address, micro(address)]).toEqual([address, '1810359645500345198']);
  }
});

/** Ways to make one host look like another; `{}` is the host that is wanted. */
const disguises = [
  'https://{}.evil.example/p/C--CfWPgAA1/',
  'https://evil.example/{}/p/C--CfWPgAA1/',
  'https://{}@evil.example/p/C--CfWPgAA1/',
  'https://user:pass@{}/p/C--CfWPgAA1/',
  'https://{}:8443/p/C--CfWPgAA1/',
  'https://{}\\@evil.example/p/C--CfWPgAA1/',
  'https://evil.example\\{}/p/C--CfWPgAA1/',
  'https://evil{}/p/C--CfWPgAA1/',
  'https://{}./p/C--CfWPgAA1/',
  'ftp://{}/p/C--CfWPgAA1/',
  'file://{}/p/C--CfWPgAA1/',
  'javascript://{}/p/C--CfWPgAA1/',
  '//{}/p/C--CfWPgAA1/',
  'https://{}/p/..%2f..%2fetc/',
  'https://{}/p/C--CfWPgAA1%00/',
  'https://{}/p/C--Cf WPgAA1/',
  'https://{}/explore/C--CfWPgAA1/',
  'https://{}/p/C--CfWPgAA1/x/y/',
  'https://ınstagram.com/p/C--CfWPgAA1/',
  'https://169.254.169.254/p/C--CfWPgAA1/',
  'https://[::1]/p/C--CfWPgAA1/',
  'https://0x7f.1/p/C--CfWPgAA1/',
  'https://2130706433/p/C--CfWPgAA1/',
  'https://localhost/p/C--CfWPgAA1/',
  'http://127.0.0.1/p/C--CfWPgAA1/',
];

test('no other host, port, user or path passes', () => {
  for (const host of ['www.instagram.com', 'instagram.com', 'x.com', 'twitter.com']) {
    for (const disguise of disguises) {
      const address = disguise.replace('{}', host);
      expect([address, photo(address)]).toEqual([address, undefined]);
      const post = address.replace('/p/C--CfWPgAA1', '/a/status/1810359645500345198');
      expect([post, micro(post)]).toEqual([post, undefined]);
    }
  }
});

test('nothing is connected to', async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  await using service = await startSampleService();
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `www.instagram.com@127.0.0.1:${port}`]) {
    const { status } = await service.get('photo/post', { code_or_url: `http://${host}/p/C--CfWPgAA1/` });
    expect(status).toBe(422);
  }
  const { status } = await service.get('photo/post', {
    code_or_url: 'https://www.instagram.com/p/AAAAAAAAAAA/',
  });
  expect(status).toBe(404);
  expect(connections).toBe(0);
  await new Promise((resolve) => listener.close(resolve));
});
