import { z } from 'zod';

/** Fields that many responses share. */
export const apiCalls = z
  .int()
  .meta({ description: 'Number of upstream calls made for this request, including retries and lookups.' });

export const page = {
  cursor: z.string().nullable().meta({ description: 'Cursor of the next page; null on the last page.' }),
  has_more: z.boolean(),
  total_fetched: z.int().meta({ description: 'Number of records in this response.' }),
  api_calls: apiCalls,
};

export const transcript = z.object({
  language: z.string().nullable(),
  source: z.string(),
  text: z.string(),
  segments: z.array(z.object({ start_ms: z.int(), end_ms: z.int(), text: z.string() })),
});

export const videoFile = z.object({
  url: z.string().meta({
    description: 'Download URL of this service; supports range requests and is valid until `expires_at`.',
  }),
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

/** Null if not requested; otherwise by record ID, null for a record without the add-on. */
export function addonsOf<Comment extends z.ZodType>(comment: Comment) {
  return z.object({
    transcripts: z.record(z.string(), transcript.nullable()).nullable(),
    video_files: z.record(z.string(), videoFile.nullable()).nullable(),
    comments: z.record(z.string(), z.array(comment).nullable()).optional(),
  });
}
