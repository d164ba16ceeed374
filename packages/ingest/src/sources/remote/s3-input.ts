import { basename } from 'node:path/posix';
import { AppError } from '@sdq/contract';
import { AwsV4Signer } from 'aws4fetch';
import type { Walk } from '../folder.ts';
import { tooMany } from '../folder.ts';
import type { Bringing, Input } from '../input.ts';
import { leftOut } from '../left-out.ts';
import { readWholeXml } from '../read-xml.ts';
import type { SourceLimits } from '../source-limits.ts';
import { download } from './download.ts';
import { type Asking, ask, type Headers, repeated } from './request.ts';
import { readS3Access, type S3Access } from './s3-credentials.ts';

interface S3Address {
  readonly bucket: string;
  readonly key: string;
}

/**
 * The objects of `s3://bucket/key`, or of `s3://bucket/prefix/` by key. Errors: `usage_error`, `source_unreachable`,
 * `source_limit`.
 */
export async function s3Inputs(address: string, walk: Walk): Promise<Input[]> {
  const { bucket, key } = parse(address);
  const access = await readS3Access(process.env);
  if (key !== '' && !key.endsWith('/')) {
    return [objectInput({ bucket, key }, access, { label: basename(key), origin: address, isNamed: true })];
  }
  const folder = basename(key) || bucket;
  const inputs: Input[] = [];
  for (const found of await listObjects({ bucket, key }, access, walk)) {
    const path = found.key.slice(key.length);
    const reason = reasonOf(found, path);
    if (found.key.endsWith('/')) continue;
    if (reason !== undefined) walk.skips.add({ name: `s3://${bucket}/${found.key}`, reason });
    else {
      const given = { label: `${folder}/${path}`, origin: address, isNamed: false, bytes: found.bytes };
      inputs.push(objectInput({ bucket, key: found.key }, access, given));
    }
  }
  return inputs;
}

function parse(address: string): S3Address {
  const [, bucket, key = ''] = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,254})(?:\/(.*))?$/is.exec(address) ?? [];
  if (bucket !== undefined) return { bucket, key };
  throw new AppError('usage_error', `"${address}" is not the address of an object`, {
    hint: 'Use s3://BUCKET/KEY, or s3://BUCKET/PREFIX/ for all objects below a prefix.',
  });
}

function objectInput(
  address: S3Address,
  access: S3Access,
  given: Pick<Input, 'label' | 'origin' | 'isNamed'> & { readonly bytes?: number },
): Input {
  const name = `s3://${address.bucket}/${address.key}`;
  const local = async (bringing: Bringing) => {
    const { path } = await download(addressOf(address, access), bringing, askingFor(name, access, bringing));
    return { path };
  };
  return { name, kind: 's3', bytes: undefined, ...given, local };
}

/** Amazon's servers have a name for each bucket; others, and names with dots, have the bucket in the path. */
function addressOf({ bucket, key }: S3Address, { endpoint, region }: S3Access): URL {
  const path = key.split('/').map(encode).join('/');
  if (endpoint !== undefined) return new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}/${path}`);
  return bucket.includes('.')
    ? new URL(`https://s3.${region}.amazonaws.com/${bucket}/${path}`)
    : new URL(`https://${bucket}.s3.${region}.amazonaws.com/${path}`);
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function askingFor(
  name: string,
  access: S3Access,
  { limits, signal }: { readonly limits: SourceLimits; readonly signal: AbortSignal | undefined },
): Asking {
  const isSigned = access.credentials !== undefined;
  const host = access.endpoint === undefined ? undefined : new URL(access.endpoint).host;
  const isKnown = (url: URL) =>
    host === undefined ? url.host.endsWith('.amazonaws.com') : url.host === host;
  return {
    name,
    limits,
    signal,
    headersFor: async (url, headers) => (isKnown(url) ? await signed(url, headers, access) : headers),
    hintOf: (status) => {
      if (status === 301 || status === 400) return 'Set AWS_REGION to the region of the bucket.';
      if (status === 404) return 'Check the bucket and the key; a prefix ends with "/".';
      if (status !== 401 && status !== 403) return undefined;
      return isSigned
        ? 'Check that these credentials may read the object, and that it is not archived.'
        : 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.';
    },
  };
}

async function signed(url: URL, headers: Headers, { credentials, region }: S3Access): Promise<Headers> {
  if (credentials === undefined) return headers;
  const signer = new AwsV4Signer({
    method: 'GET',
    url: url.href,
    headers,
    service: 's3',
    region,
    ...credentials,
  });
  return Object.fromEntries((await signer.sign()).headers);
}

interface FoundObject {
  readonly key: string;
  readonly bytes: number;
  readonly storageClass: string;
}

function reasonOf({ bytes, storageClass }: FoundObject, path: string): string | undefined {
  if (/^(GLACIER|DEEP_ARCHIVE)$/.test(storageClass))
    return 'an archived object, which has to be restored first';
  return leftOut(path) ?? (bytes === 0 ? 'an empty file' : undefined);
}

/** All objects below a prefix, by key. */
async function listObjects(
  { bucket, key }: S3Address,
  access: S3Access,
  { limits, signal }: Walk,
): Promise<FoundObject[]> {
  const name = `s3://${bucket}/${key}`;
  const asking = askingFor(name, access, { limits, signal });
  const objects: FoundObject[] = [];
  let token: string | undefined;
  do {
    const url = addressOf({ bucket, key: '' }, access);
    const query = {
      'list-type': '2',
      prefix: key,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    url.search = Object.entries(query)
      .map(([field, value]) => `${field}=${encode(value)}`)
      .join('&');
    const page = await repeated(asking, async () => await readPage(await ask(url, {}, asking)));
    objects.push(...page.objects);
    token = page.token;
    if (objects.length > limits.entriesMax) throw tooMany(name, limits.entriesMax);
  } while (token !== undefined);
  return objects.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function readPage(
  content: AsyncIterable<Uint8Array>,
): Promise<{ objects: FoundObject[]; token?: string }> {
  const objects: FoundObject[] = [];
  let fields: Record<string, string> = {};
  let [text, token] = ['', ''];
  await readWholeXml(content, {
    open(tag) {
      if (tag === 'Contents') fields = {};
      text = '';
    },
    text(part) {
      text += part;
    },
    close(tag) {
      fields[tag] = text;
      if (tag === 'NextContinuationToken') token = text;
      if (tag !== 'Contents') return;
      const { Key = '', Size = '0', StorageClass = '' } = fields;
      objects.push({ key: Key, bytes: Number(Size), storageClass: StorageClass });
    },
  });
  return { objects, ...(token !== '' && { token }) };
}
