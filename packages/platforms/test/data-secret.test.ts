import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MediaLinks } from '../src/addons/media-links.ts';
import {
  describeDataSecret,
  openDataSecret,
  retireDataSecrets,
  rotateDataSecret,
  signedForMs,
} from '../src/data-secret.ts';
import { Cursors } from '../src/paging/cursor.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sdq-secret-'));
  path = join(directory, 'data-secret');
});
afterEach(() => rm(directory, { recursive: true }));

const scope = { endpoint: 'photo/feed', keyId: 'key_1', parameters: { username: 'ada' } };
const position = { source: 'index', place: undefined, skip: 3 };

function linkOf(links: MediaLinks) {
  const query = new URLSearchParams(links.sign('shortvideo', '7').path.split('?')[1]);
  const [expires, signature] = [Number(query.get('expires')), query.get('signature') ?? ''];
  return { platform: 'shortvideo', recordId: '7', expires, signature };
}

test('cursors and links stay valid when the secret is replaced under running services', async () => {
  const [one, other] = [await openDataSecret(path), await openDataSecret(path)];
  const cursor = new Cursors(one).write(position, scope);
  const link = linkOf(new MediaLinks(one));
  await rotateDataSecret(path);
  // the one has not looked yet and signs with the former secret; a new service signs with the new one
  const later = new Cursors(await openDataSecret(path));
  for (const text of [cursor, new Cursors(one).write(position, scope), later.write(position, scope)]) {
    expect(new Cursors(other).read(text, scope)).toEqual(position);
    expect(later.read(text, scope)).toEqual(position);
  }
  expect(new MediaLinks(other).isValid(link)).toBe(true);
  expect(await describeDataSecret(path)).toMatchObject({ former: 1, retirableAt: expect.any(Date) });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('retired secrets verify nothing', async () => {
  const cursor = new Cursors(await openDataSecret(path)).write(position, scope);
  await rotateDataSecret(path);
  const created = new Date(Date.now() - signedForMs);
  await utimes(path, created, created);
  expect((await describeDataSecret(path))?.retirableAt?.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await retireDataSecrets(path)).toBe(1);
  const left = new Cursors(await openDataSecret(path));
  expect(() => left.read(cursor, scope)).toThrow('not issued for this list');
});

test('after a crash between the two files nothing is lost, and the command can be repeated', async () => {
  const cursor = new Cursors(await openDataSecret(path)).write(position, scope);
  await writeFile(`${path}.former`, await readFile(path)); // the step before the new secret
  const secrets = await openDataSecret(path);
  expect(new Cursors(secrets).read(cursor, scope)).toEqual(position);
  expect(await describeDataSecret(path)).toMatchObject({ former: 0 });
  for (let i = 0; i < 3; i++) await rotateDataSecret(path);
  expect(new Cursors(secrets).read(cursor, scope)).toEqual(position);
  await expect(rotateDataSecret(path)).rejects.toMatchObject({ code: 'usage_error' });
});

test('a damaged secret is refused with the way to mend it', async () => {
  await writeFile(path, 'short');
  await expect(openDataSecret(path)).rejects.toMatchObject({
    code: 'file_malformed',
    hint: expect.stringContaining('backup'),
  });
});
