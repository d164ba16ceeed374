import { z } from 'zod';
import { column } from './sql-answer.ts';

/** `data` of a quote. */
export const sqlQuote = z.object({
  quote_id: z.string().meta({ description: 'Run the query with `quote_id` in the body of an SQL request.' }),
  snapshot_id: z.string().meta({ description: 'The snapshot that the query will read.' }),
  price_version: z.string(),
  columns: z.array(column),
  rows_max: z.int().meta({ description: 'Maximum number of rows returned, and charged.' }),
  cost_max: z.string().meta({
    description:
      'Maximum cost in US dollars. Running the query with the quote never costs more; rows that are paid already cost nothing.',
  }),
  exact: z.boolean().meta({
    description:
      'Whether the result was computed and retained: then `rows_max` and `cost_max` are its rows and their price, less what was paid.',
  }),
  rows: z.int().nullable().meta({ description: 'Rows of the result; null unless the quote is exact.' }),
  truncated: z
    .boolean()
    .nullable()
    .meta({ description: 'Whether `limit` cut rows off; null unless the quote is exact.' }),
  expires_at: z.string(),
});

export type SqlQuote = z.infer<typeof sqlQuote>;
