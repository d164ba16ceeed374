import type { ValidationItem } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { validationItems } from './error-items.ts';
import { RequestInvalid } from './request-invalid.ts';
import { readSourceJson } from './source-json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Overrides `schema.body` when the limits depend on the request. */
    bodySchema?: (request: FastifyRequest) => z.ZodType;
  }
  interface FastifyRequest {
    /** The text of a JSON body; null for other bodies. */
    bodyText: string | null;
  }
}

/**
 * Validates path, query and body against the schemas of the route, collects all errors, and replaces the parts by the
 * parsed values. Errors: RequestInvalid.
 */
export function validateRequest(request: FastifyRequest): void {
  const { schema, config } = request.routeOptions;
  const parts = [
    ['path', schema?.params, request.params, (value: unknown) => (request.params = value)],
    ['query', schema?.querystring, request.query, (value: unknown) => (request.query = value)],
    [
      'body',
      config.bodySchema?.(request) ?? schema?.body,
      request.body,
      (value: unknown) => (request.body = value),
    ],
  ] as const;
  const items: ValidationItem[] = [];
  for (const [part, partSchema, raw, put] of parts) {
    if (!(partSchema instanceof z.ZodType)) continue;
    const read = partSchema.safeParse(raw);
    if (read.success) put(read.data);
    else {
      const { bodyText } = request;
      const source = part === 'body' && bodyText !== null ? readSourceJson(bodyText) : undefined;
      items.push(...validationItems(part, read.error.issues, raw, source));
    }
  }
  if (items.length > 0) throw new RequestInvalid(items);
}
