import { AppError } from '@sdq/contract';
import { z } from 'zod';
import type { App } from '../app.ts';
import { type ExampleValues, type Sample, someAuthor } from '../openapi/operation-docs.ts';
import { sendFile } from '../response/send-file.ts';
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
      if (video === undefined) throw notFound();
      const { size_bytes: bytes, content_type: type, path, sha256 } = video;
      const sent = await sendFile(reply, { path, bytes, type, sha256 });
      if (sent === undefined) throw notFound();
      return sent;
    },
  );
}

function notFound(): AppError {
  return new AppError('not_found', 'The download link is invalid or expired, or the file no longer exists.');
}
