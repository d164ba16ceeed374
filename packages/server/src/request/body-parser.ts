import { AppError } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import { decodeText, parseJson } from '../fastapi/parse-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another type of body that the route reads, and what it stands for. */
    readText?: { type: string; toBody: (text: string, request: FastifyRequest) => unknown };
  }
}

const jsonType = /^application\/(?:json|[\w.!#$&^-]+\+json)$/;
/** Types whose bodies are text: they are read, and the check of fields finds that a text is no object. */
const textType = /^(?:text\/[\w.+-]+|application\/x-www-form-urlencoded)$/;

/**
 * A request body as a value: JSON parsed, other text as a string, nothing at all as undefined; where a route takes
 * none, it is passed over. It runs before the check of credentials, so it must be cheap and must not tell anything.
 * Errors: RequestInvalid for what is not JSON; `unsupported_media_type` for what is neither JSON nor text.
 */
export async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  if (request.is404 || body.length === 0 || !takesBody(request)) return undefined;
  const type = (request.headers['content-type'] ?? 'text/plain').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const coding = request.headers['content-encoding'] ?? 'identity';
  const isJson = jsonType.test(type);
  const { readText } = request.routeOptions.config;
  if (readText?.type === type && coding === 'identity') return readText.toBody(decodeText(body), request);
  if (coding !== 'identity' || !(isJson || textType.test(type))) {
    const found = coding === 'identity' ? type : `${type} in ${coding} coding`;
    const own = readText === undefined ? '' : ` and ${readText.type}`;
    throw new AppError('unsupported_media_type', `This endpoint reads application/json${own}, not ${found}`);
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
