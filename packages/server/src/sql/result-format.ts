import { AppError, type ResultFormat, resultFormats, sqlLimits } from '@sdq/contract';
import type { FastifyRequest } from 'fastify';

/** Media types without parameters, in the order in which an equal preference chooses. */
const offered = Object.entries(resultFormats).map(
  ([format, type]) => [format as ResultFormat, type.split(';', 1)[0] ?? type] as const,
);

/**
 * The format that a request asks for: its own `format` (in the query of a GET, else in the body) if it names one, else
 * the Accept header's best; undefined when nothing accepted can be produced. Reads what arrived, since the bounds of
 * other fields depend on it.
 */
export function requestedFormat(request: FastifyRequest): ResultFormat | undefined {
  const asked = request.method === 'GET' ? request.query : request.body;
  const named = (asked as { format?: unknown } | null | undefined)?.format;
  if (typeof named === 'string' && Object.hasOwn(resultFormats, named)) return named as ResultFormat;
  return acceptedFormat(request.headers.accept);
}

/** The same, and `not_acceptable` for none. */
export function formatOf(request: FastifyRequest): ResultFormat {
  const format = requestedFormat(request);
  if (format !== undefined) return format;
  const types = offered.map(([, type]) => type);
  throw new AppError('not_acceptable', `This endpoint answers ${types.join(', ')}`, {
    meta: { available: types },
  });
}

/** Rows that a result in this format may have. */
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

/** The most specific preference counts. Who accepts problem documents wants JSON otherwise. */
function qualityOf(type: string, preferences: readonly Preference[]): number {
  const names = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  if (type === 'application/json') names.push('application/problem+json');
  for (const name of names) {
    const found = preferences.find((preference) => preference.type === name);
    if (found !== undefined) return found.quality;
  }
  return 0;
}
