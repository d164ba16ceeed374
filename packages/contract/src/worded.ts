import { z } from 'zod';

/** A fault in FastAPI's words. */
export interface Wording {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
}

export type Read<Value> = { value: Value } | { fault: Wording };

/** A schema that reads a value by hand, for kinds of values whose faults zod cannot tell as FastAPI does. */
export function worded<Value>(read: (value: unknown) => Read<Value>) {
  return z.unknown().transform((value, context) => {
    const result = read(value);
    if ('value' in result) return result.value;
    context.addIssue({ code: 'custom', message: result.fault.msg, params: { wording: result.fault } });
    return z.NEVER;
  });
}
