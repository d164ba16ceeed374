import { z } from 'zod';

/** What is wrong with a value, as zod tells it; place and value are added. */
export type ValueIssue = { code: z.core.$ZodIssue['code'] } & Record<string, unknown>;

export type ReadValue<Value> = { value: Value } | { issue: ValueIssue };

/** A schema that reads a value by hand, for kinds of values that zod does not know. */
export function readWith<Value>(read: (value: unknown) => ReadValue<Value>) {
  return z.unknown().transform((value, context) => {
    const result = read(value);
    if ('value' in result) return result.value;
    context.addIssue({ ...result.issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
}
