import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';
import { errorCodes } from './error-codes.ts';

/** The response to every successful request. */
export function envelope<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.literal(true),
    data,
    cost: z.string().meta({ description: 'US dollars charged for this request.', examples: ['$0.0100'] }),
    request_id: z.string().meta({ examples: ['req_01JD8V5Z7Q3M9T2X4C6B8N0KFH'] }),
  });
}

const sqlErrorDetail = z.object({
  message: z.string(),
  offset: z.int().nullable().meta({ description: 'UTF-16 code units from the start of the query.' }),
  length: z.int().nullable(),
  line: z.int().nullable().meta({ description: 'From 1.' }),
  column: z.int().nullable().meta({ description: 'From 1.' }),
  near: z.string().nullable(),
  candidates: z.array(z.string()),
  hint: z.string().nullable(),
});

/** The response to every failed request, except for validation errors: these have a FastAPI-compatible body. */
export const errorEnvelope = z.object({
  success: z.literal(false),
  detail: z.string().meta({ description: 'Human-readable error message.' }),
  error: z.object({
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    status: z.int(),
    param: z.string().nullable(),
    retryable: z
      .boolean()
      .meta({ description: 'Whether the same request may succeed when it is sent again.' }),
    doc_url: z.string(),
    meta: z.record(z.string(), z.unknown()),
    sql: sqlErrorDetail.optional().meta({ description: 'Position of the error in the query.' }),
  }),
  cost: z.string(),
  request_id: z.string(),
});

/** The body of a 422 response, compatible with FastAPI. */
export const httpValidationError = z.object({
  detail: z.array(
    z.object({
      type: z.string(),
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      input: z.unknown(),
      ctx: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
export type ValidationItem = z.infer<typeof httpValidationError>['detail'][number];
