import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@sdq/contract';
import { DirectoryStore } from './directory-store.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * The store at an address: `s3://bucket/prefix` (any S3-compatible store; credentials, region and endpoint as Amazon's own
 * programs read them, from `AWS_…` variables and `~/.aws`), `file://…`, or the path of a directory. Errors: `usage_error`.
 */
export async function openStore(address: string): Promise<ObjectStore> {
  if (/^s3:\/\//i.test(address)) {
    const [, bucket, prefix = ''] =
      /^s3:\/\/([a-z0-9][a-z0-9._-]{1,254})(?:\/(.*?))?\/*$/i.exec(address) ?? [];
    if (bucket === undefined) throw notAnAddress(address);
    const { S3Store } = await import('./s3-store.ts');
    return new S3Store(bucket, prefix);
  }
  if (/^file:\/\//i.test(address)) return new DirectoryStore(fileURLToPath(address));
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) throw notAnAddress(address);
  return new DirectoryStore(resolve(address));
}

function notAnAddress(address: string): AppError {
  return new AppError('usage_error', `"${address}" is not the address of an object store`, {
    hint: 'Use s3://BUCKET/PREFIX, or the path of a directory',
  });
}
