import { AppError, asDiskFull, type ErrorCode, type ErrorEnvelope, errorCodes } from '@sdq/contract';
import { formatCost } from '@sdq/pricing';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { RequestInvalid } from '../fastapi/request-invalid.ts';
import { isDisclosed, statusOf } from './error-status.ts';

/** An error response: status, additional headers, body. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The error codes of Fastify's errors. */
const codesOfFastify: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route_not_found',
};

const messagesOfFastify: Partial<Record<ErrorCode, string>> = {
  body_too_large: 'The request body exceeds 1 MiB',
  unsupported_media_type: 'This endpoint accepts application/json',
  malformed_request: 'The length of the body does not match Content-Length',
  route_not_found: 'Not Found',
};

/** Converts a thrown value to an AppError; unexpected values become `internal_error`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error.code === 'disk_full' ? serviceDiskFull(error) : error;
  if (asDiskFull(error, { path: undefined }) !== undefined) return serviceDiskFull(error);
  const code = codesOfFastify[(error as FastifyError | null)?.code ?? ''];
  return code === undefined
    ? new AppError('internal_error', 'Internal Server Error', { cause: error })
    : new AppError(code, messagesOfFastify[code] ?? errorCodes[code].meaning, { cause: error });
}

/** Callers are not told paths of the machine; the log has them. */
function serviceDiskFull(cause: unknown): AppError {
  return new AppError('disk_full', 'A disk of the service is full', {
    cause,
    hint: 'Try again later; the operator of the service is told',
    retryAfterSeconds: 30,
  });
}

/** The HTTP status of an error, for the ledger. */
export function statusOfError(error: unknown): number {
  return error instanceof RequestInvalid ? 422 : statusOf(toAppError(error).code);
}

export interface ErrorContext {
  requestId: string;
  /** The public URL of the service, under which the errors are documented. */
  baseUrl: string;
  /** The request's Accept header: it can request the RFC 9457 format. */
  accept?: string | undefined;
  /** Its JSON body as text: a 422 quotes the invalid values. */
  bodyText?: string | undefined;
}

/** Converts any error to an HTTP response. Details of internal errors are not disclosed. */
export function toErrorResponse(error: unknown, context: ErrorContext): ErrorResponse {
  if (error instanceof RequestInvalid) {
    const headers = { 'content-type': 'application/json' };
    return { status: 422, headers, body: error.toBody(context.bodyText) };
  }
  const appError = toAppError(error);
  const status = statusOf(appError.code);
  const body = isDisclosed(appError) ? disclosed(appError, status, context) : undisclosed(status, context);
  const isProblem = context.accept?.includes('application/problem+json') === true;
  const headers: Record<string, string> = {
    'content-type': isProblem ? 'application/problem+json' : 'application/json',
    ...challenge(appError, status),
  };
  if (appError.retryAfterSeconds !== undefined) headers['retry-after'] = String(appError.retryAfterSeconds);
  if (Array.isArray(appError.meta.allow)) headers.allow = appError.meta.allow.join(', ');
  return { status, headers, body: JSON.stringify(isProblem ? toProblem(body, context) : body) };
}

function challenge(error: AppError, status: number): Record<string, string> {
  return status === 401 ? { 'www-authenticate': String(error.meta.scheme ?? 'Bearer') } : {};
}

function disclosed(error: AppError, status: number, context: ErrorContext): ErrorEnvelope {
  const [first, ...further] = error.sql;
  const meta = {
    ...error.meta,
    ...(error.hint !== undefined && { hint: error.hint }),
    ...(further.length > 0 && { further_sql_faults: further }),
  };
  return {
    success: false,
    detail: error.message,
    error: {
      code: error.code,
      status,
      param: error.param ?? null,
      retryable: error.retryable,
      doc_url: docUrl(error.code, context),
      meta,
      ...(first !== undefined && { sql: first }),
    },
    cost: formatCost(0),
    request_id: context.requestId,
  };
}

function undisclosed(status: number, context: ErrorContext): ErrorEnvelope {
  return disclosed(new AppError('internal_error', 'Internal Server Error'), status, context);
}

function docUrl(code: ErrorCode, { baseUrl }: ErrorContext): string {
  return `${baseUrl}/docs/errors#${code}`;
}

/** The error as RFC 9457 problem details. */
function toProblem(body: ErrorEnvelope, context: ErrorContext): object {
  const { code, status, retryable, doc_url: type, param, meta, sql } = body.error;
  const instance = `${context.baseUrl}/api/requests/${context.requestId}`;
  return {
    type,
    title: errorCodes[code].meaning,
    status,
    detail: body.detail,
    instance,
    code,
    request_id: context.requestId,
    retryable,
    ...(param !== null && { param }),
    ...(Object.keys(meta).length > 0 && { meta }),
    ...(sql !== undefined && { sql }),
  };
}

/** Sends an error response, and logs internal errors with their cause. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  baseUrl: string,
): void {
  const context = {
    requestId: request.id,
    baseUrl,
    accept: request.headers.accept,
    bodyText: request.bodyText ?? undefined,
  };
  const { status, headers, body } = toErrorResponse(error, context);
  if (status >= 500 && status !== 501 && !isOwnRefusal(error))
    request.log.error({ err: error }, 'Request failed');
  reply.code(status).headers(headers).send(Buffer.from(body));
}

/** Whether the error needs no log line: an overloaded service would log thousands of them. */
function isOwnRefusal(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'limit' && error.cause === undefined;
}
