import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { FaultSource } from './faults.ts';
import { isSigned } from './signature.ts';

interface Stored {
  readonly content: Buffer;
  readonly etag: string;
  readonly modifiedAt: Date;
}

interface Upload {
  readonly key: string;
  readonly initiated: Date;
  readonly parts: Map<number, Stored>;
}

export interface StoreOptions {
  /** Whether If-Match and If-None-Match of writes are heeded; true. */
  readonly hasConditions?: boolean;
  readonly seed?: number;
  /** How far the store's clock is ahead of this machine's, in milliseconds. */
  readonly clockSkewMs?: number;
  /** Credentials that requests have to be signed with; none: any request is taken. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly port?: number;
}

/** Keys of a page of a list. */
const pageKeys = 100;

/**
 * An object store that speaks the protocol of S3, in memory: objects, ranges, lists, conditional writes, uploads in parts,
 * signatures; with faults on demand. One bucket for each first part of a path.
 */
export class ObjectStoreServer implements AsyncDisposable {
  readonly objects = new Map<string, Stored>();
  readonly faults: FaultSource;
  /** Requests by what was asked for. */
  readonly requests: Record<string, number> = {};
  /** Bytes of objects that were sent to readers. */
  sentBytes = 0;
  readonly #uploads = new Map<string, Upload>();
  readonly #previous = new Map<string, Stored>();
  readonly #options: StoreOptions;
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  private constructor(options: StoreOptions) {
    this.#options = options;
    this.faults = new FaultSource(options.seed ?? 1);
  }

