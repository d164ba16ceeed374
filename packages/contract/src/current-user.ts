import { z } from 'zod';
import { booleanOrFault } from './lax-values.ts';
import { worded } from './worded.ts';

const nameLengthMax = 100;

/** `data` of `GET /api/users/me`. */
export const currentUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  settings: z.object({
    emailNotifications: z.boolean(),
    usageAlerts: z.boolean(),
    alertThreshold: z.number().nullable(),
  }),
  plan: z.string(),
  balance: z.string(),
  spend_limit: z.string().nullable(),
  created_at: z.string(),
});

/** Dollars: a number, or text that is one; at most a billion, so that its units are exact. */
const thresholdMax = 1_000_000_000;
const threshold = worded<number | null>((value) => {
  if (value === null) return { value };
  const number = typeof value === 'string' ? readNumber(value) : value;
  if (number === undefined) {
    const msg = 'Input should be a valid number, unable to parse string as a number';
    return { fault: { type: 'float_parsing', msg } };
  }
  if (typeof number !== 'number') {
    return { fault: { type: 'float_type', msg: 'Input should be a valid number' } };
  }
  if (!Number.isFinite(number)) {
    return { fault: { type: 'finite_number', msg: 'Input should be a finite number' } };
  }
  if (number < 0) {
    const msg = 'Input should be greater than or equal to 0';
    return { fault: { type: 'greater_than_equal', msg, ctx: { ge: 0 } } };
  }
  if (number > thresholdMax) {
    const msg = `Input should be less than or equal to ${thresholdMax}`;
    return { fault: { type: 'less_than_equal', msg, ctx: { le: thresholdMax } } };
  }
  return { value: number };
});

/** As FastAPI reads a number from text; undefined for what is none. */
function readNumber(text: string): number | undefined {
  const plain = text.trim();
  if (/^[+-]?(?:inf|infinity|nan)$/i.test(plain)) return Number.NaN;
  if (/^_|_$|__/.test(plain)) return undefined;
  const digits = plain.replaceAll('_', '');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(digits) ? Number(digits) : undefined;
}

const settingsChanges = z.object({
  emailNotifications: booleanOrFault('Mail notifications.').optional(),
  usageAlerts: booleanOrFault('Notify when a period’s cost reaches `alertThreshold`.').optional(),
  alertThreshold: threshold.optional().meta({
    type: ['number', 'null'],
    minimum: 0,
    maximum: thresholdMax,
    description: 'US dollars of a period’s cost; null for none.',
  }),
});

const userChanges = z.object({
  name: z.string().trim().min(1).max(nameLengthMax).optional().meta({ description: 'A name for people.' }),
  settings: anyObject(settingsChanges).optional(),
});

/** The body of `PATCH /api/users/me`: what is left out stays, and keys that are not named here are ignored. */
export const updateUserRequest = anyObject(userChanges);

/** FastAPI takes a `dict` here, and says so of what is none; documented as the object that is read from it. */
function anyObject<Changes extends z.ZodType<unknown, Record<string, unknown>>>(changes: Changes) {
  const { properties } = z.toJSONSchema(changes, { io: 'input', unrepresentable: 'any' });
  return z.record(z.string(), z.unknown()).pipe(changes).meta({ properties });
}
