import { type LookupAddress, lookup as lookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

const timeoutMs = 10_000;

/** Private and reserved address ranges: requests to them could reach the operator's network (SSRF). */
const privateAddresses = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(address, prefix, 'ipv4');
}
for (const [address, prefix] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(address, prefix, 'ipv6');
}

export interface PostOptions {
  headers: Record<string, string>;
  body: string;
  /** Allows `http:` and private addresses, for operators who trust their customers. */
  allowPrivate: boolean;
}

/** Whether a webhook URL is allowed; the addresses that its host name resolves to are checked at each call. */
export function isPostable(text: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (allowPrivate) return ['http:', 'https:'].includes(url.protocol);
  return url.protocol === 'https:' && !isPrivate(url.hostname.replace(/^\[|\]$/g, ''));
}

/**
 * Posts JSON; returns the response status. Redirects are not followed, the response body is not read, and the address
 * is checked after the host name is resolved and before the connection is opened.
 */
export async function postWebhook(url: string, options: PostOptions): Promise<number> {
  if (!isPostable(url, options.allowPrivate)) throw new Error('The webhook URL is not allowed');
  const { protocol } = new URL(url);
  const request = protocol === 'https:' ? httpsRequest : httpRequest;
  return await new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(options.body),
        'user-agent': 'sdq-webhooks/1',
        ...options.headers,
      },
      ...(!options.allowPrivate && { lookup: lookupPublic }),
    });
    call.on('response', (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end(options.body);
  });
}

function isPrivate(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return address === 'localhost' || address.endsWith('.localhost');
  return privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

type Callback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Resolves a name to public addresses only. */
function lookupPublic(hostname: string, options: { all?: boolean | undefined }, callback: Callback): void {
  lookupAddress(hostname, { all: true }, (error, addresses) => {
    const found = (addresses ?? []).filter(({ address }) => !isPrivate(address));
    const [first] = found;
    if (error !== null || first === undefined) {
      callback(error ?? new Error('The host name has no public address'), '');
    } else if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
}
