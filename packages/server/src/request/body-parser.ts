import { AppError } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import { decodeText, parseJson } from '../fastapi/parse-json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, for a sibling; null for none. */
    bodyBytes: Buffer | null;
  }
  interface FastifyContextConfig {
    /** A further media type that the route accepts, and its conversion to a body. */
    readText?: { type: string; toBody: (text: string, request: FastifyRequest) => unknown };
  }
}

const jsonType = /^application\/(?:json|[\w.!#$&^-]+\+json)$/;
/** Text types: they are parsed as strings, which the validation then refuses. */
const textType = /^(?:text\/[\w.+-]+|application\/x-www-form-urlencoded)$/;

/**
 * Parses a request body: JSON to a value, other text to a string, an empty body to undefined; the body of a route
 * without one is ignored. It runs before authentication, so it must be cheap and must not disclose anything.
 * Errors: RequestInvalid for malformed JSON; `unsupported_media_type` for a body that is neither JSON nor text.
 */
export async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  if (request.is404 || body.length === 0 || !takesBody(request)) return undefined;
  request.bodyBytes = body;
  const type = (request.headers['content-type'] ?? 'text/plain').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const coding = request.headers['content-encoding'] ?? 'identity';
  const isJson = jsonType.test(type);
  const { readText } = request.routeOptions.config;
  if (readText?.type === type && coding === 'identity') return readText.toBody(decodeText(body), request);
  if (coding !== 'identity' || !(isJson || textType.test(type))) {
    const found = coding === 'identity' ? type : `${type} in ${coding} coding`;
    const own = readText === undefined ? '' : ` and ${readText.type}`;
    throw new AppError(
      'unsupported_media_type',
      `This endpoint accepts application/json${own}, not ${found}`,
    );
  }
  const text = decodeText(body);
  if (!isJson) return text;
  const value = parseJson(text);
  request.bodyText = text;
  return value;
}

function takesBody({ routeOptions: { schema, config } }: FastifyRequest): boolean {
  return schema?.body !== undefined || config.bodySchema !== undefined;
}
