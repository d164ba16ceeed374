import { z } from 'zod';

/** A zod issue of a value, without its path and input. */
export type ValueIssue = { code: z.core.$ZodIssue['code'] } & Record<string, unknown>;

export type ReadValue<Value> = { value: Value } | { issue: ValueIssue };

/** A schema with a custom parser, for values that zod has no schema for. */
export function readWith<Value>(read: (value: unknown) => ReadValue<Value>) {
  return z.unknown().transform((value, context) => {
    const result = read(value);
    if ('value' in result) return result.value;
    context.addIssue({ ...result.issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
}
