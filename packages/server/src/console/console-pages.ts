import type { Accounts } from '@sdq/accounts';
import { AppError } from '@sdq/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { addVary } from '../response/compress-answer.ts';
import { acceptedCoding } from '../response/content-coding.ts';
import { type ConsoleFile, compressFile, readConsoleFiles } from './console-files.ts';

/**
 * A page of the console loads scripts and styles from this service only, none of them inline, and text cannot become
 * markup: Trusted Types refuse it. `blob:` is for charts that are drawn into a picture to be downloaded.
 */
const policy = (frameAncestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const pageHeaders = {
  'content-security-policy': policy("'none'"),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cache-control': 'no-cache',
};

/** The names of built files change with their content. */
const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };

/**
 * Serves the console below `/console/`, its pages of shared queries at `/q/{share_id}`, and leads browsers from `/` there.
 * Errors: `usage_error` when it is not built.
 */
export async function addConsole(
  app: App,
  directory: string,
  accounts: Pick<Accounts, 'openShare'>,
): Promise<void> {
  const files = await readConsoleFiles(directory);
  const page = files.get('index.html');
  const compressed = new Map<string, Promise<Buffer>>();

  const send = async (request: FastifyRequest, reply: FastifyReply, file: ConsoleFile | undefined) => {
    if (file === undefined) throw notFound();
    reply.headers({ 'content-type': file.type, etag: file.tag });
    addVary(reply, 'Accept-Encoding');
    if (request.headers['if-none-match'] === file.tag) return reply.code(304).send();
    const coding = acceptedCoding(request.headers['accept-encoding']);
    if (coding === undefined) return reply.send(file.body);
    const key = `${coding} ${file.tag}`;
    const body = compressed.get(key) ?? compressFile(file.body, coding);
    compressed.set(key, body);
    return reply.header('content-encoding', coding).send(await body);
  };
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.headers(pageHeaders), page);

  const hidden = { schema: { hide: true } };
  app.get('/', hidden, async (request, reply) => {
    const isBrowser = /\btext\/html\b/.test(request.headers.accept ?? '');
    if (!isBrowser) throw notFound();
    return reply.redirect('/console/');
  });
  app.get('/console', hidden, async (_request, reply) => reply.redirect('/console/'));
  app.get('/console/assets/:name', hidden, (request, reply) => {
    const { name } = request.params as { name: string };
    return send(request, reply.headers(assetHeaders), files.get(`assets/${name}`));
  });
  app.get('/console/', hidden, sendPage);
  app.get('/console/:page', hidden, sendPage);
  app.get('/q/:share_id', hidden, async (request, reply) => {
    const { share_id: shareId } = request.params as { share_id: string };
    const hosts = (await accounts.openShare(shareId))?.share.embedHosts ?? [];
    reply.header('x-robots-tag', 'noindex');
    if (hosts.length === 0) return await sendPage(request, reply);
    // older than frame-ancestors, which it would contradict
    reply.removeHeader('x-frame-options');
    reply.headers({ ...pageHeaders, 'content-security-policy': policy(hosts.join(' ')) });
    return await send(request, reply, page);
  });
}

const notFound = () => new AppError('route_not_found', 'Not Found');
