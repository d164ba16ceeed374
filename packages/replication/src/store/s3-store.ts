import { createReadStream } from 'node:fs';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { AppError } from '@sdq/contract';
import { inParallel } from '../in-parallel.ts';
import { partBytes, requestMsMax, silenceMsMax, transfersMax } from '../limits.ts';
import { repeat, Transient } from '../repeat.ts';
import { alteredFile } from './altered-file.ts';
import { dropUnfinishedUploads, uploadInParts } from './multipart-upload.ts';
import type {
  FileContent,
  ListedObject,
  ObjectContent,
  ObjectFacts,
  ObjectStore,
  ReadOptions,
  WriteOptions,
} from './object-store.ts';
import { isRefusal, type Refusal, refusalOf, type Send, type SendOptions } from './s3-answers.ts';

const nothing = () => {};
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** How stores say that a content has another checksum than its header. */
const digestNames = new Set(['BadDigest', 'InvalidDigest', 'XAmzContentSHA256Mismatch']);

/** A bucket of any S3-compatible store, below a prefix. */
export class S3Store implements ObjectStore {
  readonly address: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  /** Empty, or ends with a slash. */
  readonly #prefix: string;

  constructor(bucket: string, prefix: string) {
    this.address = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
    this.#bucket = bucket;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
    this.#client = new S3Client({
      // attempts are counted in one place, ours
      maxAttempts: 1,
      // files have their SHA-256, parts their MD5; other checksums are unknown to older stores
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // failures are told by what is thrown
      logger: silent,
      // stores other than Amazon's have the bucket in the path
      forcePathStyle: endpoint !== undefined || bucket.includes('.'),
      requestHandler: { connectionTimeout: silenceMsMax, requestTimeout: requestMsMax },
      ...regionOf(process.env, endpoint),
    });
  }

  async head(key: string, signal?: AbortSignal): Promise<ObjectFacts | undefined> {
    const answer = await this.#ask(
      (options) => this.#client.send(new HeadObjectCommand(this.#object(key)), options),
      signal,
    );
    return isRefusal(answer) ? undefined : factsOf(answer);
  }

  async read(
    key: string,
    { offset = 0, etag, signal }: ReadOptions = {},
  ): Promise<ObjectContent | undefined> {
    const command = new GetObjectCommand({
      ...this.#object(key),
      ...(offset > 0 && { Range: `bytes=${offset}-` }),
      ...(etag !== undefined && { IfMatch: etag }),
    });
    const answer = await this.#ask((options) => this.#client.send(command, options), signal);
    if (isRefusal(answer)) return undefined;
    return { ...factsOf(answer), body: bodyOf(answer, signal) };
  }

  async write(
    key: string,
    content: Uint8Array,
    { condition, signal }: WriteOptions = {},
  ): Promise<string | undefined> {
    const command = new PutObjectCommand({
      ...this.#object(key),
      Body: content,
      ContentLength: content.length,
      ...(condition !== undefined &&
        ('absent' in condition ? { IfNoneMatch: '*' } : { IfMatch: condition.etag })),
    });
    const answer = await this.#ask((options) => this.#client.send(command, options), signal);
    return isRefusal(answer) ? undefined : (answer.ETag ?? '');
  }

  async upload(key: string, file: FileContent, { signal, onBytes }: WriteOptions = {}): Promise<void> {
    if (file.bytes > partBytes) {
      const ask = <Answer>(send: Send<Answer>) => this.#ask(send, signal);
      return await uploadInParts({
        client: this.#client,
        object: this.#object(key),
        file,
        ask,
        signal,
        onBytes,
      });
    }
    const put = (options: SendOptions) => {
      const body = createReadStream(file.path);
      const command = new PutObjectCommand({
        ...this.#object(key),
        Body: body,
        ContentLength: file.bytes,
        ChecksumSHA256: Buffer.from(file.sha256, 'hex').toString('base64'),
      });
      return this.#client.send(command, options).finally(() => body.destroy());
    };
    await this.#ask(put, signal).catch((error: AppError) => {
      throw digestNames.has((error.cause as Error | undefined)?.name ?? '') ? alteredFile(file.path) : error;
    });
    onBytes?.(file.bytes);
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncIterable<ListedObject> {
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: `${this.#prefix}${prefix}`,
        ContinuationToken: token,
      });
      const answer = await this.#ask((options) => this.#client.send(command, options), signal);
      if (isRefusal(answer)) return;
      for (const { Key = '', Size = 0, LastModified = new Date() } of answer.Contents ?? [])
        yield { key: Key.slice(this.#prefix.length), bytes: Size, modifiedAt: LastModified };
      token = answer.IsTruncated === true ? answer.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    await inParallel(keys, transfersMax, signal, async (key, abort) => {
      await this.#ask(
        (options) => this.#client.send(new DeleteObjectCommand(this.#object(key)), options),
        abort,
      );
    });
  }

  async dropUnfinished(before: Date, signal?: AbortSignal): Promise<number> {
    const ask = <Answer>(send: Send<Answer>) => this.#ask(send, signal);
    return await dropUnfinishedUploads({
      client: this.#client,
      bucket: this.#bucket,
      prefix: this.#prefix,
      before,
      ask,
    });
  }

  close(): void {
    this.#client.destroy();
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }

  async #ask<Answer>(send: Send<Answer>, signal: AbortSignal | undefined): Promise<Answer | Refusal> {
    return await repeat(
      this.address,
      async () => {
        try {
          return await send(signal === undefined ? {} : { abortSignal: signal });
        } catch (error) {
          return refusalOf(error, this.address, signal);
        }
      },
      signal,
    );
  }
}

/** What the AWS SDK does not read itself: the older name of the variable, and a region for stores that have none. */
function regionOf(environment: NodeJS.ProcessEnv, endpoint: string | undefined): { region?: string } {
  const { AWS_REGION, AWS_DEFAULT_REGION } = environment;
  const region = AWS_REGION ?? AWS_DEFAULT_REGION ?? (endpoint === undefined ? undefined : 'us-east-1');
  return region === undefined ? {} : { region };
}

interface Described {
  readonly ContentLength?: number | undefined;
  readonly ContentRange?: string | undefined;
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
}

/** The size of the whole object, also where a part of it was asked for. */
function factsOf({ ContentLength = 0, ContentRange, ETag = '', LastModified }: Described): ObjectFacts {
  const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
  return {
    bytes: whole === undefined ? ContentLength : Number(whole),
    etag: ETag,
    modifiedAt: LastModified ?? new Date(0),
  };
}

/** A body that fails for a moment, or is silent for too long, fails with `Transient`. */
async function* bodyOf(
  { Body }: GetObjectCommandOutput,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  const body = Body as
    | (NonNullable<typeof Body> & AsyncIterable<Uint8Array> & { destroy(error: Error): void })
    | undefined;
  if (body === undefined) return;
  const silence = setTimeout(() => body.destroy(new Error('The connection is silent')), silenceMsMax);
  const stop = () => body.destroy(new Error('Aborted'));
  signal?.addEventListener('abort', stop);
  try {
    for await (const chunk of body) {
      silence.refresh();
      yield chunk;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new Transient((error as Error).message, { cause: error });
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', stop);
    body.destroy(new Error('The reader has ended'));
  }
}
