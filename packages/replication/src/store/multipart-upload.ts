import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { partBytes } from '../limits.ts';
import { Transient } from '../repeat.ts';
import { alteredFile } from './altered-file.ts';
import type { FileContent } from './object-store.ts';
import { isRefusal, type Refusal, type Send } from './s3-answers.ts';

type Ask = <Answer>(send: Send<Answer>) => Promise<Answer | Refusal>;

interface InParts {
  readonly client: S3Client;
  readonly object: { readonly Bucket: string; readonly Key: string };
  readonly file: FileContent;
  readonly ask: Ask;
  readonly signal: AbortSignal | undefined;
  readonly onBytes: ((bytes: number) => void) | undefined;
}

/**
 * Uploads a file in parts. Parts of an interrupted upload of the same key are kept: the key contains the hash of the
 * content, so that parts of the same number and size are the same. Errors: `index_corrupt` if the file is not what its
 * hash says.
 */
export async function uploadInParts({ client, object, file, ask, signal, onBytes }: InParts): Promise<void> {
  const upload = {
    ...object,
    UploadId: (await findUpload(client, object, ask)) ?? (await create(client, object, ask)),
  };
  const present = await presentParts(client, upload, ask);
  const whole = createHash('sha256');
  const parts: { PartNumber: number; ETag: string }[] = [];
  const handle = await open(file.path);
  try {
    for (let offset = 0, number = 1; offset < file.bytes; offset += partBytes, number++) {
      signal?.throwIfAborted();
      const content = Buffer.alloc(Math.min(partBytes, file.bytes - offset));
      await readWhole(handle, content, offset, file);
      whole.update(content);
      const known = present.get(number);
      const etag =
        known?.bytes === content.length ? known.etag : await putPart(client, upload, number, content, ask);
      parts.push({ PartNumber: number, ETag: etag });
      onBytes?.(content.length);
    }
  } finally {
    await handle.close();
  }
  if (whole.digest('hex') !== file.sha256) {
    await ask((options) => client.send(new AbortMultipartUploadCommand(upload), options));
    throw alteredFile(file.path);
  }
  const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } });
  // an upload that is gone was completed by an attempt whose answer was lost: the caller looks
  await ask((options) => client.send(complete, options));
}

interface UnfinishedUploads {
  readonly client: S3Client;
  readonly bucket: string;
  readonly prefix: string;
  readonly before: Date;
  readonly ask: Ask;
}

export async function dropUnfinishedUploads({
  client,
  bucket,
  prefix,
  before,
  ask,
}: UnfinishedUploads): Promise<number> {
  const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix });
  const answer = await ask((options) => client.send(command, options));
  if (isRefusal(answer)) return 0;
  const old = (answer.Uploads ?? []).filter(({ Initiated }) => Initiated !== undefined && Initiated < before);
  for (const { Key, UploadId } of old)
    await ask((options) =>
      client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), options),
    );
  return old.length;
}

async function findUpload(
  client: S3Client,
  object: InParts['object'],
  ask: Ask,
): Promise<string | undefined> {
  const command = new ListMultipartUploadsCommand({ Bucket: object.Bucket, Prefix: object.Key });
  const answer = await ask((options) => client.send(command, options));
  if (isRefusal(answer)) return undefined;
  return answer.Uploads?.find(({ Key }) => Key === object.Key)?.UploadId;
}

async function create(client: S3Client, object: InParts['object'], ask: Ask): Promise<string> {
  const answer = await ask((options) => client.send(new CreateMultipartUploadCommand(object), options));
  if (isRefusal(answer) || answer.UploadId === undefined) throw new Transient('No upload was begun');
  return answer.UploadId;
}

async function presentParts(client: S3Client, upload: InParts['object'] & { UploadId: string }, ask: Ask) {
  const present = new Map<number, { etag: string; bytes: number }>();
  let marker: string | undefined;
  do {
    const command = new ListPartsCommand({ ...upload, PartNumberMarker: marker });
    const answer = await ask((options) => client.send(command, options));
    if (isRefusal(answer)) return present;
    for (const { PartNumber, ETag, Size } of answer.Parts ?? [])
      if (PartNumber !== undefined && ETag !== undefined)
        present.set(PartNumber, { etag: ETag, bytes: Size ?? 0 });
    marker = answer.IsTruncated === true ? answer.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return present;
}

async function putPart(
  client: S3Client,
  upload: InParts['object'] & { UploadId: string },
  number: number,
  content: Buffer,
  ask: Ask,
): Promise<string> {
  const command = new UploadPartCommand({
    ...upload,
    PartNumber: number,
    Body: content,
    ContentLength: content.length,
    ContentMD5: createHash('md5').update(content).digest('base64'),
  });
  const answer = await ask((options) => client.send(command, options));
  if (isRefusal(answer)) throw new Transient('The upload was dropped by another process');
  return answer.ETag ?? '';
}

async function readWhole(
  handle: Awaited<ReturnType<typeof open>>,
  content: Buffer,
  offset: number,
  { path }: FileContent,
): Promise<void> {
  for (let read = 0; read < content.length; ) {
    const { bytesRead } = await handle.read(content, read, content.length - read, offset + read);
    if (bytesRead === 0) throw alteredFile(path);
    read += bytesRead;
  }
}
