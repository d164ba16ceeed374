import { z } from 'zod';

/** Fields of many answers. */
export const apiCalls = z
  .int()
  .meta({ description: 'Physical upstream calls made for this request, retries and look-ups included.' });

export const page = {
  cursor: z.string().nullable().meta({ description: 'Send it for the next page; null at the end.' }),
  has_more: z.boolean(),
  total_fetched: z.int().meta({ description: 'Records in this answer.' }),
  api_calls: apiCalls,
};

export const transcript = z.object({
  language: z.string().nullable(),
  source: z.string(),
  text: z.string(),
  segments: z.array(z.object({ start_ms: z.int(), end_ms: z.int(), text: z.string() })),
});

export const videoFile = z.object({
  url: z.string().meta({ description: 'Of this service; it takes range requests until it expires.' }),
  content_type: z.string(),
  size_bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
  sha256: z.string(),
  expires_at: z.string(),
});

export type Transcript = z.infer<typeof transcript>;
export type VideoFile = z.infer<typeof videoFile>;

/** Null where not asked for; else by record id, null where there is none. */
export function addonsOf<Comment extends z.ZodType>(comment: Comment) {
  return z.object({
    transcripts: z.record(z.string(), transcript.nullable()).nullable(),
    video_files: z.record(z.string(), videoFile.nullable()).nullable(),
    comments: z.record(z.string(), z.array(comment).nullable()).optional(),
  });
}
