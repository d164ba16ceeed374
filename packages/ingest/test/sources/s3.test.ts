import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { Workspace } from '../support.ts';
import { leftOut, outcomes, videosCsv } from './support.ts';

const accessKeyId = 'INVENTEDKEY';
const secret = 'invented/secret+key';
const region = 'eu-north-1';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Whether a request has the signature (version 4) of the invented key, as the specification describes it. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, key, day = '', where = '', names = '', signature] =
    pattern.exec(headers.authorization ?? '') ?? [];
  if (key !== accessKeyId || where !== region) return false;
  const [path = '', search = ''] = url.split('?');
  const canonical = [
    method,
    path,
    search.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${where}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const signing = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), where), 's3'), 'aws4_request');
  return names.split(';').includes('host') && hmac(signing, text).toString('hex') === signature;
}

/** A server of the bucket `dumps` that wants signatures and lists two objects a page. */
async function serve(objects: Readonly<Record<string, string>>) {
  const keys = Object.keys(objects).sort();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    if (!isSigned(request)) response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    else if (url.pathname === '/dumps/') {
      const from = Number(url.searchParams.get('continuation-token') ?? 0);
      const found = keys.filter((key) => key.startsWith(url.searchParams.get('prefix') ?? ''));
      const contents = found.slice(from, from + 2).map((key) => {
        const kind = key.includes('cold') ? 'DEEP_ARCHIVE' : 'STANDARD';
        return `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><Size>${objects[key]?.length}</Size><StorageClass>${kind}</StorageClass></Contents>`;
      });
      const next =
        from + 2 < found.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
      response.end(
        `<?xml version="1.0"?><ListBucketResult xmlns="x">${contents.join('')}${next}</ListBucketResult>`,
      );
    } else {
      const object = objects[decodeURIComponent(url.pathname.replace('/dumps/', ''))];
      if (object === undefined) response.writeHead(404).end();
      else response.end(object);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const objects = {
  'may/a & b (1).csv': videosCsv(1),
  'may/cold.csv': videosCsv(9),
  'may/deep/c+d.csv': videosCsv(2),
  'may/clip.mp4': 'x',
  'may/empty.csv': '',
  'may/': '',
  'june/e.csv': videosCsv(3),
};

function configure(values: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', '/nonexistent');
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
}

afterEach(() => void vi.unstubAllEnvs());

test('an object and a prefix, signed; names with special characters; several pages', async () => {
  await using server = await serve(objects);
  await using space = await Workspace.make();
  configure({
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_REGION: region,
    AWS_ENDPOINT_URL: `${server.endpoint}/`,
  });
  const report = await space.add([
    's3://dumps/may/',
    's3://dumps/june/e.csv',
    's3://dumps/none.csv',
    's3://dumps/none/',
  ]);
  expect(outcomes(report, space.root)).toEqual([
    's3://dumps/may/a & b (1).csv: added',
    's3://dumps/may/deep/c+d.csv: added',
    's3://dumps/june/e.csv: added',
    's3://dumps/none.csv: source_unreachable',
    's3://dumps/none/: file_missing',
  ]);
  expect(leftOut(report, space.root)).toEqual([
    's3://dumps/may/clip.mp4: a video',
    's3://dumps/may/cold.csv: an archived object, which has to be restored first',
    's3://dumps/may/empty.csv: an empty file',
  ]);
  expect(report.files[3]?.error?.hint).toBe('Check the bucket and the key; a prefix ends with "/".');
});

test('keys of a profile; wrong and missing keys are told with the way to mend it', async () => {
  await using server = await serve(objects);
  await using space = await Workspace.make();
  const keys = `[default]\naws_access_key_id = OTHER\naws_secret_access_key = other\n\n[work]\naws_access_key_id=${accessKeyId}\naws_secret_access_key=${secret}\n`;
  const config = `[profile work]\nregion = ${region}\nendpoint_url = ${server.endpoint}\n[profile sso]\nsso_session = x\n`;
  const files = {
    AWS_SHARED_CREDENTIALS_FILE: await space.write('credentials', keys),
    AWS_CONFIG_FILE: await space.write('config', config),
  };
  const address = 's3://dumps/june/e.csv';
  configure({ ...files, AWS_PROFILE: 'work' });
  expect(outcomes(await space.add([address]), space.root)).toEqual([`${address}: added`]);
  const outcome = async (environment: Readonly<Record<string, string>>) => {
    configure(environment);
    const { error } = (await space.add([address])).files[0] ?? {};
    return `${error?.code}: ${error?.hint}`;
  };
  const there = { AWS_ENDPOINT_URL: server.endpoint, AWS_REGION: region };
  expect(await outcome({ ...files, ...there })).toMatch(/^source_unreachable: Check that these credentials/);
  expect(await outcome(there)).toBe(
    'source_unreachable: Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.',
  );
  expect(await outcome({ ...files, AWS_PROFILE: 'none' })).toBe(
    'usage_error: Check AWS_PROFILE and the files in ~/.aws.',
  );
  expect(await outcome({ ...files, AWS_PROFILE: 'sso' })).toContain('aws configure export-credentials');
});
