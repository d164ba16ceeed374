import { z } from 'zod';
import { booleanWithDefault, integer } from './lax-values.ts';
import { type ResultFormat, resultFormats } from './sql.ts';

const formats = Object.keys(resultFormats) as ResultFormat[];

/** The body of `POST …/statements/{statement_id}/links`. */
export const resultLinkRequest = z.object({
  format: z.literal(formats).default('parquet').meta({
    description: 'The format of the file; in JSON it is one array of rows.',
    default: 'parquet',
  }),
  expires_in: integer({
    description: 'Seconds until the link expires; default and maximum: until the result does.',
    ge: 1,
    le: 86_400,
  }).nullish(),
  csv_safe: booleanWithDefault('CSV: see the field of the request.', false),
});

/** A signed link to a result. */
export const resultLink = z.object({
  url: z.string().meta({
    description: 'Supports GET, HEAD and range requests, without a key. Whoever has it reads the result.',
  }),
  statement_id: z.string(),
  format: z.enum(formats),
  content_type: z.string(),
  expires_at: z
    .string()
    .meta({ description: 'When the link expires: never later than the retained result.' }),
});
