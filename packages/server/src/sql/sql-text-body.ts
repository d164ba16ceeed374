import type { FastifyRequest } from 'fastify';

/** The media type of bare SQL. */
export const sqlTextType = 'application/sql';

/**
 * Bare SQL as a body: the text is its query, and the fields beside it stand in the query string, `parameters` as JSON.
 */
export function toSqlBody(text: string, request: FastifyRequest): Record<string, unknown> {
  const { parameters, ...fields } = request.query as Record<string, unknown>;
  const body = { ...fields, query: text };
  return parameters === undefined ? body : { ...body, parameters: parseOrText(parameters) };
}

/** What is no JSON stays text: the check of fields refuses it. */
function parseOrText(value: unknown): unknown {
  try {
    return JSON.parse(String(value)) as unknown;
  } catch {
    return value;
  }
}
