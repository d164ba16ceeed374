import { AppError, type ResultFormat, resultFormats, sqlLimits } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';

/** Media types without parameters, in the order of preference among those with equal quality. */
const offered = Object.entries(resultFormats).map(
  ([format, type]) => [format as ResultFormat, type.split(';', 1)[0] ?? type] as const,
);

/**
 * The requested format: the field `format` (in the query string of a GET request, else in the body), else the best
 * match of the Accept header; undefined when no accepted format is available. Reads the request before validation,
 * since the limits of other fields depend on the format.
 */
export function requestedFormat(request: FastifyRequest): ResultFormat | undefined {
  const asked = request.method === 'GET' ? request.query : request.body;
  const named = (asked as { format?: unknown } | null | undefined)?.format;
  if (typeof named === 'string' && Object.hasOwn(resultFormats, named)) return named as ResultFormat;
  return acceptedFormat(request.headers.accept);
}

/** The requested format. Errors: `not_acceptable`. */
export function formatOf(request: FastifyRequest): ResultFormat {
  const format = requestedFormat(request);
  if (format !== undefined) return format;
  const types = offered.map(([, type]) => type);
  throw new AppError('not_acceptable', `This endpoint can produce only ${types.join(', ')}`, {
    meta: { available: types },
  });
}

/** Maximum number of rows of a result in this format. */
export function rowsMaxOf(format: ResultFormat): number {
  return format === 'json' ? sqlLimits.jsonRowsMax : sqlLimits.streamRowsMax;
}

function acceptedFormat(accept: string | undefined): ResultFormat | undefined {
  if (accept === undefined || accept.trim() === '') return 'json';
  const preferences = accept.split(',').map(readPreference);
  let best: { format: ResultFormat; quality: number } | undefined;
  for (const [format, type] of offered) {
    const quality = qualityOf(type, preferences);
    if (quality > (best?.quality ?? 0)) best = { format, quality };
  }
  return best?.format;
}

interface Preference {
  type: string;
  quality: number;
}

function readPreference(text: string): Preference {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return { type, quality: Number.isFinite(quality) ? quality : 0 };
}

/** The most specific preference counts. A client that accepts problem documents also accepts JSON. */
function qualityOf(type: string, preferences: readonly Preference[]): number {
  const names = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  if (type === 'application/json') names.push('application/problem+json');
  for (const name of names) {
    const found = preferences.find((preference) => preference.type === name);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