  static async start(options: StoreOptions = {}): Promise<ObjectStoreServer> {
    const store = new ObjectStoreServer(options);
    await new Promise<void>((resolve) => store.#server.listen(options.port ?? 0, '127.0.0.1', resolve));
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** For the environment of a process that uses the store. */
  get environment(): Record<string, string> {
    const { accessKeyId, secretAccessKey } = this.#options.credentials ?? {
      accessKeyId: 'any',
      secretAccessKey: 'any',
    };
    return {
      AWS_ENDPOINT_URL: this.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    };
  }

  /** Uploads in parts that were neither completed nor dropped. */
  get unfinished(): number {
    return this.#uploads.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #now(): Date {
    return new Date(Date.now() + (this.#options.clockSkewMs ?? 0));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://store');
    const name = decodeURIComponent(url.pathname.slice(1));
    const body = await bodyOf(request);
    const asked = `${request.method}${url.searchParams.has('list-type') ? ' list' : ''}`;
    this.requests[asked] = (this.requests[asked] ?? 0) + 1;
    if (this.faults.happens('slow')) await pause(this.faults.next() * this.faults.faults.slowMs);
    const { credentials } = this.#options;
    if (credentials !== undefined && !isSigned(request, credentials))
      return failed(response, 403, 'SignatureDoesNotMatch');
    if (this.faults.happens('error'))
      return this.faults.next() < 0.5
        ? failed(response, 500, 'InternalError')
        : failed(response, 503, 'SlowDown');
    const isLost = this.faults.happens('lostAnswer');
    const answer = this.#answer(request, url, name, body);
    if (isLost) return failed(response, 500, 'InternalError');
    answer(response);
  }

  #answer(
    request: IncomingMessage,
    url: URL,
    name: string,
    body: Buffer,
  ): (response: ServerResponse) => void {
    const query = url.searchParams;
    switch (request.method) {
      case 'GET':
        if (query.has('list-type')) return (response) => xml(response, this.#list(name, query));
        if (query.has('uploads')) return (response) => xml(response, this.#listUploads(name, query));
        if (query.has('uploadId')) return this.#listParts(query.get('uploadId') ?? '');
        return this.#get(request, name);
      case 'HEAD':
        return this.#get(request, name);
      case 'PUT':
        return query.has('uploadId') ? this.#putPart(query, body) : this.#put(request, name, body);
      case 'POST':
        return query.has('uploads')
          ? this.#begin(name)
          : this.#complete(name, query.get('uploadId') ?? '', body);
      case 'DELETE':
        if (query.has('uploadId')) this.#uploads.delete(query.get('uploadId') ?? '');
        else this.objects.delete(name);
        return (response) => response.writeHead(204).end();
      default:
        return (response) => failed(response, 405, 'MethodNotAllowed');
    }
  }

  #put({ headers }: IncomingMessage, name: string, content: Buffer): (response: ServerResponse) => void {
    const found = this.objects.get(name);
    const { 'if-match': match, 'if-none-match': none } = headers;
    if ((match ?? none) !== undefined && this.#options.hasConditions !== false) {
      if (this.faults.happens('conflict'))
        return (response) => failed(response, 409, 'ConditionalRequestConflict');
      if (this.faults.happens('refused')) return (response) => failed(response, 412, 'PreconditionFailed');
      if (none === '*' && found !== undefined)
        return (response) => failed(response, 412, 'PreconditionFailed');
      if (match !== undefined && found === undefined) return (response) => failed(response, 404, 'NoSuchKey');
      if (match !== undefined && found?.etag !== match)
        return (response) => failed(response, 412, 'PreconditionFailed');
    }
    const sha256 = headers['x-amz-checksum-sha256'];
    if (sha256 !== undefined && sha256 !== createHash('sha256').update(content).digest('base64'))
      return (response) => failed(response, 400, 'BadDigest');
    const stored = this.#stored(content);
    if (found !== undefined) this.#previous.set(name, found);
    this.objects.set(name, stored);
    return (response) => response.writeHead(200, { etag: stored.etag }).end();
  }

  #get({ method, headers }: IncomingMessage, name: string): (response: ServerResponse) => void {
    const current = this.objects.get(name);
    const isPointer = name.endsWith('/CURRENT') || name.endsWith('/version-hint.text');
    const isStale = isPointer && this.faults.happens('stale');
    const found = isStale ? (this.#previous.get(name) ?? current) : current;
    if (found === undefined) return (response) => failed(response, 404, 'NoSuchKey');
    const { 'if-match': match, range } = headers;
    if (match !== undefined && match !== found.etag)
      return (response) => failed(response, 412, 'PreconditionFailed');
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const from = Number(first);
    const content = found.content.subarray(from, last === '' ? undefined : Number(last) + 1);
    const head = {
      etag: found.etag,
      'last-modified': found.modifiedAt.toUTCString(),
      'content-length': content.length,
      'accept-ranges': 'bytes',
      ...(range !== undefined && {
        'content-range': `bytes ${from}-${from + content.length - 1}/${found.content.length}`,
      }),
    };
    const status = range === undefined ? 200 : 206;
    if (method === 'HEAD') return (response) => response.writeHead(200, head).end();
    return (response) => {
      this.sentBytes += content.length;
      response.writeHead(status, head);
      if (content.length > 0 && this.faults.happens('truncated')) {
        const end = Math.floor(this.faults.next() * content.length);
        response.write(content.subarray(0, end), () => response.destroy());
      } else response.end(this.faults.happens('altered') ? this.#altered(content) : content);
    };
  }

  #altered(content: Buffer): Buffer {
    const altered = Buffer.from(content);
    const at = Math.floor(this.faults.next() * altered.length);
    altered[at] = (altered[at] ?? 0) ^ 1;
    return altered;
  }

  #list(bucket: string, query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const inBucket = `${bucket.replace(/\/$/, '')}/`;
    const keys = [...this.objects.keys()]
      .filter((name) => name.startsWith(inBucket))
      .map((name) => name.slice(inBucket.length))
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort();
    const page = keys.slice(0, pageKeys);
    const contents = page.map((key) => {
      const { content, etag, modifiedAt } = this.objects.get(`${inBucket}${key}`) as Stored;
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${content.length}</Size></Contents>`;
    });
    const isTruncated = keys.length > page.length;
    const next = isTruncated
      ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
      : '';
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated><KeyCount>${page.length}</KeyCount>${next}${contents.join('')}</ListBucketResult>`;
  }

  #listUploads(bucket: string, query: URLSearchParams): string {
    const inBucket = `${bucket.replace(/\/$/, '')}/`;
    const found = [...this.#uploads].filter(([, { key }]) =>
      key.startsWith(`${inBucket}${query.get('prefix') ?? ''}`),
    );
    const uploads = found.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${escaped(key.slice(inBucket.length))}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`;
  }

  #listParts(id: string): (response: ServerResponse) => void {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return (response) => failed(response, 404, 'NoSuchUpload');
    const parts = [...upload.parts].map(
      ([number, { etag, content }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag><Size>${content.length}</Size></Part>`,
    );
    return (response) =>
      xml(response, `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`);
  }

  #begin(key: string): (response: ServerResponse) => void {
    const id = randomUUID();
    this.#uploads.set(id, { key, initiated: this.#now(), parts: new Map() });
    return (response) =>
      xml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
  }

  #putPart(query: URLSearchParams, content: Buffer): (response: ServerResponse) => void {
    const upload = this.#uploads.get(query.get('uploadId') ?? '');
    if (upload === undefined) return (response) => failed(response, 404, 'NoSuchUpload');
    const stored = this.#stored(content);
    upload.parts.set(Number(query.get('partNumber')), stored);
    return (response) => response.writeHead(200, { etag: stored.etag }).end();
  }

  #complete(key: string, id: string, body: Buffer): (response: ServerResponse) => void {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return (response) => failed(response, 404, 'NoSuchUpload');
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) =>
      Number(number),
    );
    const parts = numbers.map((number) => upload.parts.get(number)?.content);
    if (parts.some((part) => part === undefined)) return (response) => failed(response, 400, 'InvalidPart');
    this.objects.set(key, this.#stored(Buffer.concat(parts as Buffer[])));
    this.#uploads.delete(id);
    return (response) =>
      xml(response, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>');
  }

  #stored(content: Buffer): Stored {
    return {
      content,
      etag: `"${createHash('md5').update(content).update(randomUUID()).digest('hex')}"`,
      modifiedAt: this.#now(),
    };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function xml(response: ServerResponse, content: string): void {
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
}

function failed(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(response.req.method === 'HEAD' ? undefined : body);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
