import { z } from 'zod';
import { column, explanation } from './sql-answer.ts';

const fault = z.object({
  code: z.string().meta({ description: 'The `error.code` that running the query would return.' }),
  message: z.string(),
  offset: z.int().nullable().meta({ description: 'UTF-16 code units from the start of the text.' }),
  length: z.int().nullable(),
  line: z.int().nullable().meta({ description: 'From 1.' }),
  column: z.int().nullable().meta({ description: 'From 1.' }),
  near: z.string().nullable(),
  candidates: z
    .array(z.string())
    .meta({ description: 'Names that resemble an unknown name, nearest first.' }),
  hint: z.string().nullable(),
});

/** `data` of `POST /api/{platform}/sql/check`. */
export const sqlCheck = z.object({
  valid: z.boolean(),
  faults: z.array(fault).meta({ description: 'What is wrong with the query; empty for a valid one.' }),
  columns: z.array(column).meta({ description: 'Columns of the result; empty unless the query is valid.' }),
  parameters: z.array(z.object({ name: z.string(), given: z.boolean(), type: z.string().nullable() })).meta({
    description:
      'The parameters that the text names: `$region` is `region`, the second `?` is `2`. One that is not given was read as NULL. `type` is the SQL type that follows from its place, null where several would do.',
  }),
  rows_max: z.int().nullable().meta({ description: 'Maximum number of rows returned, and charged.' }),
  cost_max: z.string().nullable().meta({
    description:
      'Maximum cost in US dollars, without the rows that the account paid for within the last 24 hours.',
  }),
  rows_estimated: z.int().nullable().meta({ description: 'Estimated number of rows to read.' }),
  snapshot_id: z.string().nullable(),
  plan: explanation.nullable(),
});

export type SqlCheck = z.infer<typeof sqlCheck>;
