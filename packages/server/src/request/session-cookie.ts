import { isIPv4 } from 'node:net';
import { sessionMs } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie of a session; browsers accept this name only with `Secure`, for one host, from that host. */
const hostCookie = '__Host-sdq';
/** The same on loopback addresses, for browsers that take no secure cookie without TLS there. */
const loopbackCookie = 'sdq';

/** A header that a page of another site cannot send without being asked by a CORS preflight, which is not allowed it. */
export const sessionHeader = 'x-requested-with';

/** How a browser reached the service: over TLS, or on a loopback address of its own machine. */
type Way = 'tls' | 'loopback';

/** The public URL of the service, if it has one. */
export interface PublicUrl {
  publicUrl?: string | undefined;
}

/** The secret of the session in a request, if there is one. */
export function sessionSecretOf(request: FastifyRequest): string | undefined {
  const cookies = cookiesOf(request);
  return cookies[hostCookie] ?? (isLoopback(request) ? cookies[loopbackCookie] : undefined);
}

/**
 * Refuses what a page of another site could send: `Sec-Fetch-Site` must be `same-origin`, the host must be one of the
 * service, and unsafe methods need the header `X-Requested-With`. Errors: `session_refused`.
 */
export function checkOrigin(request: FastifyRequest, options: PublicUrl): Way {
  const way = wayOf(request, options);
  if (way === undefined) {
    throw refused(
      isLoopback(request) || request.protocol === 'https'
        ? 'Sessions are refused at this host'
        : `Sessions over plain HTTP are refused at ${request.host}: others on the network could read the cookie`,
      'Use https:// (the operator sets SDQ_BASE_URL, or SDQ_TRUST_PROXY behind a proxy), or a loopback address such as http://127.0.0.1:8080',
    );
  }
  const site = request.headers['sec-fetch-site'];
  if (site !== 'same-origin') {
    throw refused(
      site === undefined
        ? 'A request of a session needs the header Sec-Fetch-Site, which browsers send'
        : `A request of a session must come from a page of this service, not from another one (Sec-Fetch-Site: ${site})`,
      'Programs use an API key instead of a session',
    );
  }
  const { origin } = request.headers;
  if (origin !== undefined && hostOf(origin) !== request.host.toLowerCase()) {
    throw refused('The header Origin names another host than the request', 'Programs use an API key');
  }
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  if (!isSafe && request.headers[sessionHeader] === undefined) {
    throw refused(
      'A request of a session that is not a GET needs the header X-Requested-With',
      'Any value will do: X-Requested-With: console',
    );
  }
  return way;
}

/** Sets the cookie of a session: on loopback both names, of which the browser keeps what it takes. */
export function setSessionCookie(reply: FastifyReply, way: Way, secret: string): void {
  const maxAge = sessionMs / 1_000;
  const cookies = [cookie(hostCookie, secret, maxAge, true)];
  if (way === 'loopback') cookies.push(cookie(loopbackCookie, secret, maxAge, false));
  reply.header('set-cookie', cookies);
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.header('set-cookie', [cookie(hostCookie, '', 0, true), cookie(loopbackCookie, '', 0, false)]);
}

/** Removes the cookie without the prefix from a browser that also sent the one with it. */
export function keepHostCookie(request: FastifyRequest, reply: FastifyReply): void {
  const cookies = cookiesOf(request);
  if (cookies[hostCookie] === undefined || cookies[loopbackCookie] === undefined) return;
  reply.header('set-cookie', cookie(loopbackCookie, '', 0, false));
}

function cookie(name: string, value: string, maxAge: number, secure: boolean): string {
  return stringifySetCookie({ name, value, maxAge, secure, path: '/', httpOnly: true, sameSite: 'strict' });
}

function cookiesOf({ headers }: FastifyRequest): Record<string, string | undefined> {
  return headers.cookie === undefined ? {} : parseCookie(headers.cookie);
}

function wayOf(request: FastifyRequest, { publicUrl }: PublicUrl): Way | undefined {
  if (request.protocol === 'https') return 'tls';
  const isPublic = publicUrl?.startsWith('https://') && hostOf(publicUrl) === request.host.toLowerCase();
  if (isPublic) return 'tls';
  return isLoopback(request) ? 'loopback' : undefined;
}

/** Whether the request names a loopback host, as no name that another site resolves to this machine does. */
function isLoopback({ hostname }: FastifyRequest): boolean {
  const name = hostname.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return (isIPv4(name) && name.startsWith('127.')) || name === '[::1]' || name === '::1';
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

function refused(message: string, hint: string): AppError {
  return new AppError('session_refused', message, { hint });
}
