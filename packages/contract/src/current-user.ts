import { z } from 'zod';
import { booleanOrFault } from './lax-values.ts';
import { readWith } from './read-value.ts';

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
const threshold = readWith<number | null>((value) => {
  if (value === null) return { value };
  const number = typeof value === 'string' ? readNumber(value) : value;
  if (typeof number !== 'number') return { issue: { code: 'invalid_type', expected: 'float' } };
  if (!Number.isFinite(number)) {
    return { issue: { code: 'invalid_type', expected: 'float', received: 'Infinity' } };
  }
  const bound = { origin: 'number', inclusive: true };
  if (number < 0) return { issue: { code: 'too_small', minimum: 0, ...bound } };
  if (number > thresholdMax) return { issue: { code: 'too_big', maximum: thresholdMax, ...bound } };
  return { value: number };
});

/** A number in a text: blanks around it, `_` between digits, an exponent; undefined for what is none. */
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

/** Any object, and what is read from it; documented as the latter. */
function anyObject<Changes extends z.ZodType<unknown, Record<string, unknown>>>(changes: Changes) {
  const { properties } = z.toJSONSchema(changes, { io: 'input', unrepresentable: 'any' });
  return z.record(z.string(), z.unknown()).pipe(changes).meta({ properties });
}
