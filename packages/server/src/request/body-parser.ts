import { AppError } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import { serviceLimits } from '../service-limits.ts';
import { findJsonDecodeError } from '../validation/json-decode-error.ts';
import { RequestInvalid } from '../validation/request-invalid.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another type of body that the route reads, and what it stands for. */
    readText?: { type: string; toBody: (text: string, request: FastifyRequest) => unknown };
  }
  interface FastifyRequest {
    /** A JSON body as it was written; null for any other. */
    bodyText: string | null;
  }
}

const jsonType = /^application\/(?:json|[\w.!#$&^-]+\+json)$/;
/** Types whose bodies are text: FastAPI reads them, and then finds that the text is no object. */
const textType = /^(?:text\/[\w.+-]+|application\/x-www-form-urlencoded)$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A request body as a value: JSON parsed, other text as a string, nothing at all as undefined; where a route takes
 * none, it is passed over, as FastAPI does. It runs before the
 * check of credentials, so it must be cheap and must not tell anything.
 * Errors: RequestInvalid (`json_invalid`); `unsupported_media_type` for what is neither JSON nor text.
 */
export async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  if (request.is404 || body.length === 0 || !takesBody(request)) return undefined;
  const type = (request.headers['content-type'] ?? 'text/plain').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const coding = request.headers['content-encoding'] ?? 'identity';
  const isJson = jsonType.test(type);
  const { readText } = request.routeOptions.config;
  if (readText?.type === type && coding === 'identity') return readText.toBody(decode(body), request);
  if (coding !== 'identity' || !(isJson || textType.test(type))) {
    const found = coding === 'identity' ? type : `${type} in ${coding} coding`;
    const own = readText === undefined ? '' : ` and ${readText.type}`;
    throw new AppError('unsupported_media_type', `This endpoint reads application/json${own}, not ${found}`);
  }
  const text = decode(body);
  if (!isJson) return text;
  const value = parseJson(text);
  request.bodyText = text;
  return value;
}

function takesBody({ routeOptions: { schema, config } }: FastifyRequest): boolean {
  return schema?.body !== undefined || config.bodySchema !== undefined;
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw jsonInvalid(0, 'The body is not UTF-8');
  }
}

function parseJson(text: string): unknown {
  const tooDeepAt = findTooDeep(text);
  if (tooDeepAt !== undefined) throw jsonInvalid(tooDeepAt, 'Nested too deeply');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { position, message } = findJsonDecodeError(text);
    throw jsonInvalid(position, message);
  }
}

function jsonInvalid(position: number, error: string): RequestInvalid {
  return new RequestInvalid([
    { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error } },
  ]);
}

/** Where brackets outside strings nest deeper than allowed; undefined for nearly every text. */
function findTooDeep(text: string): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isString) {
      if (letter === 0x5c) at++;
      else if (letter === 0x22) isString = false;
    } else if (letter === 0x22) isString = true;
    else if (letter === 0x5b || letter === 0x7b) {
      if (++depth > serviceLimits.jsonDepthMax) return at;
    } else if (letter === 0x5d || letter === 0x7d) depth--;
  }
  return undefined;
}
