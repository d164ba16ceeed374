import { z } from 'zod';

/** `meta` in `data` of every data endpoint. */
export const answerMeta = z
  .object({
    sql: z
      .object({
        query: z.string(),
        parameters: z.record(z.string(), z.unknown()),
        snapshot_id: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          'The query, with its parameters and snapshot, whose rows are the records of this answer: the body of an SQL request of the platform. Null when it equals no single query, or an upstream service answered.',
      }),
  })
  .meta({ description: 'What is known about the answer besides its records.' });
