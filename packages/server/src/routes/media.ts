import { createReadStream } from 'node:fs';
import { AppError } from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import { type ExampleValues, type Sample, someAuthor } from '../openapi/operation-docs.ts';
import type { Services } from '../services.ts';

const linkOf = (platformNames: readonly string[]) => ({
  params: z.object({ platform: z.enum(platformNames), record_id: z.string() }),
  querystring: z.object({ expires: z.coerce.number().int(), signature: z.string().max(100) }),
});

/** A signed link to a video file, which it creates. */
async function signedLink({ get, row, putVideo }: Sample): Promise<ExampleValues> {
  const asked = { ...(await row('shortvideo', someAuthor)), count: 1 };
  const [{ video_id: id }] = (await get('shortvideo/profile', asked)).data.videos as [{ video_id: string }];
  await putVideo('shortvideo', id);
  const { addons } = (await get('shortvideo/profile', { ...asked, addons: 'video_files' })).data as {
    addons: { video_files: Record<string, { url: string }> };
  };
  const { searchParams } = new URL(addons.video_files[id]?.url ?? '');
  return { path: { platform: 'shortvideo', record_id: id }, query: Object.fromEntries(searchParams) };
}

/** `GET /api/media/{platform}/{record_id}`: downloads a video file by a signed link, with range requests. */
export function mediaRoute(app: App, { data, platformNames }: Services): void {
  app.get(
    '/api/media/:platform/:record_id',
    {
      schema: {
        operationId: 'get_media',
        tags: ['service'],
        summary: 'Download a video file by a signed link',
        ...linkOf(platformNames),
      },
      config: {
        docs: {
          errors: ['not_found', 'range_not_satisfiable'],
          example: { of: signedLink },
        },
      },
    },
    async (request, reply) => {
      const { platform, record_id: recordId } = request.params;
      const { expires, signature } = request.query;
      const video = await data.openLink({ platform, recordId, expires, signature });
      if (video === undefined) {
        throw new AppError(
          'not_found',
          'The download link is invalid or expired, or the file no longer exists.',
        );
      }
      const { size_bytes: size, content_type: type, path, sha256 } = video;
      reply.header('accept-ranges', 'bytes').header('content-type', type).header('etag', `"${sha256}"`);
      const { range, 'if-range': ifRange } = request.headers;
      const asked = ifRange === undefined || ifRange === `"${sha256}"` ? range : undefined;
      const part = asked === undefined ? undefined : partOf(asked, size);
      if (part === 'unsatisfiable') {
        reply.header('content-range', `bytes */${size}`);
        throw new AppError(
          'range_not_satisfiable',
          `The requested range is outside the file, which has ${size} bytes`,
        );
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

/** Parses a byte range; undefined for a header to ignore: other units, several ranges, invalid text. */
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
