import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Whether a request is signed with these credentials, as version 4 of the specification describes it. */
export function isSigned(
  { method, url = '', headers }: IncomingMessage,
  credentials: { readonly accessKeyId: string; readonly secretAccessKey: string },
): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, key, day = '', region = '', names = '', signature] =
    pattern.exec(headers.authorization ?? '') ?? [];
  if (key !== credentials.accessKeyId) return false;
  const [path = '', search = ''] = url.split('?');
  const canonical = [
    method,
    path,
    search
      .split('&')
      .filter((each) => each !== '')
      .map((each) => (each.includes('=') ? each : `${each}=`))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const signing = hmac(
    hmac(hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), region), 's3'),
    'aws4_request',
  );
  return hmac(signing, text).toString('hex') === signature;
}
