import { createReadStream } from 'node:fs';
import { AppError, type Platform, platforms } from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Services } from '../services.ts';

const link = {
  params: z.object({ platform: z.enum(platforms), record_id: z.string() }),
  querystring: z.object({ expires: z.coerce.number().int(), signature: z.string().max(100) }),
};

/** `GET /api/media/{platform}/{record_id}`: a video file, for who has a signed link; ranges are served. */
export function mediaRoute(app: App, { data }: Services): void {
  app.get(
    '/api/media/:platform/:record_id',
    {
      schema: { operationId: 'media', tags: ['service'], summary: 'A video file, by a signed link', ...link },
    },
    async (request, reply) => {
      const { platform, record_id: recordId } = request.params;
      const { expires, signature } = request.query;
      const video = await data.openLink({ platform: platform as Platform, recordId, expires, signature });
      if (video === undefined) {
        throw new AppError('not_found', 'This link is not one of ours, has expired, or its file is gone');
      }
      const { size_bytes: size, content_type: type, path, sha256 } = video;
      reply.header('accept-ranges', 'bytes').header('content-type', type).header('etag', `"${sha256}"`);
      const { range, 'if-range': ifRange } = request.headers;
      const asked = ifRange === undefined || ifRange === `"${sha256}"` ? range : undefined;
      const part = asked === undefined ? undefined : partOf(asked, size);
      if (part === 'unsatisfiable') {
        reply.header('content-range', `bytes */${size}`);
        throw new AppError('range_not_satisfiable', `The file has ${size} bytes`);
      }
      if (part === undefined) {
        reply.header('content-length', size);
        return reply.send(createReadStream(path));
      }
      const { first, last } = part;
      reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
      reply.header('content-length', last - first + 1);
      return reply.send(createReadStream(path, { start: first, end: last }));
    },
  );
}

/** One range of bytes; undefined for what is to be ignored: other units, several ranges, nonsense. */
function partOf(header: string, size: number): { first: number; last: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}
