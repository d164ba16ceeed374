import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from '@sdq/contract';
import { Transient } from '../repeat.ts';

/** Names of errors that go away, whatever their status. */
const transientNames = new Set([
  'ConditionalRequestConflict',
  'InternalError',
  'OperationAborted',
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'TimeoutError',
]);

/** What became of a request that failed, where its failure is an answer. */
export type Refusal = 'missing' | 'condition failed';

export interface SendOptions {
  readonly abortSignal?: AbortSignal;
}

export type Send<Answer> = (options: SendOptions) => Promise<Answer>;

export function isRefusal<Answer>(answer: Answer | Refusal): answer is Refusal {
  return typeof answer === 'string';
}

/** An answer that is no failure of the store; otherwise throws `Transient` or an AppError. */
export function refusalOf(error: unknown, address: string, signal: AbortSignal | undefined): Refusal {
  if (signal?.aborted) throw signal.reason;
  if (error instanceof AppError || error instanceof Transient) throw error;
  const { name, message } = error as Error;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (name === 'NoSuchKey' || name === 'NotFound' || name === 'NoSuchUpload') return 'missing';
  if (status === 412 || name === 'PreconditionFailed') return 'condition failed';
  if (transientNames.has(name) || isTransient(status, error)) {
    throw new Transient(status === undefined ? message : `HTTP ${status} ${name}`, { cause: error });
  }
  throw new AppError('store_refused', `"${address}" refused a request: ${name}: ${message}`, {
    cause: error,
    hint: hintOf(name, status),
  });
}

function isTransient(status: number | undefined, error: unknown): boolean {
  // without a status the request did not get an answer, or the answer was no XML
  if (status === undefined) return !(error as Error).name.endsWith('CredentialsProviderError');
  return status >= 500 || status === 408 || status === 429 || status === 409 || status === 200;
}

function hintOf(name: string, status: number | undefined): string {
  if (name === 'NoSuchBucket') return 'Check the name of the bucket; create it first';
  if (name === 'PermanentRedirect' || status === 301 || status === 400)
    return 'Set AWS_REGION to the region of the bucket, and AWS_ENDPOINT_URL for a store other than Amazon’s';
  if (status === 401 || status === 403)
    return 'Check that these credentials may list, read, write and delete below this prefix';
  return 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE';
}
